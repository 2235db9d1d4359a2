// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import Foundation
import IdentityModel
import IdentityServer
import JOSECoding
import JSONCoding
import SecretMemory
import SignInRules
import Testing
import WebForms
import WebServer

/// What a provider keeps of secrets, in whatever way they may be written: their digests.
@Suite struct StoredSecretsTests {
  private let provider: ProviderUnderTest
  /// By what each is.
  private var secrets: [(name: String, bytes: [UInt8])] = []

  init() throws { provider = try ProviderUnderTest() }

  private mutating func keep(_ name: String, _ text: String) { secrets.append((name, Array(text.utf8))) }

  @Test mutating func `Passwords, codes, tokens, secrets and sessions of every walk are in no table, log or copy`()
    throws
  {
    try walkToTokens()
    try walkWithCodes()
    try refuse()
    for (name, value) in provider.cookies { keep("cookie \(name)", value) }
    try #require(secrets.count >= 20)

    let copy = provider.path + "/copy"
    try Data().write(to: URL(filePath: copy))
    try #require(provider.store as? any CopyingStore).copy(to: copy)
    let log = try Administration(provider.store, .everywhere, facts: []).perform(AdministrativeRequest(.log), at: 1)
    var places = [("log", Data(log.text.utf8))]
    for name in ["identity.db", "identity.db-wal", "copy"] {
      places.append((name, try Data(contentsOf: URL(filePath: provider.path + "/" + name))))
    }
    for (place, content) in places {
      // What is searched is what is written: an address is found, and a code's client.
      #expect(content.range(of: Data(ProviderUnderTest.site.utf8)) != nil || place.hasSuffix("db"), "\(place)")
      for secret in secrets {
        for form in Self.forms(of: secret.bytes) {
          #expect(content.range(of: form) == nil, "\(place) has \(secret.name)")
        }
      }
    }
  }

  @Test func `What is searched for is found in each of its forms, wherever it stands`() {
    let secret = Array("s3cr3t-s3cr3t-s3cr3t".utf8)
    for before in 0..<4 {
      let text = [UInt8](repeating: 0x61, count: before) + secret + [0x62]
      let written: [[UInt8]] = [
        text, Array(Base64.encode(text).utf8), Array(Base64URL.encode(text).utf8),
        Array(text.map { String(format: "%02x", $0) }.joined().utf8),
        Array(text.map { String(format: "%02X", $0) }.joined().utf8),
      ]
      for bytes in written { #expect(Self.forms(of: secret).contains { Data(bytes).range(of: $0) != nil }) }
    }
  }

  /// As it is, in hexadecimal digits, and in both alphabets of base64 at each of the three places that it may have in a group.
  private static func forms(of secret: [UInt8]) -> [Data] {
    var forms = [
      Data(secret), Data(secret.map { String(format: "%02x", $0) }.joined().utf8),
      Data(secret.map { String(format: "%02X", $0) }.joined().utf8),
    ]
    for before in 0..<3 {
      let text = [UInt8](repeating: 0, count: before) + secret
      // Signs that stand for nothing but the secret's own bits.
      let (first, last) = ((before * 8 + 5) / 6, text.count * 8 / 6)
      for encoded in [Base64.encode(text), Base64URL.encode(text)] {
        forms.append(Data(Array(encoded.utf8)[first..<last]))
      }
    }
    return forms
  }

  // MARK: - Walks

  /// A password, a consent, a code that gives tokens, tokens that are refreshed and revoked.
  private mutating func walkToTokens() throws {
    keep("password", ProviderUnderTest.password)
    let code = try #require(try provider.allow()["code"])
    keep("code", code)
    let tokens = try provider.redeem(code)
    try #require(tokens.status == 200)
    try keepTokens(tokens)
    let refresh = try #require(tokens.json.text("refresh_token"))
    try keepTokens(try provider.refresh(refresh))
    // Brought twice.
    _ = try provider.redeem(code)
    let query = ProviderUnderTest.query(["response_type": "code id_token"])
    let front = try provider.allow(query)
    for name in ["code", "id_token"] { keep("front \(name)", try #require(front[name])) }
    let secret = try provider.secret()
    keep("client_secret", secret)
    let second = try provider.redeem(try #require(front["code"]))
    try keepTokens(second)
    let revoked = provider.send(
      "POST", "/auth/revoke",
      fields: [
        .init("client_id", ProviderUnderTest.site), .init("client_secret", secret),
        .init("token", try #require(second.json.text("refresh_token"))),
      ])
    #expect(revoked.status == 200)
  }

  private mutating func keepTokens(_ answer: WebResponse) throws {
    for name in ["access_token", "refresh_token", "id_token"] {
      if let token = answer.json.text(name) { keep(name, token) }
    }
  }

  /// One-time codes, which the provider keeps the secret of, sealed.
  private mutating func walkWithCodes() throws {
    _ = try provider.signIn()
    let setup = provider.send("POST", "/account/code/begin", fields: provider.send("GET", "/account").uniqueFields)
    let made = try #require(setup.shownSecret)
    secrets.append(("one-time secret", made))
    keep("one-time secret as text", OneTimePassword.base32(SecretBytes(copying: made.span)))
    let step = OneTimePassword.step(at: Int64(provider.now) * 1000)
    let code = OneTimePassword.code(SecretBytes(copying: made.span), step: step)
    let on = provider.send("POST", "/account/code/add", fields: setup.uniqueFields + [.init("code", code)])
    try #require(on.location == "/account")
    let sessions = provider.cookies
    for (name, value) in sessions { keep("cookie \(name)", value) }
    provider.cookies = sessions.filter { !$0.key.hasSuffix("session") }
    provider.pass(seconds: 60)
    let page = try provider.signIn()
    for field in page.uniqueFields where field.name == "seal" { keep("seal", field.value) }
    let later = OneTimePassword.code(
      SecretBytes(copying: made.span), step: OneTimePassword.step(at: Int64(provider.now) * 1000))
    let answer = provider.send("POST", "/auth/code", fields: page.uniqueFields + [.init("code", later)])
    try #require(answer.status == 303)
  }

  /// What is refused is as secret as what is not.
  private mutating func refuse() throws {
    provider.cookies = [:]
    keep("wrong password", "battery staple correct")
    _ = try provider.signIn(password: "battery staple correct")
    for (name, path, field) in [
      ("unknown code", "/auth/token", "code"), ("unknown refresh token", "/auth/token", "refresh_token"),
      ("unknown token", "/auth/revoke", "token"), ("another secret", "/auth/token", "client_secret"),
    ] {
      let value = "x" + Base64URL.encode(SystemRandom.bytes(32))
      keep(name, value)
      var fields: [FormFields.Field] = [
        .init("client_id", ProviderUnderTest.site), .init("grant_type", "authorization_code"),
      ]
      if field != "client_secret" { fields.append(.init("client_secret", try provider.secret())) }
      #expect(provider.send("POST", path, fields: fields + [.init(field, value)]).status < 500)
    }
  }
}
