// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
import SecretMemory

/// Encryption of messages of any length to an RSA key as Apple's Security framework does it: a fresh AES key, encrypted
/// with OAEP, then the message under it with AES-GCM, a nonce of 16 zero bytes and the public key authenticated too.
///
/// AES keys have 256 bits for RSA keys of 4096 bits and more, else 128.
package struct RSASealing: Sendable, Hashable {
  private static let nonce = [UInt8](repeating: 0, count: 16)
  private let digest: DigestAlgorithm

  package init(_ digest: DigestAlgorithm) { self.digest = digest }

  /// `encoded` is the public key in PKCS #1.
  package func encrypt(
    _ plaintext: Span<UInt8>, to key: RSAPublicKey, encoded: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let session = SystemRandom.secret(sessionKeySize(key))
    let nonce = Self.nonce
    return try session.withBytes { (session) throws(CryptoError) in
      let wrapped = try key.encrypt(session, .oaep(digest))
      let sealed = try AEAD.aesGCM.seal(plaintext, key: session, nonce: nonce.span, associated: encoded.span)
      return wrapped + sealed.ciphertext + sealed.tag
    }
  }

  package func decrypt(
    _ message: Span<UInt8>, with key: RSAPrivateKey, encoded: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let blockSize = key.publicKey.blockSize
    guard message.count >= blockSize + AEAD.tagSize else { throw .invalidLength }
    let nonce = Self.nonce
    var session = try key.decrypt(message.extracting(first: blockSize), .oaep(digest))
    defer {
      var span = session.mutableSpan
      wipe(&span)
    }
    guard session.count == sessionKeySize(key.publicKey) else { throw .authenticationFailed }
    let sealed = message.extracting(last: message.count - blockSize)
    return try AEAD.aesGCM.open(
      sealed.extracting(droppingLast: AEAD.tagSize), tag: sealed.extracting(last: AEAD.tagSize), key: session.span,
      nonce: nonce.span, associated: encoded.span)
  }

  private func sessionKeySize(_ key: RSAPublicKey) -> Int { key.bits >= 4096 ? 32 : 16 }
}
