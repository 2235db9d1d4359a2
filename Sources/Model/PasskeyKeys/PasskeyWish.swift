// SPDX-License-Identifier: Apache-2.0

/// The request to the enclave for a new passkey.
package struct PasskeyCreation: Sendable, Equatable {
  package let relyingPartyHash: [UInt8]
  /// The SHA-256 of the user handle.
  package let userHash: [UInt8]
  package let portability: PasskeyKey.Portability
  /// The hash of the client data of the ceremony that the person was asked about.
  package let clientDataHash: [UInt8]
  package let salts: PRFSalts

  /// Refuses hashes that are none.
  package init?(
    relyingPartyHash: [UInt8], userHash: [UInt8], _ portability: PasskeyKey.Portability, clientDataHash: [UInt8],
    salts: PRFSalts = PRFSalts()
  ) {
    guard [relyingPartyHash, userHash, clientDataHash].allSatisfy({ $0.count == PasskeyKey.hashSize }) else {
      return nil
    }
    self.relyingPartyHash = relyingPartyHash
    self.userHash = userHash
    self.portability = portability
    self.clientDataHash = clientDataHash
    self.salts = salts
  }
}

/// The request to the enclave for a signature of a passkey.
package struct PasskeyUse: Sendable, Equatable {
  package let key: PasskeyKey
  package let clientDataHash: [UInt8]
  package let salts: PRFSalts

  package init?(_ key: PasskeyKey, clientDataHash: [UInt8], salts: PRFSalts = PRFSalts()) {
    guard clientDataHash.count == PasskeyKey.hashSize else { return nil }
    self.key = key
    self.clientDataHash = clientDataHash
    self.salts = salts
  }
}

/// The inputs of the extension `prf`, as browsers hash them: none, one, or two of 32 bytes.
package struct PRFSalts: Sendable, Equatable {
  package static let size = 32
  package static let most = 2
  package let all: [[UInt8]]

  package init() { all = [] }

  package init?(_ salts: [[UInt8]]) {
    guard salts.count <= Self.most, salts.allSatisfy({ $0.count == Self.size }) else { return nil }
    all = salts
  }

  /// The salts one after the other: the length says how many there are.
  package var joined: [UInt8] { Array(all.joined()) }
}
