// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import CBORCoding
import COSEKeys
import CryptoPrimitives
import KeyFormats
import Testing

@Suite struct COSEKeyTests {
  private static let message = Array("authenticator data and a hash".utf8)
  private static let rsa = Result { () throws(CryptoError) in try RSAPrivateKey(bits: 2048) }

  private static func pair(_ algorithm: COSEAlgorithm) throws -> (PublicKeyMaterial, signature: [UInt8]) {
    switch algorithm {
    case .es256: try elliptic(.p256, .sha256)
    case .es384: try elliptic(.p384, .sha384)
    case .es512: try elliptic(.p521, .sha512)
    case .edDSA: try edwards(.ed25519)
    case .ed448: try edwards(.ed448)
    case .rs256: try rsa(.pkcs1v15(.sha256), .sha256)
    case .ps256: try rsa(.pss(.sha256), .sha256)
    case .ps384: try rsa(.pss(.sha384), .sha384)
    case .ps512: try rsa(.pss(.sha512), .sha512)
    }
  }

  private static func elliptic(_ curve: Curve, _ digest: DigestAlgorithm) throws -> (PublicKeyMaterial, [UInt8]) {
    let key = try ECPrivateKey(curve)
    return (.ec(key.publicKey), try key.signature(ofDigest: digest.hash(message.span).span))
  }

  private static func edwards(_ curve: RawCurve) throws -> (PublicKeyMaterial, [UInt8]) {
    let key = try RawPrivateKey(curve)
    return (.raw(key.publicKey), try key.signature(of: message.span))
  }

  private static func rsa(
    _ padding: RSASignaturePadding, _ digest: DigestAlgorithm
  ) throws -> (PublicKeyMaterial, [UInt8]) {
    let key = try rsa.get()
    return (.rsa(key.publicKey), try key.signature(of: digest.hash(message.span).span, padding))
  }

  @Test(arguments: COSEAlgorithm.allCases)
  func `Each algorithm's key is written, read and verifies its signatures alone`(algorithm: COSEAlgorithm) throws {
    let (material, signature) = try Self.pair(algorithm)
    let key = try COSEKey(algorithm, material)
    #expect(try COSEKey(key.encoded) == key)
    #expect(key.isValid(signature, of: Self.message))
    #expect(!key.isValid(signature, of: Self.message + [0]))
    #expect(!key.isValid(signature.dropLast() + [signature[signature.count - 1] ^ 1], of: Self.message))
    #expect(!key.isValid([], of: Self.message))
    for other in COSEAlgorithm.allCases where other != algorithm {
      #expect(!other.isValid(signature, of: Self.message, by: material))
    }
  }

  @Test func `Others are refused by name`() {
    for (number, name) in [(-47, "ES256K"), (-65535, "RS1"), (-258, "RS384"), (-48, "ML-DSA-44"), (-9, "ESP256")] {
      let error = COSEKeyError.unsupportedAlgorithm(number, name: name)
      #expect(throws: error) { try COSEKey([CBORValue(1): CBORValue(2), CBORValue(3): CBORValue(number)] as CBORMap) }
    }
    #expect(throws: COSEKeyError.unsupportedAlgorithm(-7000, name: nil)) {
      try COSEKey([CBORValue(1): CBORValue(2), CBORValue(3): CBORValue(-7000)] as CBORMap)
    }
  }

  /// The key of the first ceremony that the W3C publishes, changed.
  private static func es256(
    kind: Int = 2, curve: Int = 1, x: [UInt8]? = nil, y: CBORValue? = nil, also: CBORMap = [:]
  ) throws -> CBORMap {
    let (material, _) = try pair(.es256)
    let point = material.encoded
    var pairs: [(CBORValue, CBORValue)] = [
      (CBORValue(1), CBORValue(kind)), (CBORValue(3), CBORValue(-7)), (CBORValue(-1), CBORValue(curve)),
      (CBORValue(-2), .bytes(x ?? Array(point[1...32]))), (CBORValue(-3), y ?? .bytes(Array(point[33...]))),
    ]
    pairs += also.entries.map { ($0.key, $0.value) }
    var encoded: [UInt8] = [0xA0 | UInt8(pairs.count)]
    for pair in pairs { encoded += pair.0.encoded + pair.1.encoded }
    return try CBORReader.read(encoded, COSEKey.limits).members ?? [:]
  }

  @Test func `A key whose parts do not belong together is refused`() throws {
    #expect(throws: Never.self) { try COSEKey(try Self.es256()) }
    #expect(throws: COSEKeyError.wrongKind) { try COSEKey(try Self.es256(kind: 1)) }
    #expect(throws: COSEKeyError.wrongKind) { try COSEKey(try Self.es256(curve: 2)) }
    #expect(throws: COSEKeyError.invalidKey) { try COSEKey(try Self.es256(x: [UInt8](repeating: 1, count: 32))) }
    #expect(throws: COSEKeyError.parameter(-2)) { try COSEKey(try Self.es256(x: [1])) }
    // The compressed form, in which the second coordinate is a sign.
    #expect(throws: COSEKeyError.parameter(-3)) { try COSEKey(try Self.es256(y: .bool(true))) }
    #expect(throws: COSEKeyError.unexpectedParameter(2)) {
      try COSEKey(try Self.es256(also: [CBORValue(2): .bytes([1])]))
    }
    #expect(throws: COSEKeyError.unexpectedParameter(0)) {
      try COSEKey(try Self.es256(also: [.text("kid"): .bytes([1])]))
    }
    #expect(throws: COSEKeyError.encoding(.short)) { try COSEKey([0xA5, 1]) }
    #expect(throws: COSEKeyError.parameter(1)) { try COSEKey([0x80]) }
    #expect(throws: COSEKeyError.parameter(3)) { try COSEKey([0xA0]) }
  }

  @Test func `A modulus that is too short, too long or padded is refused`() throws {
    func key(_ modulus: [UInt8]) throws -> COSEKey {
      try COSEKey(
        [
          CBORValue(1): CBORValue(3), CBORValue(3): CBORValue(-257), CBORValue(-1): .bytes(modulus),
          CBORValue(-2): .bytes([1, 0, 1]),
        ] as CBORMap)
    }
    let modulus = try Self.rsa.get().publicKey.modulus
    #expect(throws: Never.self) { try key(modulus) }
    #expect(throws: COSEKeyError.parameter(-1)) { try key([0] + modulus) }
    #expect(throws: COSEKeyError.invalidKey) { try key(Array(modulus.suffix(128))) }
    #expect(throws: COSEKeyError.invalidKey) { try key([UInt8](repeating: 0xFF, count: 1025)) }
    #expect(throws: COSEKeyError.encoding(.tooLarge)) {
      try COSEKey(CBORValue.map([CBORValue(1): .bytes([UInt8](repeating: 0, count: 5000))]).encoded)
    }
  }
}
