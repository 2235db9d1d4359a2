// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// The prime curves of NIST (FIPS 186-4, D.1.2).
package enum Curve: CaseIterable, Sendable {
  case p192, p224, p256, p384, p521

  package var bits: Int {
    switch self {
    case .p192: 192
    case .p224: 224
    case .p256: 256
    case .p384: 384
    case .p521: 521
    }
  }

  package init?(bits: Int) {
    guard let curve = Self.allCases.first(where: { $0.bits == bits }) else { return nil }
    self = curve
  }

  /// The bytes of a coordinate, of a scalar, and of a shared secret.
  package var fieldSize: Int { (bits + 7) / 8 }

  /// The bytes of a point as `04 X Y`.
  package var pointSize: Int { 2 * fieldSize + 1 }

  var name: StaticString {
    switch self {
    case .p192: "prime192v1"
    case .p224: "secp224r1"
    case .p256: "prime256v1"
    case .p384: "secp384r1"
    case .p521: "secp521r1"
    }
  }

  /// The point in the form `04 X Y`, from that or from the compressed form; refuses what is not on the curve.
  package func uncompressed(_ point: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    let group = arithmetic
    guard let first = point.indices.first.map({ point[$0] }), [2, 3, 4].contains(first) else {
      throw .invalidPublicKey
    }
    guard let decoded = unsafe EC_POINT_new(group.raw) else { throw .fromLibrary() }
    defer { unsafe EC_POINT_free(decoded) }
    let done = unsafe point.withUnsafeBufferPointer {
      unsafe EC_POINT_oct2point(group.raw, decoded, $0.baseAddress, $0.count, nil) == 1
    }
    guard done else {
      ERR_clear_error()
      throw .invalidPublicKey
    }
    // A point has one uncompressed form: the library takes coordinates of full width and below the field's prime alone.
    if first == 4 { return point.indices.map { point[$0] } }
    return try unsafe octets(of: decoded)
  }

  /// The public point of a private scalar, which must be one: from 1 to the order of the curve, exclusive.
  func point(of scalar: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    try unsafe withNumber(of: scalar) { (number) throws(CryptoError) in
      let group = arithmetic
      guard let result = unsafe EC_POINT_new(group.raw) else { throw .fromLibrary() }
      defer { unsafe EC_POINT_clear_free(result) }
      guard unsafe EC_POINT_mul(group.raw, result, number, nil, nil, nil) == 1 else { throw .fromLibrary() }
      return try unsafe octets(of: result)
    }
  }

  /// The ECDSA signature of a digest, in DER, by a private scalar that is here for this one: an `ECPrivateKey` of it takes longer to make than
  /// the signature. Whose scalar it is has to be known.
  package func signature(ofDigest digest: Span<UInt8>, by scalar: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    try unsafe withNumber(of: scalar) { (number) throws(CryptoError) in
      var signature = [UInt8](repeating: 0, count: longestSignature)
      var count: UInt32 = 0
      let done = unsafe digest.withUnsafeBufferPointer { digest in
        unsafe copenssl_sign(
          arithmetic.raw, number, digest.baseAddress, Int32(digest.count), &signature, &count) == 1
      }
      guard done, count <= signature.count else { throw .fromLibrary() }
      return Array(signature.prefix(Int(count)))
    }
  }

  /// Whether the DER signature is of the digest, by the key of a point in the form `04 X Y`; longer digests than the curve are cut
  /// (FIPS 186-4, 6.4).
  func isValid(_ signature: Span<UInt8>, ofDigest digest: Span<UInt8>, by point: [UInt8]) -> Bool {
    guard signature.count <= longestSignature, let count = Int32(exactly: digest.count) else { return false }
    defer { ERR_clear_error() }
    return unsafe signature.withUnsafeBufferPointer { signature in
      unsafe digest.withUnsafeBufferPointer { digest in
        unsafe copenssl_verify(
          arithmetic.raw, point, point.count, digest.baseAddress, count, signature.baseAddress, Int32(signature.count))
          == 1
      }
    }
  }

  /// The bytes that an ECDSA signature has in DER, at most.
  var longestSignature: Int { 2 * fieldSize + 16 }

  /// A private scalar as the library's number, which is wiped afterwards.
  @unsafe private func withNumber<Result>(
    of scalar: Span<UInt8>, _ body: (OpaquePointer) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    guard let number = unsafe BN_secure_new() else { throw .fromLibrary() }
    defer { unsafe BN_clear_free(number) }
    unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
    let read = unsafe scalar.withUnsafeBufferPointer {
      unsafe BN_bin2bn($0.baseAddress, Int32($0.count), number) != nil
    }
    guard read, scalar.count == fieldSize, unsafe BN_is_zero(number) == 0,
      unsafe BN_cmp(number, EC_GROUP_get0_order(arithmetic.raw)) < 0
    else { throw .invalidPrivateKey }
    return try unsafe body(number)
  }

  @unsafe private func octets(of point: OpaquePointer) throws(CryptoError) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: pointSize)
    let written = unsafe EC_POINT_point2oct(
      arithmetic.raw, point, POINT_CONVERSION_UNCOMPRESSED, &octets, octets.count, nil)
    guard written == octets.count else {
      ERR_clear_error()
      throw .invalidPublicKey
    }
    return octets
  }

  private var arithmetic: CurveArithmetic {
    switch self {
    case .p192: .p192
    case .p224: .p224
    case .p256: .p256
    case .p384: .p384
    case .p521: .p521
    }
  }
}

/// The library's curve, made once and only read afterwards.
/// Unchecked because the library's object is only read.
@safe private struct CurveArithmetic: @unchecked Sendable {
  let raw: OpaquePointer

  private init(_ identifier: Int32) {
    guard Crypto.isLoaded, let raw = unsafe EC_GROUP_new_by_curve_name_ex(nil, nil, identifier) else {
      fatalError("the cryptographic library lacks a curve")
    }
    unsafe self.raw = raw
  }

  static let p192 = CurveArithmetic(NID_X9_62_prime192v1)
  static let p224 = CurveArithmetic(NID_secp224r1)
  static let p256 = CurveArithmetic(NID_X9_62_prime256v1)
  static let p384 = CurveArithmetic(NID_secp384r1)
  static let p521 = CurveArithmetic(NID_secp521r1)
}
