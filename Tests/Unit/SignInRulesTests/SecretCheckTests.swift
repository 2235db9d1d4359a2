// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import Base64Coding
import CryptoPrimitives
import JOSECoding
import JSONCoding
import SecretMemory
import SignInRules
import Testing

/// Each rule of a secret, broken by itself in a secret that is right otherwise.
@Suite struct SecretCheckTests {
  private static let now = 1_764_000_000
  private static let team = "TEAM000001"
  private static let client = "com.example.web"
  private static let issuer = "https://appleid.apple.com"

  private let key: ECPrivateKey
  private let other: ECPrivateKey
  private let context: SecretContext

  init() throws {
    (key, other) = (try ECPrivateKey(.p256), try ECPrivateKey(.p256))
    context = SecretContext(
      clientID: Self.client, teamID: Self.team, audience: Self.issuer,
      keys: [
        KnownKey(id: "KEY0000001", key.publicKey, name: "first"),
        KnownKey(id: "KEY0000002", other.publicKey, name: "second"),
        KnownKey(id: "KEY0000003", other.publicKey, .revoked, name: "third"),
        KnownKey(id: "KEY0000004", other.publicKey, .ofAnotherApp, name: "fourth"),
      ], now: Self.now)
  }

  private func secret(
    alg: String = "ES256", kid: JSONValue? = .string("KEY0000001"), signer: ECPrivateKey? = nil, form: Form = .raw,
    _ changes: [String: JSONValue?] = [:]
  ) throws -> String {
    var claims: [String: JSONValue?] = [
      "iss": .string(Self.team), "sub": .string(Self.client), "aud": .string(Self.issuer),
      "iat": .number(Self.now - 10), "exp": .number(Self.now + 300),
    ]
    claims.merge(changes) { $1 }
    let members = claims.sorted { $0.key < $1.key }.compactMap { name, value in
      value.map { JSONValue.Member(name, $0) }
    }
    let header = JSONValue.object([.init("alg", .string(alg))] + (kid.map { [.init("kid", $0)] } ?? []))
    let head = Base64URL.encode(Array(header.text.utf8))
    let body = Base64URL.encode(Array(JSONValue.object(members).text.utf8))
    let digest = SHA256.hash(Array("\(head).\(body)".utf8).span)
    let der = try (signer ?? key).signature(ofDigest: digest.span)
    let signature = form == .der ? der : try ECDSASignature.raw(fromDER: der.span, .p256)
    return "\(head).\(body).\(Base64URL.encode(signature))"
  }

  private enum Form { case raw, der }

  private func names(_ secret: String) -> [String] { SecretCheck(secret, context).findings.names }

  @Test func `A right secret breaks no rule`() throws {
    #expect(try names(secret()) == [])
    #expect(try names(secret(["exp": .number(Self.now - 10 + SecretContext.longestLife)])) == [])
  }

  @Test func `Each rule is broken by itself, and is named alone`() throws {
    var seen: [String: SecretRule] = [
      "e30.e30": .notThreeParts, "e30.*.e30": .notJSON,
      try secret(kid: nil): .keyIdMissing, try secret(kid: .string("KEY0000009")): .keyIdUnknown,
      try secret(kid: .string("KEY0000003"), signer: other): .keyRevoked,
      try secret(kid: .string("KEY0000004"), signer: other): .keyOfAnotherApp,
      try secret(["iss": .string("TEAM000002")]): .issuerNotTeam,
      try secret(["sub": .string("com.example.app")]): .subjectNotClient,
      try secret(["aud": .string("https://appleid.apple.com/")]): .audienceNotProvider,
      try secret(["aud": nil]): .claimMissing, try secret(["exp": .string("1764000300")]): .claimNotNumber,
      try secret(["iat": .number(Self.now + 60)]): .issuedInFuture,
      try secret(["exp": .number(Self.now)]): .expired,
      try secret(["exp": .number(Self.now - 9 + SecretContext.longestLife)]): .livesTooLong,
      try secret(form: .der): .signatureDER, try secret(signer: try ECPrivateKey(.p256)): .signatureWrong,
      try secret(signer: other): .signedByOtherKey, try secret(alg: "HS256"): .algorithmNotES256,
    ]
    // A secret without a kid is signed by a key of which nobody can say that it is the one.
    #expect(try names(secret(kid: nil)) == ["keyIdMissing", "signedByOtherKey"])
    seen[try secret(kid: nil)] = nil
    #expect(try names(secret(kid: .string("KEY0000009"))) == ["keyIdUnknown", "signedByOtherKey"])
    for (secret, rule) in seen where ![.keyIdMissing, .keyIdUnknown].contains(rule) {
      #expect(names(secret) == [rule.rawValue])
    }
    #expect(Set(seen.values).union([.keyIdMissing]) == Set(SecretRule.allCases))
  }

  @Test func `All rules that are broken are named, with what was seen`() throws {
    let check = SecretCheck(
      try secret(["iss": .string("x"), "exp": .number(Self.now - 86_400), "iat": .number(Self.now + 5)]), context)
    #expect(check.findings.names == ["issuerNotTeam", "issuedInFuture", "expired"])
    #expect(check.findings[0].fact("expected") == Self.team)
    #expect(check.findings[1].fact("secondsAhead") == "5")
    #expect(check.findings[2].fact("secondsAgo") == "86400")
    #expect(check.findings.error == .invalidClient)
  }

  @Test func `The clock of a client may be ahead by the tolerance`() throws {
    var context = context
    context.tolerance = 10
    #expect(SecretCheck(try secret(["iat": .number(Self.now + 10)]), context).findings.isEmpty)
    #expect(SecretCheck(try secret(["iat": .number(Self.now + 11)]), context).findings.names == ["issuedInFuture"])
  }

  @Test(arguments: [Int.max, Int.min, 9_007_199_254_740_993]) func `Times beyond all clocks are refused`(
    time: Int
  ) throws {
    #expect(try !names(secret(["exp": .number(time), "iat": .number(0)])).isEmpty)
    #expect(try !names(secret(["exp": .number(time), "iat": .number(Int.min)])).isEmpty)
  }

  @Test func `A key in the header, and a kid with a path or SQL, change nothing but the findings`() throws {
    let kid = "../../etc/passwd' OR 1=1 --"
    #expect(try names(secret(kid: .string(kid))).contains("keyIdUnknown"))
    #expect(try names(secret(kid: .number(7))).contains("keyIdMissing"))
  }

  @Test func `Where no keys are known nothing is said of them`() throws {
    var context = context
    context.keys = nil
    #expect(SecretCheck(try secret(signer: try ECPrivateKey(.p256)), context).findings.isEmpty)
    // A file without an identifier in its name may be any key.
    context.keys = [KnownKey(id: nil, key.publicKey, name: "key.p8")]
    #expect(SecretCheck(try secret(), context).findings.isEmpty)
    #expect(SecretCheck(try secret(signer: other), context).findings.names == ["signatureWrong"])
  }

  @Test func `A key's file is read, and is written as it was`() throws {
    let text = try KeyFile.text(of: key)
    #expect(try text.withBytes { try KeyFile.key($0) }.publicKey == key.publicKey)
    let wrong = Array("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".utf8)
    #expect(throws: KeyFile.Failure.notPKCS8) { try KeyFile.key(wrong.span) }
    let none = Array("nothing".utf8)
    #expect(throws: KeyFile.Failure.notPEM) { try KeyFile.key(none.span) }
    let larger = try KeyFile.text(of: try ECPrivateKey(.p384))
    #expect(throws: KeyFile.Failure.notP256) { try larger.withBytes { try KeyFile.key($0) } }
  }
}
