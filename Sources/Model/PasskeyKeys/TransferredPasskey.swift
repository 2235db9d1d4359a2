// SPDX-License-Identifier: Apache-2.0

/// The private part of a passkey that may leave its device, sealed with the key of a transfer. What it is bound to goes with
/// it, and cannot be changed on the way.
package struct TransferredPasskey: Sendable, Hashable {
  package static let nonceSize = 12
  package static let encodedSize =
    1 + 2 * PasskeyKey.hashSize + PasskeyKey.publicKeySize + nonceSize + PasskeyKey.sealedSize
  /// The version byte, which no other key's encoding begins with.
  private static let version: UInt8 = 3

  /// The SHA-256 of the relying party's identifier.
  package let relyingPartyHash: [UInt8]
  /// The SHA-256 of the user handle.
  package let userHash: [UInt8]
  /// The public key as `04 X Y`.
  package let publicKey: [UInt8]
  package let nonce: [UInt8]
  package let sealed: [UInt8]

  /// Refuses lengths that are none.
  package init?(
    relyingPartyHash: [UInt8], userHash: [UInt8], publicKey: [UInt8], nonce: [UInt8], sealed: [UInt8]
  ) {
    guard relyingPartyHash.count == PasskeyKey.hashSize, userHash.count == PasskeyKey.hashSize,
      publicKey.count == PasskeyKey.publicKeySize, nonce.count == Self.nonceSize,
      sealed.count == PasskeyKey.sealedSize
    else { return nil }
    self.relyingPartyHash = relyingPartyHash
    self.userHash = userHash
    self.publicKey = publicKey
    self.nonce = nonce
    self.sealed = sealed
  }

  /// The encoded passkey: version, the relying party, the account, the public key, the nonce, the sealed part.
  package var encoded: [UInt8] { [Self.version] + relyingPartyHash + userHash + publicKey + nonce + sealed }

  /// Takes exactly what `encoded` gives.
  package init?(encoded bytes: [UInt8]) {
    guard bytes.count == Self.encodedSize, bytes[0] == Self.version else { return nil }
    var offset = 1
    func next(_ count: Int) -> [UInt8] {
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }
    self.init(
      relyingPartyHash: next(PasskeyKey.hashSize), userHash: next(PasskeyKey.hashSize),
      publicKey: next(PasskeyKey.publicKeySize), nonce: next(Self.nonceSize), sealed: next(PasskeyKey.sealedSize))
  }
}

/// The direction of passkeys while a transfer is open: never both. The numbers are sent.
package enum TransferDirection: UInt8, Sendable, CaseIterable {
  case out = 1
  case into = 2
}
