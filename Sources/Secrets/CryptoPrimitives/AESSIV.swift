// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// Deterministic authenticated encryption (RFC 5297) with a key of 64 bytes: AES-256 for the tag and for the cipher.
///
/// The same input gives the same output, which is what encrypted names need; the sealed form is the 16-byte
/// synthetic IV and the ciphertext. An empty plaintext is refused.
package enum AESSIV {
  package static let keySize = 64
  package static let tagSize = 16

  package static func seal(
    _ plaintext: Span<UInt8>, associated: [[UInt8]], key: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keySize, isSealable(plaintext.count, associated) else { throw .invalidLength }
    return try SIVContext.pool.withContext { (context) throws(CryptoError) in
      try key.withBytes { (key) throws(CryptoError) in try context.seal(plaintext, associated, key: key) }
    }
  }

  package static func open(
    _ sealed: Span<UInt8>, associated: [[UInt8]], key: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keySize, isSealable(sealed.count - tagSize, associated) else { throw .invalidLength }
    return try SIVContext.pool.withContext { (context) throws(CryptoError) in
      try key.withBytes { (key) throws(CryptoError) in try context.open(sealed, associated, key: key) }
    }
  }

  /// RFC 5297, section 2.6: at most 126 strings beside the plaintext.
  private static func isSealable(_ count: Int, _ associated: [[UInt8]]) -> Bool {
    count > 0 && count <= 1 << 20 && associated.count <= 126 && associated.allSatisfy { $0.count <= 1 << 20 }
  }
}
