// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import JOSECoding
import JSONCoding
import SignInRules
import Testing
import Threads
import WebForms
import WebServer

@testable import IdentityService
import SystemCalls

/// What codes and tokens are worth, and to whom.
@Suite struct CodeTests {
  private func rules(_ response: WebResponse) -> String { response.json.text("error_description") ?? "" }

  @Test func `A code gives tokens once; the second time they end`() throws {
    let provider = try ProviderUnderTest()
    let code = try #require(try provider.allow()["code"])
    let first = try provider.redeem(code)
    #expect(first.status == 200)
    let refresh = try #require(first.json.text("refresh_token"))
    let second = try provider.redeem(code)
    #expect(second.status == 400)
    #expect(second.json.text("error") == "invalid_grant")
    #expect(rules(second).hasPrefix("codeUsed"))
    #expect(rules(try provider.refresh(refresh)).hasPrefix("refreshRevoked"))
  }

  @Test func `Of two that bring one code in the same instant one is answered 200, and its tokens end with the other`()
    throws
  {
    let provider = try ProviderUnderTest()
    let code = try #require(try provider.allow()["code"])
    let (secret, service) = (try provider.secret(), provider.service)
    let body = FormFields([
      .init("client_id", ProviderUnderTest.site), .init("client_secret", secret),
      .init("grant_type", "authorization_code"), .init("code", code), .init("redirect_uri", ProviderUnderTest.back),
    ]).encoded
    let answers = Locked<[WebResponse]>([])
    var threads: [SystemThread] = []
    for _ in 0..<8 {
      threads.append(
        try SystemThread(named: "redeem") {
          let headers = ["host": "id.example.org", "content-type": "application/x-www-form-urlencoded"]
          let answer = service.answer(
            WebRequest(method: "POST", path: "/auth/token", headers: headers, body: Array(body.utf8)))
          answers.withLock { $0.append(answer) }
        })
    }
    for thread in threads { thread.join() }
    let all = answers.withLock { $0 }
    let given = all.filter { $0.status == 200 }
    #expect(given.count == 1)
    #expect(all.filter { rules($0).hasPrefix("codeUsed") }.count == 7)
    let refresh = try #require(given.first?.json.text("refresh_token"))
    #expect(rules(try provider.refresh(refresh)).hasPrefix("refreshRevoked"))
  }

  @Test func `A code is good for five minutes`() throws {
    let provider = try ProviderUnderTest()
    let (one, two) = (try #require(try provider.allow()["code"]), try #require(try provider.allow()["code"]))
    provider.pass(seconds: 299)
    #expect(try provider.redeem(one).status == 200)
    provider.pass(seconds: 1)
    #expect(rules(try provider.redeem(two)) == "codeExpired (secondsAgo: 0)")
    #expect(rules(try provider.redeem("never given")) == "codeUnknown")
  }

  @Test func `A code that another client brings is burnt`() throws {
    let provider = try ProviderUnderTest()
    let code = try #require(try provider.allow()["code"])
    let stolen = try provider.redeem(code, as: ProviderUnderTest.stranger)
    #expect(stolen.json.text("error") == "invalid_grant")
    #expect(rules(stolen).hasPrefix("codeOfAnotherClient"))
    #expect(rules(try provider.redeem(code)).hasPrefix("codeUsed"))
  }

  @Test func `A code that somebody brings without a right secret stays whole`() throws {
    let provider = try ProviderUnderTest()
    let code = try #require(try provider.allow()["code"])
    let forged = try provider.secret(signedBy: provider.strangersKey)
    let refused = provider.send(
      "POST", "/auth/token",
      fields: [
        .init("client_id", ProviderUnderTest.site), .init("client_secret", forged),
        .init("grant_type", "authorization_code"), .init("code", code),
        .init("redirect_uri", ProviderUnderTest.back),
      ])
    #expect(refused.json.text("error") == "invalid_client")
    #expect(rules(refused).hasPrefix("signedByOtherKey"))
    #expect(try provider.redeem(code).status == 200)
  }

  @Test(arguments: [nil, "https://example.com/back/", "https://example.com/Back"])
  func `The return address is compared exactly`(
    redirect: String?
  ) throws {
    let provider = try ProviderUnderTest()
    let code = try #require(try provider.allow()["code"])
    #expect(rules(try provider.redeem(code, redirect: redirect)).hasPrefix("redirectDiffers"))
  }

  @Test func `A key of another app, and one that was revoked, sign nothing`() throws {
    let provider = try ProviderUnderTest()
    func answer(_ secret: String) -> String {
      rules(
        provider.send(
          "POST", "/auth/token",
          fields: [
            .init("client_id", ProviderUnderTest.site), .init("client_secret", secret),
            .init("grant_type", "refresh_token"), .init("refresh_token", "r"),
          ]))
    }
    #expect(
      answer(try provider.secret(signedBy: provider.strangersKey, kid: "KEY0000002"))
        == "keyOfAnotherApp (kid: KEY0000002)")
    try provider.store.revokeKey("KEY0000001", at: 1)
    #expect(answer(try provider.secret()) == "keyRevoked (kid: KEY0000001)")
  }

  @Test func `A published client hears the word alone; the log has the rules, under the answer's correlation id`()
    throws
  {
    let provider = try ProviderUnderTest(stage: .published)
    let answer = try provider.redeem("c-nobody's")
    #expect(answer.text == "{\"error\":\"invalid_grant\"}")
    let id = try #require(answer.header("Correlation-Id"))
    let logged = try #require(try provider.store.loggedRequests(id: id, atMost: 1).first)
    #expect(logged.record.contains("\"rule\":\"codeUnknown\""))
    #expect(!logged.record.contains("nobody"))
  }

  @Test func `A refresh token is used once a day, and the app learns until when to wait`() throws {
    let provider = try ProviderUnderTest()
    let tokens = try provider.redeem(try #require(try provider.allow()["code"]))
    let refresh = try #require(tokens.json.text("refresh_token"))
    #expect(try provider.refresh(refresh).status == 200)
    let second = try provider.refresh(refresh)
    #expect(second.status == 429)
    let wait = try #require(second.header("Retry-After").flatMap { Int($0) })
    provider.pass(seconds: wait)
    #expect(try provider.refresh(refresh).status == 200)
    #expect(rules(try provider.refresh(refresh, as: ProviderUnderTest.app)).hasPrefix("refreshOfAnotherClient"))
  }

  @Test func `A name is given once, and again after the consent was removed`() throws {
    let provider = try ProviderUnderTest()
    #expect(
      try provider.allow()["user"]
        == "{\"name\":{\"firstName\":\"A\",\"lastName\":\"F\"},\"email\":\"anna@example.org\"}")
    #expect(try provider.allow()["user"] == nil)
    // The app of the same group shares the consent, and the subject is the team's.
    #expect(try provider.allow(ProviderUnderTest.query(["client_id": ProviderUnderTest.app]))["user"] == nil)
    let page = provider.send("GET", "/account")
    #expect(page.text.contains("Shop"))
    let site = FormFields.Field("site", ProviderUnderTest.app)
    #expect(provider.send("POST", "/account/remove", fields: page.hiddenFields + [site]).location == "/account")
    #expect(try provider.allow()["user"] != nil)
  }

  @Test func `Where the database cannot be reached the answer is 503, and no consent is without its code`() throws {
    let provider = try ProviderUnderTest()
    let service = IdentityService(
      provider.service.settings, UnreachableStore(), provider.passkeys, provider.service.keys, provider.service.seal,
      provider.service.codes)
    let headers = ["host": "id.example.org", "content-type": "application/x-www-form-urlencoded"]
    let body = Array("client_id=a.b&client_secret=x&grant_type=refresh_token&refresh_token=r".utf8)
    let token = service.answer(WebRequest(method: "POST", path: "/auth/token", headers: headers, body: body))
    #expect(token.status == 503)
    let page = service.answer(
      WebRequest(method: "GET", path: "/auth/authorize", query: ProviderUnderTest.query(), headers: headers))
    #expect(page.status == 503)
    #expect(service.answer(WebRequest(method: "GET", path: "/auth/keys", headers: headers)).status == 200)
  }
}
