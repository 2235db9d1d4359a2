// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// The cryptographic library as a whole.
package enum Crypto {
  /// Loads the library and runs every primitive once, so that a process may give up opening files afterwards.
  ///
  /// The library's configuration file is never read: it could load code of somebody's choice into the process that
  /// holds the keys.
  package static func prepare() throws(CryptoError) {
    let key = SystemRandom.secret(32)
    let message: [UInt8] = [1, 2, 3]
    try exerciseCiphers(key, message)
    _ = SHA256.hash(message.span)
    _ = HMACSHA256.authenticate(message.span, key: key)
    _ = HKDFSHA256.derive(from: key, salt: message.span, info: message.span, count: 32)
    _ = ConcatKDF.derive(from: key, otherInfo: message.span, count: 32)
    let pair = try X25519.KeyPair()
    _ = try X25519.agree(pair.privateKey, with: pair.publicKey.span)
    let key256 = try ECPrivateKey(.p256)
    _ = try key256.agree(with: key256.publicKey)
    try key256.scalar().withBytes { (scalar) throws(CryptoError) in
      _ = try ECPrivateKey(.p256, scalar: scalar).signature(ofDigest: message.span)
      _ = try Curve.p256.signature(ofDigest: message.span, by: scalar)
    }
    let salt = [UInt8](repeating: 0, count: 16)
    _ = try Argon2id.derive(from: key, salt: salt.span, parameters: .smallest)
  }

  private static func exerciseCiphers(_ key: borrowing SecretBytes, _ message: [UInt8]) throws(CryptoError) {
    let wrapped = try AESKeyWrap.wrap(key, with: key)
    _ = try AESKeyWrap.unwrap(wrapped.span, with: key)
    let pair = SystemRandom.secret(64)
    let named = try AESSIV.seal(message.span, associated: [message], key: pair)
    _ = try AESSIV.open(named.span, associated: [message], key: pair)
    var cipher = AESGCM()
    cipher.setKey(key)
    let nonce = [UInt8](repeating: 0, count: AESGCM.nonceSize)
    var sealed = [UInt8](repeating: 0, count: message.count + AESGCM.tagSize)
    var sealedSpan = sealed.mutableSpan
    try cipher.seal(message.span, nonce: nonce.span, associated: nonce.span, into: &sealedSpan)
    var opened = [UInt8](repeating: 0, count: message.count)
    var openedSpan = opened.mutableSpan
    try cipher.open(sealed.span, nonce: nonce.span, associated: nonce.span, into: &openedSpan)
  }

  /// Starts the library without its configuration file; everything that fetches an algorithm asks for this first.
  static let isLoaded: Bool = {
    let options = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
    return OPENSSL_init_crypto(options, nil) == 1
  }()
}

/// Compares in a time that does not depend on the contents. The lengths are not secret.
package func equalInConstantTime(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
  guard one.count == other.count else { return false }
  guard one.count > 0 else { return true }
  return unsafe one.withUnsafeBytes { one in
    unsafe other.withUnsafeBytes { other in unsafe CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0 }
  }
}
