// SPDX-License-Identifier: Apache-2.0
package import PasskeyKeys

/// A passkey with all that is kept of it: an item of the keychain. Times are milliseconds since 1970, 0 for never.
package struct StoredPasskey: Sendable, Equatable {
  /// The credential's identifier, which the site knows.
  package let credential: [UInt8]
  package let relyingParty: String
  package let userHandle: [UInt8]
  package private(set) var userName: String
  package private(set) var displayName: String
  package private(set) var key: PasskeyKey
  package let created: UInt64
  /// The person's name for the passkey; empty where they have given none.
  package var label = ""
  package var restored: UInt64 = 0
  /// The time of the first use since the passkey was made or restored.
  package var firstUsed: UInt64 = 0
  package var lastUsed: UInt64 = 0
  package var deleted: UInt64 = 0
  /// The time at which the site said that it does not know the passkey any more. It signs in where a site names it.
  package var hidden: UInt64 = 0
  /// The data that the site keeps with the passkey (the extension `largeBlob`).
  package var largeBlob: [UInt8] = []

  package static let credentialSize = 32
  /// The maximum length of a relying party's identifier, a host name, in bytes.
  package static let longestRelyingParty = 253
  package static let longestUserHandle = 64
  /// The maximum length of a name in bytes. Longer ones are cut.
  package static let longestName = 256
  package static let longestBlob = 4096
  /// The time in which a deleted passkey can be restored: thirty days, in milliseconds.
  package static let keptAfterDeletion: UInt64 = 30 * 24 * 60 * 60 * 1000

  /// Takes the parts of a passkey; nil for parts that are longer than they may be.
  package init?(
    credential: [UInt8], relyingParty: String, userHandle: [UInt8], userName: String, displayName: String,
    key: PasskeyKey, created: UInt64
  ) {
    guard !credential.isEmpty, credential.count <= Self.longestCredential,
      relyingParty.utf8.count <= Self.longestRelyingParty, (1...Self.longestUserHandle).contains(userHandle.count)
    else { return nil }
    self.credential = credential
    self.relyingParty = relyingParty
    self.userHandle = userHandle
    self.userName = Self.fitting(userName)
    self.displayName = Self.fitting(displayName)
    self.key = key
    self.created = created
  }

  /// The same passkey with the key that another enclave has made of it. Nil for a key of another site, account or pair.
  package func keyed(_ new: PasskeyKey) -> StoredPasskey? {
    guard new.relyingPartyHash == key.relyingPartyHash, new.userHash == key.userHash, new.publicKey == key.publicKey
    else { return nil }
    var other = self
    other.key = new
    return other
  }

  /// The account's names as the site has them now.
  package mutating func call(_ userName: String, _ displayName: String) {
    (self.userName, self.displayName) = (Self.fitting(userName), Self.fitting(displayName))
  }

  /// WebAuthn Level 3, 7.1 step 25.
  package static let longestCredential = 1023

  /// The beginning of a name, as many whole characters as fit.
  package static func fitting(_ name: String) -> String {
    var cut = Substring(name)
    while cut.utf8.count > longestName { cut.removeLast() }
    return String(cut)
  }

  /// The time from which on the passkey counts as the account's newest.
  var ordered: UInt64 { max(created, restored) }
}
