// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// Diffie-Hellman on Curve25519 (RFC 7748).
package enum X25519 {
  package static let keySize = 32

  package struct KeyPair: ~Copyable, Sendable {
    package let privateKey: SecretBytes
    package let publicKey: [UInt8]

    /// A fresh pair.
    package init() throws(CryptoError) { try self.init(privateKey: SystemRandom.secret(keySize)) }

    package init(privateKey: consuming SecretBytes) throws(CryptoError) {
      publicKey = try X25519.publicKey(of: privateKey)
      self.privateKey = privateKey
    }
  }

  package static func publicKey(of privateKey: borrowing SecretBytes) throws(CryptoError) -> [UInt8] {
    try privateKey.withBytes { (bytes) throws(CryptoError) in try key(bytes).publicKey.bytes }
  }

  /// The shared secret; the other side's key must not be one that gives the same secret to everybody (RFC 7748, 6.1).
  package static func agree(
    _ privateKey: borrowing SecretBytes, with publicKey: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    let own = try privateKey.withBytes { (bytes) throws(CryptoError) in try key(bytes) }
    return try agree(own, with: publicKey)
  }

  /// The secret that a fresh key shares with the other side, and its public part; the private part is gone already.
  package struct Ephemeral: ~Copyable, Sendable {
    package let publicKey: [UInt8]
    package let sharedSecret: SecretBytes

    package init(with publicKey: Span<UInt8>) throws(CryptoError) {
      // The library's form of a key is the expensive part: it is made once for both uses.
      let own = try SystemRandom.secret(keySize).withBytes { (bytes) throws(CryptoError) in try X25519.key(bytes) }
      let shared = try X25519.agree(own, with: publicKey)
      self.publicKey = own.publicKey.bytes
      sharedSecret = shared
    }
  }

  private static func agree(_ own: RawPrivateKey, with publicKey: Span<UInt8>) throws(CryptoError) -> SecretBytes {
    guard publicKey.count == keySize else { throw .invalidLength }
    return try own.agree(with: RawPublicKey(.x25519, publicKey))
  }

  private static func key(_ bytes: Span<UInt8>) throws(CryptoError) -> RawPrivateKey {
    guard bytes.count == keySize else { throw .invalidLength }
    return try RawPrivateKey(.x25519, bytes)
  }
}
