// SPDX-License-Identifier: Apache-2.0

/// The subject of a question for a passkey: all that distinguishes one ceremony from another.
package struct PasskeySubject: Sendable, Hashable {
  /// The identifier, as it is hashed and signed.
  package let relyingParty: String
  /// The name by which the person knows the account. It decides nothing.
  package let account: String
  /// The SHA-256 of the user handle, by which the relying party knows the account.
  package let userHash: [UInt8]
  /// The hash of the client data of this ceremony.
  package let clientDataHash: [UInt8]
  /// The SHA-256 of the inputs of the pseudo-random function, one after the other.
  package let saltsHash: [UInt8]

  package static let hashSize = 32
  /// The maximum length of the identifier and of the account's name in bytes.
  package static let longestName = 256

  /// Refuses hashes that are none.
  package init?(
    relyingParty: String, account: String, userHash: [UInt8], clientDataHash: [UInt8], saltsHash: [UInt8]
  ) {
    guard [userHash, clientDataHash, saltsHash].allSatisfy({ $0.count == Self.hashSize }) else { return nil }
    self.relyingParty = relyingParty
    self.account = account
    self.userHash = userHash
    self.clientDataHash = clientDataHash
    self.saltsHash = saltsHash
  }
}
