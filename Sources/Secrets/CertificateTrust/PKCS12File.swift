// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import CryptoPrimitives
import SecretMemory

/// Opens PKCS #12 files, old ones with RC2 and 3DES too. Files come from anywhere: what they may cost is bounded.
package struct PKCS12File: Sendable {
  package static let longest = 4 << 20
  private static let deepest = 4
  private static let maximumBags = 1000

  /// How many rounds of key derivation a file may ask for.
  private let maximumRounds: Int

  package init(maximumRounds: Int = 5_000_000) { self.maximumRounds = maximumRounds }

  /// The passphrase is UTF-8.
  package func open(
    _ bytes: Span<UInt8>, passphrase: Span<UInt8>
  ) throws(PKCS12Error) -> PKCS12Contents {
    defer { ERR_clear_error() }
    guard bytes.count <= Self.longest, passphrase.count <= 1024 else { throw .malformed }
    let file = try LibraryFile(bytes)
    // The library wants a string that ends in a zero.
    let text = SecretBytes(count: passphrase.count + 1) { target in
      for index in passphrase.indices { target[index] = passphrase[index] }
    }
    return try text.withBytes { (text) throws(PKCS12Error) in
      try unsafe text.withUnsafeBytes { (text) throws(PKCS12Error) in
        let start = unsafe text.assumingMemoryBound(to: CChar.self).baseAddress
        let reader = unsafe Reader(passphrase: start, count: Int32(passphrase.count), maximumRounds: maximumRounds)
        return try unsafe reader.read(file)
      }
    }
  }

  /// One reading of a file.
  @unsafe private struct Reader: ~Copyable {
    private var passphrase: UnsafePointer<CChar>?
    private let count: Int32
    private let maximumRounds: Int
    private var contents = PKCS12Contents()
    private var bags = 0

    init(passphrase: UnsafePointer<CChar>?, count: Int32, maximumRounds: Int) {
      unsafe self.passphrase = passphrase
      unsafe self.count = count
      unsafe self.maximumRounds = maximumRounds
    }

    consuming func read(_ file: borrowing LibraryFile) throws(PKCS12Error) -> PKCS12Contents {
      try unsafe checkMAC(file)
      guard let safes = unsafe PKCS12_unpack_authsafes(file.raw) else { throw .malformed }
      defer { unsafe Self.free(safes, PKCS7_free) }
      let safeCount = unsafe OPENSSL_sk_num(safes)
      for index in 0..<safeCount {
        guard let safe = unsafe OPENSSL_sk_value(safes, index) else { continue }
        try unsafe read(safe.assumingMemoryBound(to: PKCS7.self))
      }
      return unsafe contents
    }

    /// The format distinguishes no passphrase from an empty one. Callers do not, so both are tried.
    private mutating func checkMAC(_ file: borrowing LibraryFile) throws(PKCS12Error) {
      guard unsafe PKCS12_mac_present(file.raw) == 1 else { return }
      var rounds: UnsafePointer<ASN1_INTEGER>? = nil
      unsafe PKCS12_get0_mac(nil, nil, nil, &rounds, file.raw)
      try unsafe check(rounds: rounds)
      if unsafe PKCS12_verify_mac(file.raw, passphrase, count) == 1 { return }
      guard unsafe count == 0, unsafe PKCS12_verify_mac(file.raw, nil, 0) == 1 else { throw .wrongPassphrase }
      unsafe passphrase = nil
    }

    private func check(rounds: UnsafePointer<ASN1_INTEGER>?) throws(PKCS12Error) {
      guard let rounds = unsafe rounds else { return }
      var number: UInt64 = 0
      guard unsafe ASN1_INTEGER_get_uint64(&number, rounds) == 1, unsafe number <= UInt64(maximumRounds) else {
        throw .tooExpensive
      }
    }

    private mutating func read(_ safe: UnsafeMutablePointer<PKCS7>) throws(PKCS12Error) {
      let found: OpaquePointer?
      switch unsafe OBJ_obj2nid(safe.pointee.type) {
      case NID_pkcs7_data: unsafe found = PKCS12_unpack_p7data(safe)
      case NID_pkcs7_encrypted:
        guard let data = unsafe safe.pointee.d.encrypted?.pointee.enc_data else { throw .malformed }
        try unsafe check(cost: data.pointee.algorithm)
        unsafe found = PKCS12_unpack_p7encdata(safe, passphrase, count)
      default: return
      }
      guard let bags = unsafe found else { throw .unsupported }
      defer { unsafe Self.free(bags, PKCS12_SAFEBAG_free) }
      try unsafe read(bags: bags, depth: 0)
    }

    private mutating func read(bags stack: OpaquePointer, depth: Int) throws(PKCS12Error) {
      let bagCount = unsafe OPENSSL_sk_num(stack)
      for index in 0..<bagCount {
        unsafe bags += 1
        guard unsafe bags <= maximumBags, depth <= deepest else { throw .malformed }
        guard let bag = unsafe OPENSSL_sk_value(stack, index).map({ OpaquePointer($0) }) else { continue }
        switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
        case NID_keyBag:
          guard let key = unsafe PKCS12_SAFEBAG_get0_p8inf(bag) else { throw .malformed }
          try unsafe take(key: key, bag)
        case NID_pkcs8ShroudedKeyBag: try unsafe take(shrouded: bag)
        case NID_certBag: unsafe take(certificate: bag)
        case NID_safeContentsBag:
          if let inner = unsafe PKCS12_SAFEBAG_get0_safes(bag) { try unsafe read(bags: inner, depth: depth + 1) }
        default: break
        }
      }
    }

    private mutating func take(shrouded bag: OpaquePointer) throws(PKCS12Error) {
      guard let shroud = unsafe PKCS12_SAFEBAG_get0_pkcs8(bag) else { throw .malformed }
      var algorithm: UnsafePointer<X509_ALGOR>? = nil
      unsafe X509_SIG_get0(shroud, &algorithm, nil)
      try unsafe check(cost: algorithm)
      guard let key = unsafe PKCS12_decrypt_skey_ex(bag, passphrase, count, LegacyLibrary.shared.raw, nil) else {
        throw .unsupported
      }
      defer { unsafe PKCS8_PRIV_KEY_INFO_free(key) }
      try unsafe take(key: key, bag)
    }

    private mutating func take(key: OpaquePointer, _ bag: OpaquePointer) throws(PKCS12Error) {
      var encoded: UnsafeMutablePointer<UInt8>? = nil
      let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(key, &encoded)
      guard count > 0, let start = unsafe encoded else { throw .malformed }
      defer { unsafe CRYPTO_clear_free(start, Int(count), nil, 0) }
      let secret = unsafe SecretBytes(
        copying: Span<UInt8>(_unsafeElements: UnsafeBufferPointer(start: start, count: Int(count))))
      unsafe contents.keys.append(PKCS12Contents.Key(secret, label: label(bag), localID: localID(bag)))
    }

    private mutating func take(certificate bag: OpaquePointer) {
      guard let certificate = unsafe PKCS12_SAFEBAG_get1_cert(bag) else { return }
      defer { unsafe X509_free(certificate) }
      unsafe contents.certificates.append(
        PKCS12Contents.CertificateEntry(
          encoded: LibraryCertificate.encoded(certificate), label: label(bag), localID: localID(bag)))
    }

    private func label(_ bag: OpaquePointer) -> String? {
      guard let text = unsafe PKCS12_get_friendlyname(bag) else { return nil }
      defer { unsafe CRYPTO_free(text, nil, 0) }
      return unsafe String(validatingCString: text)
    }

    private func localID(_ bag: OpaquePointer) -> [UInt8]? {
      guard let attribute = unsafe PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID),
        unsafe attribute.pointee.type == V_ASN1_OCTET_STRING, let octets = unsafe attribute.pointee.value.octet_string
      else { return nil }
      let start = unsafe ASN1_STRING_get0_data(octets)
      return unsafe Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(octets))))
    }

    /// Looks at the rounds that a scheme of PKCS #12 or of PKCS #5 asks for.
    private func check(cost algorithm: UnsafePointer<X509_ALGOR>?) throws(PKCS12Error) {
      guard let algorithm = unsafe algorithm, let parameter = unsafe algorithm.pointee.parameter,
        unsafe parameter.pointee.type == V_ASN1_SEQUENCE, let sequence = unsafe parameter.pointee.value.sequence
      else { throw .malformed }
      let start = unsafe ASN1_STRING_get0_data(sequence)
      let length = unsafe Int(ASN1_STRING_length(sequence))
      guard unsafe OBJ_obj2nid(algorithm.pointee.algorithm) == NID_pbes2 else {
        var position = unsafe start
        guard let scheme = unsafe d2i_PBEPARAM(nil, &position, length) else { throw .malformed }
        defer { unsafe PBEPARAM_free(scheme) }
        return try unsafe check(rounds: UnsafePointer(scheme.pointee.iter))
      }
      var position = unsafe start
      guard let scheme = unsafe d2i_PBE2PARAM(nil, &position, length) else { throw .malformed }
      defer { unsafe PBE2PARAM_free(scheme) }
      try unsafe check(derivation: scheme.pointee.keyfunc)
    }

    private func check(derivation: UnsafePointer<X509_ALGOR>?) throws(PKCS12Error) {
      guard let derivation = unsafe derivation, unsafe OBJ_obj2nid(derivation.pointee.algorithm) == NID_id_pbkdf2,
        let parameter = unsafe derivation.pointee.parameter, unsafe parameter.pointee.type == V_ASN1_SEQUENCE,
        let sequence = unsafe parameter.pointee.value.sequence
      else { throw .unsupported }
      var position = unsafe ASN1_STRING_get0_data(sequence)
      guard let scheme = unsafe d2i_PBKDF2PARAM(nil, &position, Int(ASN1_STRING_length(sequence))) else {
        throw .malformed
      }
      defer { unsafe PBKDF2PARAM_free(scheme) }
      try unsafe check(rounds: UnsafePointer(scheme.pointee.iter))
    }

    private static func free<Element>(_ stack: OpaquePointer, _ release: (Element?) -> Void) {
      while let element = unsafe OPENSSL_sk_pop(stack) {
        unsafe release(unsafeBitCast(element, to: Element?.self))
      }
      unsafe OPENSSL_sk_free(stack)
    }
  }
}

/// The library's form of a file, which knows where the old ciphers are.
@safe private struct LibraryFile: ~Copyable {
  let raw: OpaquePointer

  init(_ bytes: Span<UInt8>) throws(PKCS12Error) {
    var file = unsafe PKCS12_init_ex(NID_pkcs7_data, LegacyLibrary.shared.raw, nil)
    let read = unsafe bytes.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe d2i_PKCS12(&file, &position, bytes.count) != nil
    }
    guard read, let raw = unsafe file else {
      // What could not be read is freed by the library.
      throw .malformed
    }
    unsafe self.raw = raw
  }

  deinit { unsafe PKCS12_free(raw) }
}

/// A context of the library with the ciphers of old files, apart from what the rest of the process uses.
/// Unchecked because it is made once and only read afterwards.
@safe private struct LegacyLibrary: @unchecked Sendable {
  let raw: OpaquePointer?

  static let shared: LegacyLibrary = {
    let context = unsafe OSSL_LIB_CTX_new()
    unsafe OSSL_PROVIDER_load(context, "default")
    // Where the package lacks it, files with RC2 are `unsupported`, and all others open.
    unsafe OSSL_PROVIDER_load(context, "legacy")
    return unsafe LegacyLibrary(raw: context)
  }()
}
