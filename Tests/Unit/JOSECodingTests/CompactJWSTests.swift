// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import Base64Coding
import CryptoPrimitives
import JSONCoding
import Testing

@testable import JOSECoding

@Suite struct CompactJWSTests {
  /// RFC 7515, appendix A.3.
  private static let es256 = """
    eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ\
    .DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q
    """
  private static let es256Key = """
    {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}
    """
  /// RFC 7515, appendix A.2.
  private static let rs256 = """
    eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ\
    .cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7\
    t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi1\
    2jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlU\
    PQGe77Rw
    """
  private static let rs256Key = """
    {"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4Ql\
    L-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UT\
    o7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kz\
    k2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}
    """

  private static func key(_ text: String) throws -> JSONWebKey {
    try JSONWebKey(try JSONReader.read(Array(text.utf8), JSONLimits(bytes: 4096, depth: 4, values: 64)))
  }

  @Test func `The examples of RFC 7515 are verified with their keys, and with no others`() throws {
    let (ec, rsa) = (try CompactJWS(Self.es256.utf8), try CompactJWS(Self.rs256.utf8))
    try ec.verify(with: Self.key(Self.es256Key))
    try rsa.verify(with: Self.key(Self.rs256Key))
    #expect(ec.claims.number("exp") == 1_300_819_380)
    #expect(throws: JOSEError.otherAlgorithm(.rs256)) { try ec.verify(with: try Self.key(Self.rs256Key)) }
    #expect(throws: JOSEError.otherAlgorithm(.es256)) { try rsa.verify(with: try Self.key(Self.es256Key)) }
  }

  @Test func `One bit anywhere in what is signed, or in the signature, is found`() throws {
    let key = try Self.key(Self.es256Key)
    let token = try CompactJWS(Self.es256.utf8)
    for index in stride(from: 0, to: token.signature.count, by: 7) {
      var signature = token.signature
      signature[index] ^= 1
      #expect(!key.isValid(signature, of: token.signedBytes))
    }
    #expect(!key.isValid(token.signature, of: token.signedBytes + [0]))
  }

  @Test(arguments: [JOSEAlgorithm.es256, .rs256]) func `What is signed here is verified here`(
    algorithm: JOSEAlgorithm
  ) throws {
    let key: JWSSigningKey?
    switch algorithm {
    case .es256: key = JWSSigningKey(id: "K", try ECPrivateKey(.p256))
    case .rs256: key = JWSSigningKey(id: "K", try RSAPrivateKey(bits: 2048))
    }
    let signing = try #require(key)
    let token = try CompactJWS(try CompactJWS.sign([.init("sub", .string("é\n"))], with: signing).utf8)
    #expect(token.keyID == "K")
    #expect(token.claims.text("sub") == "é\n")
    try token.verify(with: signing.publicKey)
    // As others read it from JSON.
    let set = JSONWebKeySet([signing.publicKey])
    try token.verify(with: try #require(try JSONWebKeySet(Array(set.json.text.utf8)).key("K")))
  }

  private static func token(header: String, claims: String = "{}") -> String {
    "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8)))."
      + Base64URL.encode([UInt8](repeating: 1, count: 64))
  }

  @Test(arguments: ["none", "None", "HS256", "ES384", "es256", ""]) func `Other algorithms are refused by name`(
    name: String
  ) throws {
    let token = try CompactJWS(Self.token(header: "{\"alg\":\"\(name)\"}").utf8)
    #expect(throws: JOSEError.algorithmRefused(name)) { try token.verify(with: try Self.key(Self.es256Key)) }
  }

  @Test(arguments: ["jku", "jwk", "x5u", "x5c", "crit", "b64"])
  func `A header that brings a key along, or wants more, is refused by name`(member: String) throws {
    let token = try CompactJWS(Self.token(header: "{\"alg\":\"ES256\",\"\(member)\":{}}").utf8)
    #expect(throws: JOSEError.headerRefused(member: member)) { try token.verify(with: try Self.key(Self.es256Key)) }
  }

  @Test func `What is no token says what is wrong with it`() {
    let sound = Self.token(header: "{\"alg\":\"ES256\"}")
    #expect(throws: JOSEError.notThreeParts(1)) { try CompactJWS("".utf8) }
    #expect(throws: JOSEError.notThreeParts(2)) { try CompactJWS("e30.e30".utf8) }
    #expect(throws: JOSEError.notThreeParts(5)) { try CompactJWS("e30.e30.e30.e30.e30".utf8) }
    #expect(throws: JOSEError.notBase64URL(.header)) { try CompactJWS("e3=.e30.".utf8) }
    #expect(throws: JOSEError.notBase64URL(.signature)) { try CompactJWS((sound + "+").utf8) }
    #expect(throws: JOSEError.notObject(.payload)) {
      try CompactJWS(Self.token(header: "{}", claims: "[]").utf8)
    }
    #expect(throws: JOSEError.notJSON(.header, .repeatedName("alg"))) {
      try CompactJWS(Self.token(header: "{\"alg\":\"ES256\",\"alg\":\"none\"}").utf8)
    }
    #expect(throws: JOSEError.tooLarge) { try CompactJWS(String(repeating: "a", count: 1 << 20).utf8) }
  }

  // MARK: - Keys

  @Test(arguments: [
    ("{\"kty\":\"oct\",\"k\":\"AA\"}", JOSEError.keyTypeRefused("oct")),
    ("{\"kty\":\"EC\",\"crv\":\"P-384\",\"x\":\"AA\",\"y\":\"AA\"}", .keyMember("crv")),
    ("{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}", .keyMember("x")),
    ("{\"kty\":\"RSA\",\"n\":\"AAAA\",\"e\":\"AQAB\"}", .keyMember("n")),
    ("{\"kty\":\"EC\",\"d\":\"AA\"}", .keyMember("d")), ("[]", .keyMember("kty")),
  ]) func `What is no public key of ours says why`(text: String, error: JOSEError) {
    #expect(throws: error) { try Self.key(text) }
  }

  @Test func `A small RSA key, two keys of one name, and too many keys are refused`() throws {
    let small = JSONWebKey(id: nil, rsa: try RSAPrivateKey(bits: 1024).publicKey)
    #expect(throws: JOSEError.keyTooSmall(bits: 1024)) { try Self.key(small.json.text) }
    let key = JSONWebKey(id: "A", ec: try ECPrivateKey(.p256).publicKey)
    #expect(throws: JOSEError.keyTwice("A")) {
      try JSONWebKeySet(Array(JSONWebKeySet([key, key]).json.text.utf8))
    }
    let many = (0..<65).map { JSONWebKey(id: "\($0)", ec: try! ECPrivateKey(.p256).publicKey) }
    #expect(throws: JOSEError.tooManyKeys) { try JSONWebKeySet(Array(JSONWebKeySet(many).json.text.utf8)) }
  }
}
