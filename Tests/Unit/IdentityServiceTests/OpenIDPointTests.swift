// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import IdentityModel
import JOSECoding
import JSONCoding
import Testing
import WebForms
import WebServer

@testable import IdentityService

/// The points of OpenID Connect Core 1.0 (errata set 2) that hold for a provider which speaks as Apple documents it, by their sections. Where
/// Apple differs, as in the word for a person who declines, Apple's form stands here.
@Suite struct OpenIDPointTests {
  private typealias Provider = ProviderUnderTest

  /// A token with the members that the provider's published key has signed.
  private func claims(_ token: String?, of provider: Provider) throws -> [JSONValue.Member] {
    let jws = try CompactJWS(try #require(token).utf8)
    let published = try JSONWebKeySet(Array(provider.send("GET", "/auth/keys").text.utf8))
    let key = published.keys.first { $0.id == jws.keyID }
    try jws.verify(with: try #require(key))
    return jws.claims
  }

  private func half(_ value: String?) throws -> String {
    Base64URL.encode(SHA256.hash(Array(try #require(value).utf8).span).prefix(16))
  }

  private func token(
    _ provider: Provider, _ query: String = Provider.query()
  ) throws -> (answer: WebResponse, claims: [JSONValue.Member]) {
    let answer = try provider.redeem(try #require(try provider.allow(query)["code"]))
    return (answer, try claims(answer.json.text("id_token"), of: provider))
  }

  // MARK: - Tokens

  @Test func `2: a token names issuer, subject, audience, times, nonce and the moment of the sign-in`() throws {
    let provider = try Provider()
    let claims = try token(provider).claims
    #expect(claims.text("iss") == "https://id.example.org" && claims.text("aud") == Provider.site)
    let subject = try #require(claims.text("sub"))
    #expect((1...255).contains(subject.utf8.count) && subject.utf8.allSatisfy { $0 < 0x80 })
    let (issued, expires) = (try #require(claims.number("iat")), try #require(claims.number("exp")))
    #expect(issued == provider.now && expires > issued)
    #expect(claims.text("nonce") == "n" && claims.number("auth_time") == provider.now)
  }

  @Test func `2: a token of a request without a nonce has none`() throws {
    let provider = try Provider()
    #expect(try token(provider, Provider.query(["nonce": nil])).claims.value("nonce") == nil)
  }

  @Test func `3.1.3.6: the token of the token endpoint is bound to its access token`() throws {
    let (answer, claims) = try token(Provider())
    #expect(try claims.text("at_hash") == half(answer.json.text("access_token")))
    #expect(claims.value("c_hash") == nil)
  }

  @Test func `3.3.2.11: the token that comes through the browser is bound to its code`() throws {
    let provider = try Provider()
    let fields = try provider.allow(Provider.query(["response_type": "code id_token"]))
    let claims = try claims(fields["id_token"], of: provider)
    #expect(try claims.text("c_hash") == half(fields["code"]))
    #expect(claims.value("at_hash") == nil && claims.text("nonce") == "n")
  }

  @Test func `3.3.3.6: both tokens of one sign-in have the same issuer and subject`() throws {
    let provider = try Provider()
    let fields = try provider.allow(Provider.query(["response_type": "code id_token"]))
    let first = try claims(fields["id_token"], of: provider)
    let second = try claims(provider.redeem(try #require(fields["code"])).json.text("id_token"), of: provider)
    for name in ["iss", "sub", "aud", "auth_time"] { #expect(first.value(name) == second.value(name), "\(name)") }
  }

  @Test func `8.1: a subject is the same for a team's clients, and another one for another team`() throws {
    let provider = try Provider()
    try provider.store.add(Team(id: "TEAM000002", name: "Others"))
    try provider.store.add(
      SignInClient(
        id: "net.example.app", kind: .app, primaryApp: "net.example.app", team: "TEAM000002", name: "Another",
        stage: .published))
    try provider.store.addRedirect(Provider.back, of: "net.example.app")
    func subject(of client: String) throws -> String? {
      let fields = try provider.allow(Provider.query(["client_id": client, "response_type": "code id_token"]))
      return try claims(fields["id_token"], of: provider).text("sub")
    }
    let first = try #require(try subject(of: Provider.site))
    #expect(try first == subject(of: Provider.app))
    #expect(try first != subject(of: "net.example.app"))
  }

  // MARK: - The authorization endpoint

  @Test func `3.1.2.5: code and state come back in the query, by a redirect`() throws {
    let provider = try Provider()
    let query = Provider.query(["scope": nil, "response_mode": nil, "state": "a b&c=%"])
    _ = try provider.signIn(query)
    let page = provider.send("GET", "/auth/authorize", query: query)
    let answer = provider.send(
      "POST", "/auth/consent", fields: page.hiddenFields + [FormFields.Field("decision", "continue")])
    #expect([302, 303].contains(answer.status))
    let location = try #require(answer.location)
    #expect(location.hasPrefix(Provider.back + "?"))
    let fields = try FormFields(decoding: location.dropFirst(Provider.back.count + 1).utf8)
    #expect(fields["state"] == "a b&c=%" && fields["code"] != nil && fields["id_token"] == nil)
  }

  @Test func `3.3.2.5: code and token come back in the fragment, which no server sees`() throws {
    let provider = try Provider()
    let query = Provider.query(["scope": nil, "response_mode": "fragment", "response_type": "code id_token"])
    _ = try provider.signIn(query)
    let page = provider.send("GET", "/auth/authorize", query: query)
    let answer = provider.send(
      "POST", "/auth/consent", fields: page.hiddenFields + [FormFields.Field("decision", "continue")])
    let location = try #require(answer.location)
    #expect(location.hasPrefix(Provider.back + "#") && !location.contains("?"))
    #expect(location.contains("code=") && location.contains("id_token=") && location.contains("state=s"))
  }

  @Test func `3.1.2.6: a person who declines sends the error and the state, and no code`() throws {
    let fields = try Provider().allow(decision: "cancel")
    #expect(fields == ["error": "user_cancelled_authorize", "state": "s"])
  }

  @Test func `3.1.2.2: where the return address is not the client's the person is sent nowhere`() throws {
    let answer = try Provider().send(
      "GET", "/auth/authorize", query: Provider.query(["redirect_uri": "https://evil.example/back"]))
    #expect(answer.status == 400 && answer.location == nil)
  }

  // MARK: - The token endpoint

  @Test func `3.1.3.3: tokens are bearer tokens in JSON that nobody keeps`() throws {
    let answer = try token(Provider()).answer
    #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Content-Type")?.hasPrefix("application/json") == true)
    #expect(answer.json.text("token_type") == "Bearer" && answer.json.number("expires_in") == 3600)
    #expect(answer.json.text("access_token") != nil && answer.json.text("refresh_token") != nil)
  }

  @Test func `3.1.3.4: a refusal is JSON with the error's word`() throws {
    let answer = try Provider().redeem("never given")
    #expect(answer.status == 400 && answer.json.text("error") == "invalid_grant")
    #expect(answer.header("Content-Type")?.hasPrefix("application/json") == true)
    #expect(answer.header("Cache-Control") == "no-store")
  }

  @Test func `9: a client without its secret gets nothing`() throws {
    let provider = try Provider()
    let code = try #require(try provider.allow()["code"])
    let answer = provider.send(
      "POST", "/auth/token",
      fields: [
        .init("client_id", Provider.site), .init("grant_type", "authorization_code"), .init("code", code),
        .init("redirect_uri", Provider.back),
      ])
    #expect(answer.status == 400 && answer.json.text("access_token") == nil)
    #expect(try provider.redeem(code).status == 200)
  }

  @Test func `12.2: a refreshed token is of the same person and sign-in, at its own time`() throws {
    let provider = try Provider()
    let (answer, first) = try token(provider)
    let refresh = try #require(answer.json.text("refresh_token"))
    provider.pass(seconds: 7200)
    let refreshed = try provider.refresh(refresh)
    let second = try claims(refreshed.json.text("id_token"), of: provider)
    for name in ["iss", "sub", "aud", "auth_time"] { #expect(first.value(name) == second.value(name), "\(name)") }
    #expect(second.number("iat") == provider.now && second.value("nonce") == nil)
    #expect(try second.text("at_hash") == half(refreshed.json.text("access_token")))
  }

  // MARK: - Keys

  @Test func `10.1: keys are published with their names, and without what signs`() throws {
    let answer = try Provider().send("GET", "/auth/keys")
    guard case .array(let keys)? = answer.json.value("keys") else {
      Issue.record("no keys")
      return
    }
    #expect(!keys.isEmpty)
    for case .object(let key) in keys {
      #expect(key.text("kid") != nil && key.text("kty") == "RSA" && key.text("use") == "sig")
      #expect(key.allSatisfy { !["d", "p", "q", "dp", "dq", "qi"].contains($0.name) })
    }
  }

  @Test func `15.1: tokens are signed with RS256, and discovery says so and whose they are`() throws {
    let provider = try Provider()
    let answer = try provider.redeem(try #require(try provider.allow()["code"]))
    let token = try CompactJWS(try #require(answer.json.text("id_token")).utf8)
    #expect(token.algorithmName == "RS256")
    let discovery = provider.send("GET", "/.well-known/openid-configuration").json
    #expect(discovery.value("id_token_signing_alg_values_supported") == .array([.string("RS256")]))
    #expect(discovery.text("issuer") == token.claims.text("iss"))
    #expect(discovery.value("subject_types_supported") == .array([.string("pairwise")]))
  }
}
