// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import CryptoPrimitives

/// Signatures as code has them: CMS (RFC 5652) of one signer over bytes that lie elsewhere, with the certificates.
package enum CodeSignature {
  package static let largest = 64 << 10
  private static let flags = UInt32(CMS_DETACHED | CMS_BINARY | CMS_NOSMIMECAP)

  /// Signs with the certificate's private key (PKCS #8). Certificates are DER.
  package static func sign(
    _ content: [UInt8], by certificate: [UInt8], issuedBy others: [[UInt8]], pkcs8: Span<UInt8>
  ) throws(CodeSignatureError) -> [UInt8] {
    defer { ERR_clear_error() }
    guard let leaf = LibraryCertificate(certificate) else { throw .certificate }
    guard let key = unsafe key(pkcs8) else { throw .key }
    defer { unsafe EVP_PKEY_free(key) }
    guard let data = unsafe LibraryInput(content),
      let message = unsafe CMS_sign(nil, nil, nil, data.raw, flags | UInt32(CMS_PARTIAL))
    else { throw .library }
    defer { unsafe CMS_ContentInfo_free(message) }
    // It refuses a key that is not the certificate's.
    guard unsafe CMS_add1_signer(message, leaf.raw, key, EVP_sha256(), UInt32(CMS_NOSMIMECAP)) != nil else {
      throw .key
    }
    for other in others {
      guard let issuer = LibraryCertificate(other), unsafe CMS_add1_cert(message, issuer.raw) == 1 else {
        throw .certificate
      }
    }
    guard unsafe CMS_final(message, data.raw, nil, flags) == 1 else { throw .library }
    var encoded: UnsafeMutablePointer<UInt8>? = nil
    let count = unsafe i2d_CMS_ContentInfo(message, &encoded)
    guard count > 0, let start = unsafe encoded else { throw .library }
    defer { unsafe CRYPTO_free(start, nil, 0) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// The signer of a signature; throws unless it is one over these bytes. Whether the signer is to be trusted is not decided
  /// here.
  package static func signer(
    of signature: [UInt8], over content: [UInt8]
  ) throws(CodeSignatureError) -> CodeSigner {
    defer { ERR_clear_error() }
    guard signature.count <= largest else { throw .malformed }
    let message = unsafe signature.span.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var position = bytes.baseAddress
      let message = unsafe d2i_CMS_ContentInfo(nil, &position, bytes.count)
      // Bytes after it are refused: a signature has one form.
      guard unsafe position == bytes.baseAddress.map({ unsafe $0 + bytes.count }) else {
        unsafe CMS_ContentInfo_free(message)
        return nil
      }
      return unsafe message
    }
    guard let message = unsafe message else { throw .malformed }
    defer { unsafe CMS_ContentInfo_free(message) }
    guard unsafe OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed,
      let signers = unsafe CMS_get0_SignerInfos(message), unsafe OPENSSL_sk_num(signers) == 1,
      let information = unsafe OPENSSL_sk_value(signers, 0).map({ OpaquePointer($0) })
    else { throw .malformed }
    try unsafe requireStrongDigest(information)
    guard let data = unsafe LibraryInput(content) else { throw .library }
    let checks = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
    guard unsafe CMS_verify(message, nil, nil, data.raw, nil, checks) == 1 else { throw .mismatch }
    guard let found = unsafe CMS_get0_signers(message) else { throw .malformed }
    defer { unsafe OPENSSL_sk_free(found) }
    guard let leaf = unsafe OPENSSL_sk_value(found, 0).map({ OpaquePointer($0) }) else { throw .malformed }
    try unsafe requireStrongKey(leaf)
    return unsafe CodeSigner(
      certificate: LibraryCertificate.encoded(leaf), others: certificates(in: message), time: time(in: information))
  }

  /// The caller frees it.
  @unsafe static func key(_ pkcs8: Span<UInt8>) -> OpaquePointer? {
    unsafe pkcs8.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe d2i_AutoPrivateKey(nil, &position, bytes.count)
    }
  }

  /// MD5 and SHA-1 can be made to fit other contents.
  @unsafe static func requireStrongDigest(_ information: OpaquePointer) throws(CodeSignatureError) {
    var digest: UnsafeMutablePointer<X509_ALGOR>? = nil
    unsafe CMS_SignerInfo_get0_algs(information, nil, nil, &digest, nil)
    var identifier: OpaquePointer? = nil
    unsafe X509_ALGOR_get0(&identifier, nil, nil, digest)
    guard [NID_sha256, NID_sha384, NID_sha512].contains(unsafe OBJ_obj2nid(identifier)) else { throw .weakDigest }
  }

  @unsafe static func requireStrongKey(_ certificate: OpaquePointer) throws(CodeSignatureError) {
    guard let key = unsafe X509_get0_pubkey(certificate), unsafe EVP_PKEY_get_security_bits(key) >= 112 else {
      throw .weakKey
    }
  }

  @unsafe static func certificates(in message: OpaquePointer) -> [[UInt8]] {
    guard let all = unsafe CMS_get1_certs(message) else { return [] }
    defer { while let one = unsafe OPENSSL_sk_pop(all) { unsafe X509_free(OpaquePointer(one)) } }
    return (0..<min(unsafe OPENSSL_sk_num(all), 8)).compactMap { index in
      unsafe OPENSSL_sk_value(all, index).map { unsafe LibraryCertificate.encoded(OpaquePointer($0)) }
    }
  }

  /// The signer's own time of signing, in seconds since 1970.
  @unsafe private static func time(in information: OpaquePointer) -> Int? {
    let identifier = unsafe OBJ_nid2obj(NID_pkcs9_signingTime)
    guard let value = unsafe CMS_signed_get0_data_by_OBJ(information, identifier, -3, V_ASN1_UTCTIME) else {
      return nil
    }
    var parts = unsafe tm()
    guard unsafe ASN1_TIME_to_tm(value.assumingMemoryBound(to: ASN1_TIME.self), &parts) == 1 else { return nil }
    return Int(unsafe timegm(&parts))
  }
}

/// The signer, and the time at which they say they signed.
package struct CodeSigner: Sendable, Equatable {
  /// The signer's certificate in DER.
  package let certificate: [UInt8]
  /// All that came along.
  package let others: [[UInt8]]
  /// Seconds since 1970.
  package let time: Int?
}

package enum CodeSignatureError: Error, Equatable, Sendable {
  /// A certificate that cannot be read.
  case certificate
  /// The key cannot be read, or is not the certificate's.
  case key
  case library
  /// No CMS signature of one signer.
  case malformed
  /// The signature is over something else, or by another key.
  case mismatch
  case weakDigest
  case weakKey
}

/// Bytes that the library reads.
@safe struct LibraryInput: ~Copyable {
  let raw: OpaquePointer

  /// The library has a copy of its own.
  @unsafe init?(_ bytes: [UInt8]) {
    guard let raw = unsafe BIO_new(BIO_s_mem()) else { return nil }
    let written = unsafe bytes.span.withUnsafeBufferPointer { bytes in
      bytes.isEmpty ? 0 : unsafe BIO_write(raw, bytes.baseAddress, Int32(bytes.count))
    }
    guard written == Int32(bytes.count) else {
      unsafe BIO_free(raw)
      return nil
    }
    unsafe self.raw = raw
  }

  deinit { unsafe BIO_free(raw) }
}
