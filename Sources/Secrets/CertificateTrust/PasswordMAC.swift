// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// PBMAC1, the code over a PKCS #12 file whose key comes from PBKDF2 (RFC 9579). The library of Debian 12 does not know it.
@unsafe struct PasswordMAC {
  let algorithm: UnsafePointer<X509_ALGOR>
  let digest: UnsafePointer<ASN1_OCTET_STRING>

  /// RFC 9579, section 7, refuses a key of less than 20 octets. None is longer than the longest hash.
  private static let keyLengths = 20...64

  static func isUsed(by algorithm: UnsafePointer<X509_ALGOR>) -> Bool {
    unsafe OBJ_obj2nid(algorithm.pointee.algorithm) == NID_pbmac1
  }

  /// Whether the code is over these contents, with this passphrase in UTF-8.
  func isValid(
    over contents: UnsafeBufferPointer<UInt8>, passphrase: UnsafePointer<CChar>?, count: Int32,
    _ cost: inout DerivationCost
  ) throws(PassphraseError) -> Bool {
    guard let (start, length) = unsafe DerivationCost.parameter(of: algorithm) else { throw .malformed }
    var position = unsafe Optional(start)
    // The parameters of PBMAC1 have the form of those of PBES2: a derivation, and what its key is for.
    guard let scheme = unsafe d2i_PBE2PARAM(nil, &position, length) else { throw .malformed }
    defer { unsafe PBE2PARAM_free(scheme) }
    guard let derivation = unsafe scheme.pointee.keyfunc, let use = unsafe scheme.pointee.encryption,
      unsafe OBJ_obj2nid(derivation.pointee.algorithm) == NID_id_pbkdf2, let hash = unsafe Self.hash(use)
    else { throw .unsupported }
    var key = try unsafe Self.key(derivation, passphrase, count, &cost)
    defer { unsafe OPENSSL_cleanse(&key, key.count) }
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var size = 0
    let made = unsafe EVP_Q_mac(
      nil, "HMAC", nil, EVP_MD_get0_name(hash), nil, key, key.count, contents.baseAddress, contents.count, &code,
      code.count, &size)
    guard unsafe made != nil, unsafe size == Int(ASN1_STRING_length(digest)) else { return false }
    return unsafe CRYPTO_memcmp(code, ASN1_STRING_get0_data(digest), size) == 0
  }

  private static func key(
    _ derivation: UnsafePointer<X509_ALGOR>, _ passphrase: UnsafePointer<CChar>?, _ count: Int32,
    _ cost: inout DerivationCost
  ) throws(PassphraseError) -> [UInt8] {
    guard let (start, length) = unsafe DerivationCost.parameter(of: derivation) else { throw .malformed }
    var position = unsafe Optional(start)
    guard let scheme = unsafe d2i_PBKDF2PARAM(nil, &position, length) else { throw .malformed }
    defer { unsafe PBKDF2PARAM_free(scheme) }
    // RFC 9579, section 4: the length of the key is there.
    guard let type = unsafe scheme.pointee.salt, unsafe type.pointee.type == V_ASN1_OCTET_STRING,
      let salt = unsafe type.pointee.value.octet_string, let written = unsafe scheme.pointee.keylength,
      unsafe keyLengths.contains(ASN1_INTEGER_get(written))
    else { throw .malformed }
    guard let hash = unsafe scheme.pointee.prf.map({ unsafe Self.hash($0) }) ?? EVP_sha1() else { throw .unsupported }
    let size = unsafe ASN1_INTEGER_get(written)
    let parts = (size + Int(unsafe EVP_MD_get_size(hash)) - 1) / Int(unsafe EVP_MD_get_size(hash))
    try unsafe cost.check(rounds: scheme.pointee.iter, times: parts)
    var key = [UInt8](repeating: 0, count: size)
    let rounds = unsafe Int32(clamping: ASN1_INTEGER_get(scheme.pointee.iter))
    guard
      unsafe PKCS5_PBKDF2_HMAC(
        passphrase, count, ASN1_STRING_get0_data(salt), ASN1_STRING_length(salt), rounds, hash, Int32(size), &key) == 1
    else { throw .malformed }
    return key
  }

  /// The hash of an HMAC; nil for what is none.
  private static func hash(_ algorithm: UnsafePointer<X509_ALGOR>) -> OpaquePointer? {
    switch unsafe OBJ_obj2nid(algorithm.pointee.algorithm) {
    case NID_hmacWithSHA1: unsafe EVP_sha1()
    case NID_hmacWithSHA224: unsafe EVP_sha224()
    case NID_hmacWithSHA256: unsafe EVP_sha256()
    case NID_hmacWithSHA384: unsafe EVP_sha384()
    case NID_hmacWithSHA512: unsafe EVP_sha512()
    default: nil
    }
  }
}
