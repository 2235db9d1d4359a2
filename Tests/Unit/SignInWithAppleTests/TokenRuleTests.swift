// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import JOSECoding
import JSONCoding
import SecretMemory
import SignInWithApple
import Testing
import Threads

/// Each rule of a provider's token, broken by itself, and refused by its name.
@Suite struct TokenRuleTests {
  private let provider: ProviderStandIn
  private let site: SignInWithApple

  init() throws {
    provider = try ProviderStandIn()
    site = try provider.site()
  }

  /// The rule that a token breaks; nil for one that is taken.
  private func rule(_ token: String, nonce: String? = "n") -> TokenRule? {
    do throws(SignInError) {
      _ = try site.verify(token, nonce: nonce)
      return nil
    } catch {
      guard case .token(let refusal) = error else { return nil }
      return refusal.rule
    }
  }

  @Test func `A token that holds to every rule gives the person`() throws {
    let identity = try site.verify(try provider.token(), nonce: "n")
    #expect(identity.subject == ProviderStandIn.subject)
    #expect(identity.mail == "anna@example.org")
    #expect(identity.mailStanding == .verified)
  }

  @Test(
    arguments: [
      ("iss", .string("https://appleid.apple.com"), .issuerOther),
      ("iss", .string("https://id.example.org/"), .issuerOther),
      ("iss", nil, .claimMissing), ("aud", .string("com.example.other"), .audienceOther),
      ("aud", .array([.string("com.example.web"), .string("com.example.other")]), .claimMissing),
      ("aud", .string("com.example.web "), .audienceOther), ("exp", nil, .claimMissing),
      ("exp", .string("9"), .claimNotNumber),
      ("exp", .fraction(1e30), .claimNotNumber), ("exp", .number(.max), .claimNotNumber),
      ("exp", .number(-1), .claimNotNumber),
      ("iat", nil, .claimMissing), ("sub", nil, .claimMissing), ("sub", .string(""), .claimMissing),
      ("sub", .number(1), .claimMissing), ("nonce", .string("m"), .nonceOther), ("nonce", .number(1), .nonceOther),
      ("nonce", nil, .nonceMissing),
    ] as [(String, JSONValue?, TokenRule)]) func `A claim that is not what it must be`(
      claim: String, value: JSONValue?, expected: TokenRule
    ) throws
  {
    #expect(rule(try provider.token([claim: value])) == expected)
  }

  @Test func `A token holds from when it was issued until it ends, and a minute more either way`() throws {
    let token = try provider.token()
    provider.pass(659)
    #expect(rule(token) == nil)
    provider.pass(1)
    #expect(rule(token) == .expired)
    provider.pass(-721)
    #expect(rule(token) == .issuedInFuture)
    provider.pass(1)
    #expect(rule(token) == nil)
  }

  @Test func `A nonce may be left out by a provider that supports none, and is not asked for where there was none`()
    throws
  {
    #expect(rule(try provider.token(["nonce": nil, "nonce_supported": .string("false")])) == nil)
    #expect(rule(try provider.token(["nonce": nil, "nonce_supported": nil])) == .nonceMissing)
    #expect(rule(try provider.token(["nonce": nil]), nonce: nil) == nil)
  }

  @Test func `A private address is known as one, in either form of the claim`() throws {
    for value in [JSONValue.string("true"), .bool(true)] {
      #expect(
        try site.verify(try provider.token(["is_private_email": value]), nonce: "n").mailStanding == .privateRelay)
    }
    #expect(
      try site.verify(try provider.token(["email_verified": .string("false")]), nonce: "n").mailStanding == .unverified)
    #expect(try site.verify(try provider.token(["email": nil]), nonce: "n").mail == nil)
  }

  // MARK: - Forgeries

  @Test(
    arguments: [
      (#"{"alg":"none","kid":"SIGN000001"}"#, .algorithmNotRS256),
      (#"{"alg":"None","kid":"SIGN000001"}"#, .algorithmNotRS256),
      (#"{"alg":"HS256","kid":"SIGN000001"}"#, .algorithmNotRS256),
      (#"{"alg":"ES256","kid":"SIGN000001"}"#, .algorithmNotRS256),
      (#"{"kid":"SIGN000001"}"#, .algorithmNotRS256), (#"{"alg":["RS256"],"kid":"SIGN000001"}"#, .algorithmNotRS256),
      (#"{"alg":"RS256"}"#, .keyIdMissing), (#"{"alg":"RS256","kid":1}"#, .keyIdMalformed),
      (#"{"alg":"RS256","kid":"../../etc/passwd"}"#, .keyIdMalformed), (#"{"alg":"RS256","kid":""}"#, .keyIdMalformed),
      (#"{"alg":"RS256","kid":"x' OR 1=1 --"}"#, .keyIdMalformed),
      (#"{"alg":"RS256","kid":"SIGN000009"}"#, .keyIdUnknown),
      (#"{"alg":"RS256","kid":"SIGN000001","jwk":{"kty":"RSA"}}"#, .headerRefused),
      (#"{"alg":"RS256","kid":"SIGN000001","jku":"https://evil.example/keys"}"#, .headerRefused),
      (#"{"alg":"RS256","kid":"SIGN000001","x5c":["AA"]}"#, .headerRefused),
      (#"{"alg":"RS256","kid":"SIGN000001","crit":["b64"],"b64":false}"#, .headerRefused),
      (#"{"alg":"RS256","alg":"RS256","kid":"SIGN000001"}"#, .memberTwice), (#"["RS256"]"#, .notJSON),
      (#"{"alg":"RS256","kid":"SIGN000001"}"#, .signatureWrong),
    ] as [(String, TokenRule)]) func `A header that would choose how it is checked`(header: String, expected: TokenRule)
    throws
  {
    #expect(rule(try provider.token(header: header)) == expected)
  }

  @Test func `A signature with the public key as the secret of HS256, and one by another key, count for nothing`()
    throws
  {
    let header = #"{"alg":"HS256","kid":"SIGN000001"}"#
    let modulus = provider.key.publicKey.json.text
    let text = try provider.token(header: header, signature: [])
    let mac = HMACSHA256.authenticate(
      Array(text.utf8.dropLast()).span, key: SecretBytes(copying: Array(modulus.utf8).span))
    #expect(rule(try provider.token(header: header, signature: mac)) == .algorithmNotRS256)
    let stranger = try ProviderStandIn.signingKey("SIGN000001")
    #expect(rule(try CompactJWS.sign(provider.claims(), with: stranger)) == .signatureWrong)
  }

  @Test func `What was changed after it was signed, or is written in another way, is refused`() throws {
    let token = try provider.token()
    let parts = token.split(separator: ".").map(String.init)
    let other = try provider.token(["sub": .string("000002.0002")]).split(separator: ".").map(String.init)
    #expect(rule("\(parts[0]).\(other[1]).\(parts[2])") == .signatureWrong)
    #expect(rule("\(parts[0]).\(parts[1])") == .notThreeParts)
    #expect(rule("\(parts[0]).\(parts[1]).\(parts[2]).") == .notThreeParts)
    #expect(rule("\(parts[0]).\(parts[1]).\(parts[2])==") == .notBase64URL)
    #expect(rule("\(parts[0]).\(parts[1]) .\(parts[2])") == .notBase64URL)
    #expect(rule(token + "\n") == .notBase64URL)
    #expect(rule(String(repeating: "A", count: 1 << 20)) == .tooLarge)
    #expect(rule("") == .notThreeParts)
    let twice = #"{"iss":"https://id.example.org","sub":"a","sub":"b"}"#
    #expect(rule(try provider.token(header: #"{"alg":"RS256","kid":"SIGN000001"}"#, payload: twice)) == .memberTwice)
  }

  @Test func `Hashes of what came with it are compared, where they are there`() throws {
    let code = "c1"
    let half = Base64URL.encode(SHA256.hash(Array(code.utf8).span).prefix(16))
    func held(_ hash: String?) throws -> TokenRule? {
      let token = try provider.token(["c_hash": hash.map { .string($0) }])
      do throws(SignInError) {
        _ = try site.hold(Array("state=s&code=\(code)&id_token=\(token)".utf8))
        return nil
      } catch {
        guard case .token(let refusal) = error else { return nil }
        return refusal.rule
      }
    }
    #expect(try held(half) == nil)
    #expect(try held(nil) == nil)
    #expect(try held("AAAA") == .codeHashOther)
  }

  // MARK: - Keys

  @Test func `Keys are fetched once; again for a name that is unknown, and at most each minute`() throws {
    for _ in 0..<3 { #expect(rule(try provider.token()) == nil) }
    #expect(provider.fetches == 1)
    let made = try provider.token(header: #"{"alg":"RS256","kid":"MADEUP0001"}"#)
    provider.pass(59)
    #expect(rule(made) == .keyIdUnknown)
    #expect(provider.fetches == 1)
    provider.pass(1)
    for _ in 0..<5 { #expect(rule(made) == .keyIdUnknown) }
    #expect(provider.fetches == 2)
  }

  @Test func `A key that the provider has added is found, and one that it withdrew is forgotten within a day`() throws {
    let token = try provider.token(["exp": .number(provider.now + 90_000)])
    #expect(rule(token) == nil)
    let fresh = try ProviderStandIn.signingKey("SIGN000002")
    provider.state.withLock { $0.published = [fresh.publicKey] }
    provider.pass(60)
    #expect(rule(try CompactJWS.sign(provider.claims(), with: fresh)) == nil)
    #expect(rule(token) == .keyIdUnknown)
    provider.state.withLock { $0.published = [] }
    provider.pass(86_400)
    #expect(rule(try CompactJWS.sign(provider.claims(), with: fresh)) == .keyIdUnknown)
  }

  @Test func `Without keys nobody is let in, and they are asked for again soon`() throws {
    provider.state.withLock { $0.keyStatus = 503 }
    #expect(throws: SignInError.unreachable("keys")) { try site.verify(try provider.token(), nonce: "n") }
    provider.state.withLock { $0.keyStatus = 200 }
    #expect(throws: SignInError.unreachable("keys")) { try site.verify(try provider.token(), nonce: "n") }
    provider.pass(5)
    #expect(rule(try provider.token()) == nil)
    #expect(provider.fetches == 2)
  }
}
