// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Contents that carry their signature: CMS (RFC 5652) of one signer, in BER as well as in DER. Whether the signer is to be
/// trusted is not decided here.
package struct SignedContent: Sendable, Equatable {
  package let content: [UInt8]
  /// The signer's certificate, DER.
  package let certificate: [UInt8]
  /// All that came along.
  package let others: [[UInt8]]

  package static let largest = 64 << 10

  /// Throws unless the signature is over the contents. Lengths that are only known at the end must have one (X.690, 8.1.5);
  /// bytes after the message are refused.
  package init(_ encoded: [UInt8]) throws(CodeSignatureError) {
    defer { ERR_clear_error() }
    guard encoded.count <= Self.largest else { throw .malformed }
    let message = unsafe encoded.span.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var position = bytes.baseAddress
      let message = unsafe d2i_CMS_ContentInfo(nil, &position, bytes.count)
      guard unsafe position == bytes.baseAddress.map({ unsafe $0 + bytes.count }) else {
        unsafe CMS_ContentInfo_free(message)
        return nil
      }
      return unsafe message
    }
    guard let message = unsafe message else { throw .malformed }
    defer { unsafe CMS_ContentInfo_free(message) }
    guard unsafe OBJ_obj2nid(CMS_get0_type(message)) == NID_pkcs7_signed, unsafe CMS_is_detached(message) == 0,
      let signers = unsafe CMS_get0_SignerInfos(message), unsafe OPENSSL_sk_num(signers) == 1,
      let information = unsafe OPENSSL_sk_value(signers, 0).map({ OpaquePointer($0) })
    else { throw .malformed }
    try unsafe CodeSignature.requireStrongDigest(information)
    guard let output = unsafe BIO_new(BIO_s_mem()) else { throw .library }
    defer { unsafe BIO_free(output) }
    let checks = UInt32(CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY)
    guard unsafe CMS_verify(message, nil, nil, nil, output, checks) == 1 else { throw .mismatch }
    guard let found = unsafe CMS_get0_signers(message) else { throw .malformed }
    defer { unsafe OPENSSL_sk_free(found) }
    guard let leaf = unsafe OPENSSL_sk_value(found, 0).map({ OpaquePointer($0) }) else { throw .malformed }
    try unsafe CodeSignature.requireStrongKey(leaf)
    content = unsafe Self.contents(of: output)
    certificate = unsafe LibraryCertificate.encoded(leaf)
    others = unsafe CodeSignature.certificates(in: message)
  }

  @unsafe private static func contents(of output: OpaquePointer) -> [UInt8] {
    let count = Int(unsafe BIO_ctrl_pending(output))
    guard count > 0 else { return [] }
    var contents = [UInt8](repeating: 0, count: count)
    let read = unsafe BIO_read(output, &contents, Int32(count))
    return Array(contents.prefix(max(0, Int(read))))
  }

  // MARK: - Signing

  /// A message with its contents, in BER with lengths that are known at the end, as Apple writes receipts. The key is the
  /// certificate's, PKCS #8; certificates are DER.
  package static func sign(
    _ content: [UInt8], by certificate: [UInt8], issuedBy others: [[UInt8]], pkcs8: Span<UInt8>
  ) throws(CodeSignatureError) -> [UInt8] {
    defer { ERR_clear_error() }
    let flags = UInt32(CMS_BINARY | CMS_NOATTR | CMS_STREAM | CMS_PARTIAL)
    guard let leaf = LibraryCertificate(certificate) else { throw .certificate }
    guard let key = unsafe CodeSignature.key(pkcs8) else { throw .key }
    defer { unsafe EVP_PKEY_free(key) }
    guard let data = unsafe LibraryInput(content), let output = unsafe BIO_new(BIO_s_mem()) else { throw .library }
    defer { unsafe BIO_free(output) }
    guard let message = unsafe CMS_sign(nil, nil, nil, data.raw, flags) else { throw .library }
    defer { unsafe CMS_ContentInfo_free(message) }
    guard unsafe CMS_add1_signer(message, leaf.raw, key, EVP_sha256(), flags) != nil else { throw .key }
    for other in others {
      guard let issuer = LibraryCertificate(other), unsafe CMS_add1_cert(message, issuer.raw) == 1 else {
        throw .certificate
      }
    }
    guard unsafe i2d_CMS_bio_stream(output, message, data.raw, Int32(flags)) == 1 else { throw .library }
    return unsafe contents(of: output)
  }
}
