// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory

/// Seals a private part with a key that seals nothing else, so that the nonce may be zero.
enum OwnKeySeal {
  private static let nonce = [UInt8](repeating: 0, count: AESGCM.nonceSize)

  static func seal(
    _ secret: borrowing SecretBytes, with key: borrowing SecretBytes, _ associated: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: secret.count + AESGCM.tagSize)
    var span = sealed.mutableSpan
    let nonce = nonce
    var cipher = AESGCM()
    cipher.setKey(key)
    try secret.withBytes { (secret) throws(CryptoError) in
      try cipher.seal(secret, nonce: nonce.span, associated: associated.span, into: &span)
    }
    return sealed
  }

  /// Opens a sealed secret, which is at least as long as a tag.
  static func open(
    _ sealed: [UInt8], with key: borrowing SecretBytes, _ associated: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    let nonce = nonce
    var cipher = AESGCM()
    cipher.setKey(key)
    return try SecretBytes(count: sealed.count - AESGCM.tagSize) { (secret) throws(CryptoError) in
      try cipher.open(sealed.span, nonce: nonce.span, associated: associated.span, into: &secret)
    }
  }
}
