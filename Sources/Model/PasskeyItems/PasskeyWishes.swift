// SPDX-License-Identifier: Apache-2.0
package import PasskeyKeys
package import PromptModel

/// Whether the person has just clicked or typed in the page, as the browser says (HTML, 6.4.1). The numbers are sent: they are permanent.
package enum UserActivation: UInt8, Sendable, CaseIterable {
  case absent = 0
  case transient = 1
}

/// The request of a browser for a new passkey. Whoever brings it has seen that the page may use this relying party.
package struct PasskeyMaking: Sendable, Equatable {
  /// The token by which the page's request can be cancelled.
  package let request: ContextToken
  package let relyingParty: String
  package let userHandle: [UInt8]
  package let userName: String
  package let displayName: String
  package let clientDataHash: [UInt8]
  package let salts: PRFSalts
  /// Credentials of which the site wants no second one here.
  package let excluded: [[UInt8]]
  package let reach: PasskeyReach
  /// The page that asks, where it is none of the relying party's own.
  package let page: AskingPage?
  package let activation: UserActivation

  package init(
    _ request: ContextToken, relyingParty: String, userHandle: [UInt8], userName: String, displayName: String,
    clientDataHash: [UInt8], salts: PRFSalts, excluded: [[UInt8]], _ reach: PasskeyReach, at page: AskingPage? = nil,
    _ activation: UserActivation = .absent
  ) {
    (self.page, self.activation) = (page, activation)
    self.request = request
    self.relyingParty = relyingParty
    self.userHandle = userHandle
    self.userName = userName
    self.displayName = displayName
    self.clientDataHash = clientDataHash
    self.salts = salts
    self.excluded = excluded
    self.reach = reach
  }
}

/// A sign-in that a browser wants, with a passkey that the person chooses where there are several.
package struct PasskeyUsing: Sendable, Equatable {
  package let request: ContextToken
  package let relyingParty: String
  /// Credentials of which one is wanted; empty for any.
  package let allowed: [[UInt8]]
  package let clientDataHash: [UInt8]
  /// The function's inputs where the credential has none of its own.
  package let salts: PRFSalts
  /// Inputs for some of the credentials.
  package let ownSalts: [OwnSalts]
  package let blob: BlobWish
  package let urgency: Urgency
  /// The page that asks, where it is none of the relying party's own.
  package let page: AskingPage?
  package let activation: UserActivation

  /// The function's inputs for one credential.
  package struct OwnSalts: Sendable, Equatable {
    package let credential: [UInt8]
    package let salts: PRFSalts

    package init(_ credential: [UInt8], _ salts: PRFSalts) { (self.credential, self.salts) = (credential, salts) }
  }

  /// The behaviour of a request for which no passkey is there now. The numbers are sent: they are permanent.
  package enum Urgency: UInt8, Sendable, CaseIterable {
    /// The person is asked to unlock.
    case patient = 0
    /// The request fails at once (the standard's `immediate`).
    case immediate = 1
  }

  /// The request of the site for the data that it keeps with the passkey.
  package enum BlobWish: Sendable, Equatable {
    case none
    case read
    case write([UInt8])
  }

  package init(
    _ request: ContextToken, relyingParty: String, allowed: [[UInt8]], clientDataHash: [UInt8], salts: PRFSalts,
    ownSalts: [OwnSalts] = [], blob: BlobWish, _ urgency: Urgency = .patient, at page: AskingPage? = nil,
    _ activation: UserActivation = .absent
  ) {
    (self.page, self.activation) = (page, activation)
    self.request = request
    self.relyingParty = relyingParty
    self.allowed = allowed
    self.clientDataHash = clientDataHash
    self.salts = salts
    self.ownSalts = ownSalts
    self.blob = blob
    self.urgency = urgency
  }

  package func allows(_ credential: [UInt8]) -> Bool { allowed.isEmpty || allowed.contains(credential) }

  package func salts(for credential: [UInt8]) -> PRFSalts {
    ownSalts.first { $0.credential == credential }?.salts ?? salts
  }
}

/// A passkey as its owner sees it. Times are milliseconds since 1970, 0 for never.
package struct PasskeyListing: Sendable, Equatable {
  package let credential: [UInt8]
  package let relyingParty: String
  package let userHandle: [UInt8]
  package let userName: String
  package let displayName: String
  package let label: String
  package let reach: PasskeyReach
  package let created: UInt64
  package let lastUsed: UInt64
  package let blobSize: UInt16
  package let standing: PasskeyStanding

  package init(
    credential: [UInt8], relyingParty: String, userHandle: [UInt8], userName: String, displayName: String,
    label: String, _ reach: PasskeyReach, created: UInt64, lastUsed: UInt64, blobSize: UInt16,
    _ standing: PasskeyStanding
  ) {
    self.credential = credential
    self.relyingParty = relyingParty
    self.userHandle = userHandle
    self.userName = userName
    self.displayName = displayName
    self.label = label
    self.reach = reach
    self.created = created
    self.lastUsed = lastUsed
    self.blobSize = blobSize
    self.standing = standing
  }

  package init(_ standing: StandingPasskey) {
    let passkey = standing.passkey
    self.init(
      credential: passkey.credential, relyingParty: passkey.relyingParty, userHandle: passkey.userHandle,
      userName: passkey.userName, displayName: passkey.displayName, label: passkey.label,
      passkey.key.portability == .portable ? .portable : .thisDeviceOnly, created: passkey.created,
      lastUsed: passkey.lastUsed, blobSize: UInt16(clamping: passkey.largeBlob.count), standing.standing)
  }
}

/// The operations of the owner on a passkey. The numbers are sent, and part of what the passcode is given for.
package enum PasskeyOperation: UInt8, Sendable, CaseIterable {
  case delete = 1
  case restore = 2
  case rename = 3
}
