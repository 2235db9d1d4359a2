// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// A key with which an app proves to its server that it is that app, as it is stored: a private key on P-256 that only the enclave
/// can use, sealed with a key of its own, which a class key wraps.
///
/// It is bound for ever to one application identifier and to this machine. It is of another form than the enclave's other keys, so
/// that none can stand where the other is wanted.
package struct AppAttestKey: Sendable, Hashable {
  package static let publicKeySize = 65
  package static let hashSize = 32
  /// The scalar and a tag.
  package static let sealedSize = 48
  /// The version byte, which is not that of `EnclaveKey` or `PasskeyKey`, whose bytes begin in the same way.
  private static let version: UInt8 = 3
  /// The class of the keys, from the first unlock on, on this device alone: apps that work in the background talk to
  /// their servers while it is locked.
  package static let keyClass = KeyClass.keychainAfterFirstUnlockThisDeviceOnly

  /// The key that the private part is sealed with.
  package let wrapped: WrappedKey
  /// The SHA-256 of the application identifier.
  package let appIDHash: [UInt8]
  /// The public key as `04 X Y`.
  package let publicKey: [UInt8]
  package let sealed: [UInt8]

  /// Refuses lengths that are none, and another class.
  package init?(wrapped: WrappedKey, appIDHash: [UInt8], publicKey: [UInt8], sealed: [UInt8]) {
    guard wrapped.keyClass == Self.keyClass, appIDHash.count == Self.hashSize,
      publicKey.count == Self.publicKeySize, sealed.count == Self.sealedSize
    else { return nil }
    self.wrapped = wrapped
    self.appIDHash = appIDHash
    self.publicKey = publicKey
    self.sealed = sealed
  }

  /// Hashes the public key alone, which no two keys share.
  package func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

// MARK: - The bytes that are stored

extension AppAttestKey {
  private static let wrappedSize = WrappedKey.size(of: keyClass)
  package static let encodedSize = 1 + wrappedSize + hashSize + publicKeySize + sealedSize

  /// The encoded key: version, the wrapped key, the application identifier's hash, the public key, the sealed part.
  package var encoded: [UInt8] { [Self.version] + wrapped.bytes + appIDHash + publicKey + sealed }

  /// Takes exactly what `encoded` gives.
  package init?(encoded bytes: [UInt8]) {
    guard bytes.count == Self.encodedSize, bytes[0] == Self.version else { return nil }
    var offset = 1
    func next(_ count: Int) -> [UInt8] {
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }
    guard let wrapped = WrappedKey(keyClass: Self.keyClass, bytes: next(Self.wrappedSize)) else { return nil }
    self.init(
      wrapped: wrapped, appIDHash: next(Self.hashSize), publicKey: next(Self.publicKeySize),
      sealed: next(Self.sealedSize))
  }
}
