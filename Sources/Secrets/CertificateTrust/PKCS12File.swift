// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import CryptoPrimitives
import SecretMemory

/// Opens PKCS #12 files, old ones with RC2 and 3DES too. Files come from anywhere: what they may cost is bounded.
package struct PKCS12File: Sendable {
  package static let longest = 4 << 20
  private static let deepest = 4
  private static let maximumBags = 1000

  private let cost: DerivationCost

  package init(maximumRounds: Int = 5_000_000) { cost = DerivationCost(maximumRounds: maximumRounds) }

  /// The passphrase is UTF-8.
  package func open(
    _ bytes: Span<UInt8>, passphrase: Span<UInt8>
  ) throws(PassphraseError) -> PKCS12Contents {
    defer { ERR_clear_error() }
    guard bytes.count <= Self.longest, passphrase.count <= 1024 else { throw .malformed }
    let file = try LibraryFile(bytes)
    // The library wants a string that ends in a zero.
    let text = SecretBytes(count: passphrase.count + 1) { target in
      for index in passphrase.indices { target[index] = passphrase[index] }
    }
    return try text.withBytes { (text) throws(PassphraseError) in
      try unsafe text.withUnsafeBytes { (text) throws(PassphraseError) in
        let start = unsafe text.assumingMemoryBound(to: CChar.self).baseAddress
        let reader = unsafe Reader(passphrase: start, count: Int32(passphrase.count), cost: cost)
        return try unsafe reader.read(file)
      }
    }
  }

  /// A reading of a file with its passphrase.
  @unsafe private struct Reader: ~Copyable {
    private var passphrase: UnsafePointer<CChar>?
    private let count: Int32
    private var cost: DerivationCost
    private var contents = PKCS12Contents()
    private var bags = 0
    /// Whether what is being read is encrypted as a whole.
    private var isEncrypted = false

    init(passphrase: UnsafePointer<CChar>?, count: Int32, cost: DerivationCost) {
      unsafe self.passphrase = passphrase
      unsafe self.count = count
      unsafe self.cost = cost
    }

    consuming func read(_ file: borrowing LibraryFile) throws(PassphraseError) -> PKCS12Contents {
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
    private mutating func checkMAC(_ file: borrowing LibraryFile) throws(PassphraseError) {
      guard unsafe PKCS12_mac_present(file.raw) == 1 else { return }
      var (digest, algorithm): (UnsafePointer<ASN1_OCTET_STRING>?, UnsafePointer<X509_ALGOR>?) = (nil, nil)
      var rounds: UnsafePointer<ASN1_INTEGER>? = nil
      unsafe PKCS12_get0_mac(&digest, &algorithm, nil, &rounds, file.raw)
      if let digest = unsafe digest, let algorithm = unsafe algorithm, unsafe PasswordMAC.isUsed(by: algorithm) {
        return try unsafe check(PasswordMAC(algorithm: algorithm, digest: digest), file)
      }
      try unsafe cost.check(rounds: rounds)
      if unsafe PKCS12_verify_mac(file.raw, passphrase, count) == 1 { return }
      guard unsafe count == 0, unsafe PKCS12_verify_mac(file.raw, nil, 0) == 1 else { throw .wrongPassphrase }
      unsafe passphrase = nil
    }

    private mutating func check(_ code: PasswordMAC, _ file: borrowing LibraryFile) throws(PassphraseError) {
      var cost = unsafe cost
      let (passphrase, count) = unsafe (self.passphrase, self.count)
      let isValid = try unsafe file.withContents { (contents) throws(PassphraseError) in
        try unsafe code.isValid(over: contents, passphrase: passphrase, count: count, &cost)
      }
      unsafe self.cost = cost
      guard isValid else { throw .wrongPassphrase }
    }

    private mutating func read(_ safe: UnsafeMutablePointer<PKCS7>) throws(PassphraseError) {
      let found: OpaquePointer?
      unsafe isEncrypted = false
      switch unsafe OBJ_obj2nid(safe.pointee.type) {
      case NID_pkcs7_data: unsafe found = PKCS12_unpack_p7data(safe)
      case NID_pkcs7_encrypted:
        guard let data = unsafe safe.pointee.d.encrypted?.pointee.enc_data else { throw .malformed }
        try unsafe cost.check(data.pointee.algorithm)
        unsafe found = PKCS12_unpack_p7encdata(safe, passphrase, count)
        unsafe isEncrypted = true
      default: return
      }
      guard let bags = unsafe found else { throw .unsupported }
      defer { unsafe Self.free(bags, PKCS12_SAFEBAG_free) }
      try unsafe read(bags: bags, depth: 0)
    }

    private mutating func read(bags stack: OpaquePointer, depth: Int) throws(PassphraseError) {
      let bagCount = unsafe OPENSSL_sk_num(stack)
      for index in 0..<bagCount {
        unsafe bags += 1
        guard unsafe bags <= maximumBags, depth <= deepest else { throw .malformed }
        guard let bag = unsafe OPENSSL_sk_value(stack, index).map({ OpaquePointer($0) }) else { continue }
        switch unsafe PKCS12_SAFEBAG_get_nid(bag) {
        case NID_keyBag:
          guard let key = unsafe PKCS12_SAFEBAG_get0_p8inf(bag) else { throw .malformed }
          try unsafe take(key: key, bag, isWrapped: isEncrypted)
        case NID_pkcs8ShroudedKeyBag: try unsafe take(shrouded: bag)
        case NID_certBag: unsafe take(certificate: bag)
        case NID_safeContentsBag:
          if let inner = unsafe PKCS12_SAFEBAG_get0_safes(bag) { try unsafe read(bags: inner, depth: depth + 1) }
        default: break
        }
      }
    }

    private mutating func take(shrouded bag: OpaquePointer) throws(PassphraseError) {
      guard let shroud = unsafe PKCS12_SAFEBAG_get0_pkcs8(bag) else { throw .malformed }
      var algorithm: UnsafePointer<X509_ALGOR>? = nil
      unsafe X509_SIG_get0(shroud, &algorithm, nil)
      try unsafe cost.check(algorithm)
      guard let key = unsafe PKCS12_decrypt_skey_ex(bag, passphrase, count, LegacyLibrary.shared.raw, nil) else {
        throw .unsupported
      }
      defer { unsafe PKCS8_PRIV_KEY_INFO_free(key) }
      try unsafe take(key: key, bag, isWrapped: true)
    }

    private mutating func take(key: OpaquePointer, _ bag: OpaquePointer, isWrapped: Bool) throws(PassphraseError) {
      var encoded: UnsafeMutablePointer<UInt8>? = nil
      let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(key, &encoded)
      guard count > 0, let start = unsafe encoded else { throw .malformed }
      defer { unsafe CRYPTO_clear_free(start, Int(count), nil, 0) }
      let secret = unsafe SecretBytes(
        copying: Span<UInt8>(_unsafeElements: UnsafeBufferPointer(start: start, count: Int(count))))
      unsafe contents.keys.append(
        PKCS12Contents.Key(secret, label: label(bag), localID: localID(bag), isWrapped: isWrapped))
    }

    private mutating func take(certificate bag: OpaquePointer) {
      guard let certificate = unsafe PKCS12_SAFEBAG_get1_cert(bag) else { return }
      defer { unsafe X509_free(certificate) }
      unsafe contents.certificates.append(
        PKCS12Contents.CertificateEntry(
          encoded: LibraryCertificate.encoded(certificate), label: label(bag), localID: localID(bag)))
    }

    /// A BMPString, which is UTF-16. The library's own reading of it loses characters.
    private func label(_ bag: OpaquePointer) -> String? {
      guard let attribute = unsafe PKCS12_SAFEBAG_get0_attr(bag, NID_friendlyName),
        unsafe attribute.pointee.type == V_ASN1_BMPSTRING,
        let octets = unsafe Self.octets(attribute.pointee.value.bmpstring), octets.count.isMultiple(of: 2)
      else { return nil }
      let units = stride(from: 0, to: octets.count, by: 2).map { UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1]) }
      // Some writers end it with a zero, as they do in C.
      return String(validating: units.last == 0 ? units.dropLast() : units[...], as: UTF16.self)
    }

    private func localID(_ bag: OpaquePointer) -> [UInt8]? {
      guard let attribute = unsafe PKCS12_SAFEBAG_get0_attr(bag, NID_localKeyID),
        unsafe attribute.pointee.type == V_ASN1_OCTET_STRING
      else { return nil }
      return unsafe Self.octets(attribute.pointee.value.octet_string)
    }

    private static func octets(_ string: UnsafeMutablePointer<ASN1_STRING>?) -> [UInt8]? {
      guard let string = unsafe string else { return nil }
      let start = unsafe ASN1_STRING_get0_data(string)
      return unsafe Array(UnsafeBufferPointer(start: start, count: Int(ASN1_STRING_length(string))))
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

  init(_ bytes: Span<UInt8>) throws(PassphraseError) {
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

  /// Gives the contents that the file's authentication code covers.
  func withContents<Answer>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(PassphraseError) -> Answer
  ) throws(PassphraseError) -> Answer {
    var encoded: UnsafeMutablePointer<UInt8>? = nil
    let count = unsafe i2d_PKCS12(raw, &encoded)
    guard count > 0, let start = unsafe encoded else { throw .malformed }
    defer { unsafe CRYPTO_free(start, nil, 0) }
    var position = unsafe Optional(UnsafePointer(start))
    guard let parts = unsafe d2i_ASN1_SEQUENCE_ANY(nil, &position, Int(count)) else { throw .malformed }
    defer {
      while let part = unsafe OPENSSL_sk_pop(parts) {
        unsafe ASN1_TYPE_free(part.assumingMemoryBound(to: ASN1_TYPE.self))
      }
      unsafe OPENSSL_sk_free(parts)
    }
    // The version, the contents, the code.
    guard let part = unsafe OPENSSL_sk_value(parts, 1)?.assumingMemoryBound(to: ASN1_TYPE.self),
      unsafe part.pointee.type == V_ASN1_SEQUENCE, let sequence = unsafe part.pointee.value.sequence
    else { throw .malformed }
    unsafe position = ASN1_STRING_get0_data(sequence)
    guard let contents = unsafe d2i_PKCS7(nil, &position, Int(ASN1_STRING_length(sequence))) else { throw .malformed }
    defer { unsafe PKCS7_free(contents) }
    guard unsafe OBJ_obj2nid(contents.pointee.type) == NID_pkcs7_data, let data = unsafe contents.pointee.d.data else {
      throw .malformed
    }
    return try unsafe body(
      UnsafeBufferPointer(start: ASN1_STRING_get0_data(data), count: Int(ASN1_STRING_length(data))))
  }
}
