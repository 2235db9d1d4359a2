// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// A private key under a passphrase: PKCS #8's `EncryptedPrivateKeyInfo` (RFC 5958, section 3). Files come from anywhere: what
/// they may cost is bounded.
package struct EncryptedPrivateKey: Sendable {
  package static let longest = 1 << 20
  private static let longestPassphrase = 1024
  private static let rounds: Int32 = 600_000
  private static let saltSize: Int32 = 16

  private let cost: DerivationCost

  package init(maximumRounds: Int = 5_000_000) { cost = DerivationCost(maximumRounds: maximumRounds) }

  /// Whether the bytes are one, and nothing else.
  package static func isOne(_ bytes: Span<UInt8>) -> Bool {
    defer { ERR_clear_error() }
    do throws(PassphraseError) {
      _ = try LibraryShroud(bytes)
      return true
    } catch {
      return false
    }
  }

  /// Gives the key as PKCS #8. The passphrase is UTF-8.
  package func open(
    _ bytes: Span<UInt8>, passphrase: Span<UInt8>
  ) throws(PassphraseError) -> SecretBytes {
    defer { ERR_clear_error() }
    guard passphrase.count <= Self.longestPassphrase else { throw .malformed }
    let shroud = try LibraryShroud(bytes)
    var algorithm: UnsafePointer<X509_ALGOR>? = nil
    unsafe X509_SIG_get0(shroud.raw, &algorithm, nil)
    var cost = cost
    try unsafe cost.check(algorithm)
    ERR_clear_error()
    let opened = unsafe Self.withText(passphrase) { text in
      unsafe PKCS8_decrypt_ex(shroud.raw, text, Int32(passphrase.count), LegacyLibrary.shared.raw, nil)
    }
    guard let key = unsafe opened else { throw Self.isWrongPassphrase ? .wrongPassphrase : .unsupported }
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(key) }
    return try unsafe Self.encoded(key)
  }

  /// Puts a key, which is PKCS #8, under a passphrase: AES-256 with a key from PBKDF2 with HMAC-SHA-256.
  package static func seal(
    _ key: borrowing SecretBytes, passphrase: Span<UInt8>
  ) throws(PassphraseError) -> [UInt8] {
    defer { ERR_clear_error() }
    guard passphrase.count <= longestPassphrase else { throw .malformed }
    let read = unsafe key.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        var position = bytes.baseAddress
        return unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &position, bytes.count)
      }
    }
    guard let plain = unsafe read else { throw .malformed }
    defer { unsafe PKCS8_PRIV_KEY_INFO_free(plain) }
    let sealed = unsafe withText(passphrase) { text in
      unsafe PKCS8_encrypt(
        NID_hmacWithSHA256, EVP_aes_256_cbc(), text, Int32(passphrase.count), nil, saltSize, rounds, plain)
    }
    guard let shroud = unsafe sealed else { throw .unsupported }
    defer { unsafe X509_SIG_free(shroud) }
    var encoded: UnsafeMutablePointer<UInt8>? = nil
    let count = unsafe i2d_X509_SIG(shroud, &encoded)
    guard count > 0, let start = unsafe encoded else { throw .malformed }
    defer { unsafe CRYPTO_free(start, nil, 0) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// An empty passphrase has an address too: without one, the library would ask on the terminal.
  @unsafe private static func withText(
    _ passphrase: Span<UInt8>, _ body: (UnsafePointer<CChar>?) -> OpaquePointer?
  ) -> OpaquePointer? {
    let text = SecretBytes(count: passphrase.count + 1) { target in
      for index in passphrase.indices { target[index] = passphrase[index] }
    }
    return unsafe text.withBytes { text in
      unsafe text.withUnsafeBytes { unsafe body($0.assumingMemoryBound(to: CChar.self).baseAddress) }
    }
  }

  @unsafe private static func encoded(_ key: OpaquePointer) throws(PassphraseError) -> SecretBytes {
    var encoded: UnsafeMutablePointer<UInt8>? = nil
    let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(key, &encoded)
    guard count > 0, let start = unsafe encoded else { throw .malformed }
    defer { unsafe CRYPTO_clear_free(start, Int(count), nil, 0) }
    return unsafe SecretBytes(
      copying: Span<UInt8>(_unsafeElements: UnsafeBufferPointer(start: start, count: Int(count))))
  }

  /// Whether the library could decrypt, but not to what a key looks like. Else it knows no such cipher.
  private static var isWrongPassphrase: Bool {
    var isWrong = false
    while true {
      let error = ERR_get_error()
      guard error != 0 else { return isWrong }
      let reason = ERR_GET_LIB(error) == ERR_LIB_PKCS12 ? ERR_GET_REASON(error) : 0
      isWrong = isWrong || reason == PKCS12_R_PKCS12_CIPHERFINAL_ERROR || reason == PKCS12_R_DECODE_ERROR
    }
  }
}

/// The library's form of it.
@safe private struct LibraryShroud: ~Copyable {
  let raw: OpaquePointer

  init(_ bytes: Span<UInt8>) throws(PassphraseError) {
    guard bytes.count <= EncryptedPrivateKey.longest else { throw .malformed }
    var used = 0
    let read = unsafe bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      guard let start = bytes.baseAddress else { return nil }
      var position = unsafe Optional(start)
      let read = unsafe d2i_X509_SIG(nil, &position, bytes.count)
      used = unsafe position.map { unsafe $0 - start } ?? 0
      return unsafe read
    }
    guard let raw = unsafe read else { throw .malformed }
    guard used == bytes.count else {
      unsafe X509_SIG_free(raw)
      throw .malformed
    }
    unsafe self.raw = raw
  }

  deinit { unsafe X509_SIG_free(raw) }
}
