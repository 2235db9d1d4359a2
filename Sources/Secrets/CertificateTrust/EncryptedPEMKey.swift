// SPDX-License-Identifier: Apache-2.0
import COpenSSL
package import SecretMemory

/// A private key under a passphrase in a block of text, as OpenSSL wrote them before PKCS #8: the header `DEK-Info` names the
/// cipher and what it begins with (RFC 1421), and one round of MD5 makes the key. It costs nothing to try, and protects little.
package struct EncryptedPEMKey: Sendable, Equatable {
  private enum Cipher: String {
    case des = "DES-CBC"
    case tripleDES = "DES-EDE3-CBC"
    case aes128 = "AES-128-CBC"
    case aes192 = "AES-192-CBC"
    case aes256 = "AES-256-CBC"

    var blockSize: Int { self == .des || self == .tripleDES ? 8 : 16 }
  }

  private let cipher: Cipher
  private let beginning: [UInt8]
  private let encrypted: [UInt8]

  private static let saltSize = 8
  private static let longestPassphrase = 1024

  /// `information` is what the header `DEK-Info` says. Nil for another cipher, and for what cannot be its.
  package init?(information: String, _ encrypted: Span<UInt8>) {
    let parts = information.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let cipher = Cipher(rawValue: parts[0].uppercased()),
      let beginning = Self.bytes(hexadecimal: parts[1]), beginning.count == cipher.blockSize,
      (1...EncryptedPrivateKey.longest).contains(encrypted.count), encrypted.count.isMultiple(of: cipher.blockSize)
    else { return nil }
    self.cipher = cipher
    self.beginning = beginning
    self.encrypted = encrypted.indices.map { encrypted[$0] }
  }

  /// The contents of the block without a passphrase. Of a wrong one that nobody notices, the bytes are no key.
  package func open(passphrase: Span<UInt8>) throws(PassphraseError) -> SecretBytes {
    defer { ERR_clear_error() }
    guard passphrase.count <= Self.longestPassphrase else { throw .malformed }
    guard let method = unsafe EVP_CIPHER_fetch(LegacyLibrary.shared.raw, cipher.rawValue, nil) else {
      throw .unsupported
    }
    defer { unsafe EVP_CIPHER_free(method) }
    var key = [UInt8](repeating: 0, count: Int(EVP_MAX_KEY_LENGTH))
    var plain = [UInt8](repeating: 0, count: encrypted.count + cipher.blockSize)
    defer {
      unsafe OPENSSL_cleanse(&key, key.count)
      unsafe OPENSSL_cleanse(&plain, plain.count)
    }
    let salt = Array(beginning.prefix(Self.saltSize))
    let derived = unsafe passphrase.withUnsafeBufferPointer { text in
      unsafe EVP_BytesToKey(method, EVP_md5(), salt, text.baseAddress, Int32(text.count), 1, &key, nil)
    }
    guard derived > 0, let context = unsafe EVP_CIPHER_CTX_new() else { throw .unsupported }
    defer { unsafe EVP_CIPHER_CTX_free(context) }
    var (count, rest): (Int32, Int32) = (0, 0)
    guard unsafe EVP_DecryptInit_ex2(context, method, key, beginning, nil) == 1,
      unsafe EVP_DecryptUpdate(context, &plain, &count, encrypted, Int32(encrypted.count)) == 1
    else { throw .unsupported }
    let isPadded = unsafe plain.withUnsafeMutableBufferPointer { plain in
      unsafe EVP_DecryptFinal_ex(context, plain.baseAddress.map { unsafe $0 + Int(count) }, &rest) == 1
    }
    guard isPadded else { throw .wrongPassphrase }
    return SecretBytes(copying: plain.span.extracting(0..<Int(count + rest)))
  }

  private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
  }
}
