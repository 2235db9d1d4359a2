// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// Authenticated encryption of one message, for keys and nonces of every size the two ciphers take.
///
/// Bailey's own blocks go through `AESGCM`, which keeps its key schedule; this is for messages of applications.
package enum AEAD: Sendable {
  /// NIST SP 800-38D with keys of 16, 24 or 32 bytes and nonces of any size from 1 on.
  case aesGCM
  /// RFC 8439: keys of 32 bytes, nonces of 12.
  case chaCha20Poly1305

  package static let tagSize = 16
  private static let longest = 1 << 30

  package func accepts(keySize: Int) -> Bool { algorithm(keySize) != nil }

  /// The ciphertext, as long as the plaintext, and the tag.
  package func seal(
    _ plaintext: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, associated: Span<UInt8>
  ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
    guard plaintext.count < Self.longest, associated.count < Self.longest else { throw .invalidLength }
    if isLong(nonce) {
      guard let block = Self.block(key.count) else { throw .invalidLength }
      let cipher = LongNonceGCM(block, key: key, nonce: nonce, associated: associated)
      guard let sealed = cipher.seal(plaintext) else { throw .fromLibrary() }
      return sealed
    }
    let context = try context(key, nonce, .seal)
    var ciphertext = [UInt8](repeating: 0, count: plaintext.count)
    var output = ciphertext.mutableSpan
    guard associated.isEmpty || context.authenticate(associated),
      plaintext.isEmpty || context.transform(plaintext, into: &output) == plaintext.count, context.finish()
    else { throw .fromLibrary() }
    var tag = [UInt8](repeating: 0, count: Self.tagSize)
    var span = tag.mutableSpan
    guard context.readTag(into: &span) else { throw .fromLibrary() }
    return (ciphertext, tag)
  }

  /// The plaintext, or an error and nothing of it.
  package func open(
    _ ciphertext: Span<UInt8>, tag: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, associated: Span<UInt8>
  ) throws(CryptoError) -> [UInt8] {
    guard ciphertext.count < Self.longest, associated.count < Self.longest, tag.count == Self.tagSize else {
      throw .invalidLength
    }
    if isLong(nonce) {
      guard let block = Self.block(key.count) else { throw .invalidLength }
      let cipher = LongNonceGCM(block, key: key, nonce: nonce, associated: associated)
      guard let plaintext = cipher.open(ciphertext, tag: tag) else { throw .authenticationFailed }
      return plaintext
    }
    let context = try context(key, nonce, .open)
    var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
    var output = plaintext.mutableSpan
    let authentic =
      context.expectTag(tag) && (associated.isEmpty || context.authenticate(associated))
      && (ciphertext.isEmpty || context.transform(ciphertext, into: &output) == ciphertext.count) && context.finish()
    guard authentic else {
      wipe(&output)
      ERR_clear_error()
      throw .authenticationFailed
    }
    return plaintext
  }

  private func context(
    _ key: Span<UInt8>, _ nonce: Span<UInt8>, _ direction: CipherDirection
  ) throws(CryptoError) -> CipherContext {
    guard let algorithm = algorithm(key.count), nonceSizes.contains(nonce.count) else { throw .invalidLength }
    let context = CipherContext(algorithm)
    guard context.setNonceSize(nonce.count), context.setKey(key, direction), context.setNonce(nonce, direction) else {
      throw .fromLibrary()
    }
    return context
  }

  /// Whether the nonce is one of GCM's that the library's cipher does not take.
  private func isLong(_ nonce: Span<UInt8>) -> Bool { self == .aesGCM && nonce.count > Self.longestLibraryNonce }

  private static let longestLibraryNonce = 128

  private var nonceSizes: ClosedRange<Int> {
    switch self {
    case .aesGCM: 1...Self.longestLibraryNonce
    case .chaCha20Poly1305: 12...12
    }
  }

  /// The block cipher of AES alone.
  private static func block(_ keySize: Int) -> CipherAlgorithm? {
    switch keySize {
    case 16: .aes128ECB
    case 24: .aes192ECB
    case 32: .aes256ECB
    default: nil
    }
  }

  private func algorithm(_ keySize: Int) -> CipherAlgorithm? {
    switch (self, keySize) {
    case (.aesGCM, 16): .aes128GCM
    case (.aesGCM, 24): .aes192GCM
    case (.aesGCM, 32): .aes256GCM
    case (.chaCha20Poly1305, 32): .chaCha20Poly1305
    default: nil
    }
  }
}
