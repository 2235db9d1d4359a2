// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// A passkey as it is stored: a private key on P-256 and two seeds that only the enclave can use, sealed with a key of its
/// own, which a class key wraps.
///
/// It is bound for ever to one account at one relying party and to whether it may leave the device. It is of another form
/// than the enclave's other keys, so that none can stand where the other is wanted.
package struct PasskeyKey: Sendable, Hashable {
  package static let publicKeySize = 65
  package static let hashSize = 32
  /// The scalar, the two seeds, and a tag.
  package static let sealedSize = 3 * 32 + 16
  /// The version byte, which is not that of `EnclaveKey`, whose bytes begin in the same way.
  private static let version: UInt8 = 2

  /// The key that the private part is sealed with.
  package let wrapped: WrappedKey
  package let portability: Portability
  /// The SHA-256 of the relying party's identifier.
  package let relyingPartyHash: [UInt8]
  /// The SHA-256 of the user handle by which the relying party knows the account.
  package let userHash: [UInt8]
  /// The public key as `04 X Y`.
  package let publicKey: [UInt8]
  package let sealed: [UInt8]

  /// Whether the passkey may leave the device. The number is stored, and permanent.
  package enum Portability: UInt8, Sendable, CaseIterable {
    case thisDeviceOnly = 0
    case portable = 1

    /// The class of the key: both kinds are readable only while unlocked.
    package var keyClass: KeyClass {
      self == .portable ? .keychainWhenUnlocked : .keychainWhenUnlockedThisDeviceOnly
    }
  }

  /// Refuses lengths that are none, and another class than that of its portability.
  package init?(
    wrapped: WrappedKey, _ portability: Portability, relyingPartyHash: [UInt8], userHash: [UInt8], publicKey: [UInt8],
    sealed: [UInt8]
  ) {
    guard wrapped.keyClass == portability.keyClass, relyingPartyHash.count == Self.hashSize,
      userHash.count == Self.hashSize, publicKey.count == Self.publicKeySize, sealed.count == Self.sealedSize
    else { return nil }
    self.wrapped = wrapped
    self.portability = portability
    self.relyingPartyHash = relyingPartyHash
    self.userHash = userHash
    self.publicKey = publicKey
    self.sealed = sealed
  }
}

// MARK: - The bytes that are stored

extension PasskeyKey {
  private static let wrappedSize = WrappedKey.size(of: .keychainWhenUnlocked)
  package static let encodedSize = 2 + wrappedSize + 2 * hashSize + publicKeySize + sealedSize

  /// The encoded key: version, portability, the wrapped key, the relying party, the account, the public key, the sealed
  /// part.
  package var encoded: [UInt8] {
    [Self.version, portability.rawValue] + wrapped.bytes + relyingPartyHash + userHash + publicKey + sealed
  }

  /// Takes exactly what `encoded` gives.
  package init?(encoded bytes: [UInt8]) {
    guard bytes.count == Self.encodedSize, bytes[0] == Self.version,
      let portability = Portability(rawValue: bytes[1])
    else { return nil }
    var offset = 2
    func next(_ count: Int) -> [UInt8] {
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }
    guard let wrapped = WrappedKey(keyClass: portability.keyClass, bytes: next(Self.wrappedSize)) else { return nil }
    self.init(
      wrapped: wrapped, portability, relyingPartyHash: next(Self.hashSize), userHash: next(Self.hashSize),
      publicKey: next(Self.publicKeySize), sealed: next(Self.sealedSize))
  }
}

// MARK: - What it signs

extension PasskeyKey {
  package static let headSize = 37

  /// The ceremony that a passkey is used for.
  package enum Occasion: Sendable { case registration, authentication }

  /// The head of authenticator data (WebAuthn Level 3, 6.1): the relying party, the flags, a counter that is always 0. The
  /// person was there and verified, because nothing is made or signed otherwise; it is never backed up yet.
  package func head(_ occasion: Occasion) -> [UInt8] {
    let (present, verified, backupEligible, attested): (UInt8, UInt8, UInt8, UInt8) = (1 << 0, 1 << 2, 1 << 3, 1 << 6)
    var flags = present | verified
    if portability == .portable { flags |= backupEligible }
    if occasion == .registration { flags |= attested }
    return relyingPartyHash + [flags, 0, 0, 0, 0]
  }
}
