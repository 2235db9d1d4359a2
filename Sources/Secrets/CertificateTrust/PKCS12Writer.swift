// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import CryptoPrimitives
package import SecretMemory

/// Makes PKCS #12 files, encrypted and authenticated with what the library takes for good: AES-256 and SHA-256.
package enum PKCS12Writer {
  private static let rounds: Int32 = 100_000

  /// Certificates in DER, keys as PKCS #8 with a number that their certificate has too. The passphrase is UTF-8.
  package static func write(
    certificates: [Certificate], keys: [Key], passphrase: Span<UInt8>
  ) throws(PassphraseError) -> [UInt8] {
    defer { ERR_clear_error() }
    // The library would take the passphrase to end at its first zero.
    guard passphrase.count <= 1024, passphrase.indices.allSatisfy({ passphrase[$0] != 0 }) else { throw .malformed }
    let text = SecretBytes(count: passphrase.count + 1) { target in
      for index in passphrase.indices { target[index] = passphrase[index] }
    }
    return try text.withBytes { (text) throws(PassphraseError) in
      try unsafe text.withUnsafeBytes { (text) throws(PassphraseError) in
        let start = unsafe text.assumingMemoryBound(to: CChar.self).baseAddress
        return try unsafe assemble(certificates, keys, start)
      }
    }
  }

  package struct Certificate: Sendable {
    package let encoded: [UInt8]
    package let label: String?
    package let localID: [UInt8]?

    package init(_ encoded: [UInt8], label: String?, localID: [UInt8]?) {
      self.encoded = encoded
      self.label = label
      self.localID = localID
    }
  }

  package final class Key: Sendable {
    fileprivate let pkcs8: SecretBytes
    fileprivate let label: String?
    fileprivate let localID: [UInt8]?

    package init(pkcs8: consuming SecretBytes, label: String?, localID: [UInt8]?) {
      self.pkcs8 = pkcs8
      self.label = label
      self.localID = localID
    }
  }

  @unsafe private static func assemble(
    _ certificates: [Certificate], _ keys: [Key], _ passphrase: UnsafePointer<CChar>?
  ) throws(PassphraseError) -> [UInt8] {
    var safes: OpaquePointer? = nil
    defer { unsafe OPENSSL_sk_pop_free(safes) { unsafe PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self)) } }
    try unsafe add(certificates, to: &safes, passphrase)
    try unsafe add(keys, to: &safes, passphrase)
    guard let file = unsafe PKCS12_add_safes(safes, 0) else { throw .unsupported }
    defer { unsafe PKCS12_free(file) }
    guard unsafe PKCS12_set_mac(file, passphrase, -1, nil, 0, rounds, EVP_sha256()) == 1 else { throw .unsupported }
    var encoded: UnsafeMutablePointer<UInt8>? = nil
    let count = unsafe i2d_PKCS12(file, &encoded)
    guard count > 0, let start = unsafe encoded else { throw .malformed }
    defer { unsafe CRYPTO_free(start, nil, 0) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  @unsafe private static func add(
    _ certificates: [Certificate], to safes: inout OpaquePointer?, _ passphrase: UnsafePointer<CChar>?
  ) throws(PassphraseError) {
    guard !certificates.isEmpty else { return }
    var bags: OpaquePointer? = nil
    defer { unsafe OPENSSL_sk_pop_free(bags) { unsafe PKCS12_SAFEBAG_free($0.map { OpaquePointer($0) }) } }
    for entry in certificates {
      guard let certificate = LibraryCertificate(entry.encoded),
        let bag = unsafe PKCS12_add_cert(&bags, certificate.raw)
      else { throw .malformed }
      try unsafe mark(bag, entry.label, entry.localID)
    }
    guard unsafe PKCS12_add_safe(&safes, bags, NID_aes_256_cbc, rounds, passphrase) == 1 else { throw .unsupported }
  }

  @unsafe private static func add(
    _ keys: [Key], to safes: inout OpaquePointer?, _ passphrase: UnsafePointer<CChar>?
  ) throws(PassphraseError) {
    guard !keys.isEmpty else { return }
    var bags: OpaquePointer? = nil
    defer { unsafe OPENSSL_sk_pop_free(bags) { unsafe PKCS12_SAFEBAG_free($0.map { OpaquePointer($0) }) } }
    for entry in keys {
      let key = unsafe entry.pkcs8.withBytes { bytes in
        unsafe bytes.withUnsafeBufferPointer { bytes in
          var position = bytes.baseAddress
          return unsafe d2i_AutoPrivateKey(nil, &position, bytes.count)
        }
      }
      guard let key = unsafe key else { throw .malformed }
      defer { unsafe EVP_PKEY_free(key) }
      guard let bag = unsafe PKCS12_add_key(&bags, key, 0, rounds, NID_aes_256_cbc, passphrase) else {
        throw .unsupported
      }
      try unsafe mark(bag, entry.label, entry.localID)
    }
    // Each key is encrypted by itself: what holds them need not be.
    guard unsafe PKCS12_add_safe(&safes, bags, -1, 0, nil) == 1 else { throw .unsupported }
  }

  @unsafe private static func mark(_ bag: OpaquePointer, _ label: String?, _ localID: [UInt8]?) throws(PassphraseError)
  {
    if let label {
      // The library takes UTF-16 as it is, and of UTF-8 not all characters.
      let octets: [UInt8] = label.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      guard unsafe PKCS12_add_friendlyname_uni(bag, octets, Int32(octets.count)) == 1 else { throw .malformed }
    }
    guard var localID else { return }
    let count = Int32(localID.count)
    guard unsafe PKCS12_add_localkeyid(bag, &localID, count) == 1 else { throw .malformed }
  }
}
