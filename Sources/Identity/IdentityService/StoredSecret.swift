// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory

/// A secret as it lies in the database: under a key that is derived of the server's root key, and bound to a name.
enum StoredSecret {
  /// Nonce, ciphertext, tag.
  static func seal(
    _ bytes: borrowing SecretBytes, as name: String, by key: borrowing SecretBytes
  ) throws(CryptoError) -> [UInt8] {
    let nonce = SystemRandom.bytes(AESGCM.nonceSize)
    let name = Array(name.utf8)
    var sealed = [UInt8](repeating: 0, count: bytes.count + AESGCM.tagSize)
    var cipher = AESGCM()
    cipher.setKey(key)
    var output = sealed.mutableSpan
    try bytes.withBytes { (bytes) throws(CryptoError) in
      try cipher.seal(bytes, nonce: nonce.span, associated: name.span, into: &output)
    }
    return nonce + sealed
  }

  /// Opens a stored secret; nil where another key sealed it, under another name, or it was changed.
  static func open(_ stored: [UInt8], as name: String, by key: borrowing SecretBytes) -> SecretBytes? {
    guard stored.count > AESGCM.nonceSize + AESGCM.tagSize else { return nil }
    let nonce = Array(stored.prefix(AESGCM.nonceSize))
    let sealed = Array(stored.dropFirst(AESGCM.nonceSize))
    let name = Array(name.utf8)
    var cipher = AESGCM()
    cipher.setKey(key)
    return try? SecretBytes(count: sealed.count - AESGCM.tagSize) { (bytes) throws(CryptoError) in
      try cipher.open(sealed.span, nonce: nonce.span, associated: name.span, into: &bytes)
    }
  }
}
