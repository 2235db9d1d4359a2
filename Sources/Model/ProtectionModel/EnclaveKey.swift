// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// A private key on P-256 that only the enclave can use, as it is stored: sealed with a key of its own, which a class
/// key wraps, and bound to what it is for.
package struct EnclaveKey: Sendable, Hashable {
  /// Bytes that say what the key is for. The enclave does not interpret them. It refuses the key with any others.
  package static let bindingLengths = 0...192
  package static let publicKeySize = 65
  /// The scalar and a tag.
  package static let sealedSize = 48
  private static let version: UInt8 = 1

  /// The key that the private part is sealed with.
  package let wrapped: WrappedKey
  package let binding: [UInt8]
  /// The public key as `04 X Y`.
  package let publicKey: [UInt8]
  package let sealed: [UInt8]

  /// Refuses lengths that are none, and the classes of files.
  package init?(wrapped: WrappedKey, binding: [UInt8], publicKey: [UInt8], sealed: [UInt8]) {
    guard wrapped.keyClass.rawValue >= KeyClass.keychainWhenUnlocked.rawValue,
      Self.bindingLengths.contains(binding.count), publicKey.count == Self.publicKeySize,
      sealed.count == Self.sealedSize
    else { return nil }
    self.wrapped = wrapped
    self.binding = binding
    self.publicKey = publicKey
    self.sealed = sealed
  }

  package var keyClass: KeyClass { wrapped.keyClass }

  /// Hashes the public key alone, which no two keys share: hashing everything would slow each signature down.
  package func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}

// MARK: - The bytes that are stored

extension EnclaveKey {
  private static let fixedSize = 2 + WrappedKey.size(of: .keychainAlways) + publicKeySize + sealedSize
  package static let encodedLengths = fixedSize...fixedSize + bindingLengths.upperBound

  /// The encoded key: version, class, the wrapped key, the public key, the sealed one, and what it is for.
  package var encoded: [UInt8] {
    [Self.version, keyClass.rawValue] + wrapped.bytes + publicKey + sealed + binding
  }

  /// Takes exactly what `encoded` gives.
  package init?(encoded bytes: Span<UInt8>) {
    guard Self.encodedLengths.contains(bytes.count), bytes[0] == Self.version,
      let keyClass = KeyClass(rawValue: bytes[1])
    else { return nil }
    var offset = 2
    func next(_ count: Int) -> [UInt8] {
      defer { offset += count }
      return (offset..<offset + count).map { bytes[$0] }
    }
    let wrapped = WrappedKey(keyClass: keyClass, bytes: next(WrappedKey.size(of: .keychainAlways)))
    let publicKey = next(Self.publicKeySize)
    let sealed = next(Self.sealedSize)
    guard let wrapped else { return nil }
    self.init(wrapped: wrapped, binding: next(bytes.count - offset), publicKey: publicKey, sealed: sealed)
  }
}

/// The operations of the enclave with keys of its own.
///
/// Two conform: the keyring inside it and its remote in other processes.
package protocol EnclaveKeyService: Sendable {
  /// A fresh key of a class of the keychain.
  func makeEnclaveKey(_ keyClass: KeyClass, binding: [UInt8]) throws(ClassKeyError) -> EnclaveKey
  /// The ECDSA signature of a digest of 1 to 64 bytes, in DER.
  func signature(ofDigest digest: [UInt8], with key: EnclaveKey) throws(ClassKeyError) -> [UInt8]
  /// The X coordinate shared with another public key, `04 X Y`; `damaged` if that is no point of the curve.
  func agree(with publicKey: [UInt8], _ key: EnclaveKey) throws(ClassKeyError) -> SecretBytes
}
