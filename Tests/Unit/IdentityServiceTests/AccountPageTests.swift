// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import JOSECoding
import SQLiteDatabase
import Testing
import WebForms
import WebServer

@testable import IdentityService

/// What people see and change at their account's page.
@Suite struct AccountPageTests {
  private func remove(_ site: String, at provider: ProviderUnderTest) -> WebResponse {
    let page = provider.send("GET", "/account")
    return provider.send("POST", "/account/remove", fields: page.hiddenFields + [.init("site", site)])
  }

  @Test func `Each site is there with its day and what it knows, in the page's language`() throws {
    let provider = try ProviderUnderTest()
    _ = try provider.allow()
    let page = provider.send("GET", "/account").text
    #expect(page.contains("<strong>Shop</strong>\n<span>since 2025-11-24 · name, email address</span>"))
    _ = try provider.allow(ProviderUnderTest.query(["client_id": ProviderUnderTest.stranger, "scope": nil]))
    let italian = provider.send("GET", "/account", headers: ["accept-language": "it"]).text
    #expect(italian.contains("dal 2025-11-24 · conosce un tuo identificativo"))
    #expect(italian.contains("lang=\"it\""))
  }

  @Test
  func `Removing a site ends its tokens, tells its app in the same transaction, and the next time is a first one`()
    throws
  {
    let provider = try ProviderUnderTest()
    try provider.store.setEndpoint("https://app.example.com/told", of: ProviderUnderTest.app)
    let tokens = try provider.redeem(try #require(try provider.allow()["code"])).json
    let pending = try #require(try provider.allow()["code"])
    #expect(remove(ProviderUnderTest.app, at: provider).location == "/account")
    let refused = try provider.refresh(try #require(tokens.text("refresh_token")))
    #expect(refused.json.text("error") == "invalid_grant")
    #expect(try provider.redeem(pending).status == 400)
    let subject = try provider.store.subject(of: 1, inTeam: ProviderUnderTest.team, proposing: "x")
    let told = try provider.store.notifications(id: nil, atMost: 9)
    #expect(told.map(\.kind) == [.consentRevoked])
    #expect(told.map(\.subject) == [subject])
    #expect(try provider.allow()["user"] != nil)
    #expect(try provider.store.notifications(id: nil, atMost: 9).count == 1)
  }

  @Test func `A consent is removed also when app, service and team are gone, and has its name until then`() throws {
    let provider = try ProviderUnderTest()
    try provider.store.setEndpoint("https://app.example.com/told", of: ProviderUnderTest.app)
    _ = try provider.redeem(try #require(try provider.allow()["code"]))
    let connection = try DatabaseConnection(provider.path + "/identity.db", .readWrite)
    for table in ["clients", "redirects", "teams", "app_keys"] { try connection.execute("DELETE FROM \(table)") }
    #expect(provider.send("GET", "/account").text.contains("<strong>Shop</strong>"))
    #expect(remove(ProviderUnderTest.app, at: provider).location == "/account")
    #expect(provider.send("GET", "/account").text.contains("No site or app uses your account."))
    // Its endpoint and the subject are stored beside the consent: the app is told although it is gone.
    #expect(try provider.store.notifications(id: nil, atMost: 9).count == 1)
  }

  @Test func `Nobody removes what another person allowed, and no form of another site's removes anything`() throws {
    let provider = try ProviderUnderTest()
    _ = try provider.allow()
    let page = provider.send("GET", "/account")
    let fields = page.hiddenFields + [FormFields.Field("site", ProviderUnderTest.app)]
    _ = provider.send("POST", "/account/remove", headers: ["sec-fetch-site": "cross-site"], fields: fields)
    _ = provider.send("POST", "/account/remove", fields: [.init("site", ProviderUnderTest.app)])
    #expect(try provider.store.consents(of: 1).count == 1)
    try provider.addPerson("ben@example.org")
    provider.cookies = [:]
    _ = try provider.signIn(mail: "ben@example.org")
    _ = remove(ProviderUnderTest.app, at: provider)
    #expect(try provider.store.consents(of: 1).count == 1)
  }

  @Test func `A site's own revocation ends the consent, tells its app, and is answered 200 the second time too`() throws
  {
    let provider = try ProviderUnderTest()
    try provider.store.setEndpoint("https://app.example.com/told", of: ProviderUnderTest.app)
    let tokens = try provider.redeem(try #require(try provider.allow()["code"])).json
    func revoke(_ token: String, hint: String) throws -> WebResponse {
      provider.send(
        "POST", "/auth/revoke",
        fields: [
          .init("client_id", ProviderUnderTest.site), .init("client_secret", try provider.secret()),
          .init("token", token), .init("token_type_hint", hint),
        ])
    }
    let refresh = try #require(tokens.text("refresh_token"))
    for _ in 0..<2 {
      let answer = try revoke(refresh, hint: "refresh_token")
      #expect(answer.status == 200)
      #expect(answer.text.isEmpty)
    }
    #expect(try provider.store.notifications(id: nil, atMost: 9).count == 1)
    #expect(try provider.store.consents(of: 1).isEmpty)
    // An access token that has ended is like one that was revoked.
    let later = try provider.redeem(try #require(try provider.allow()["code"])).json
    provider.pass(seconds: 3600)
    #expect(try revoke(try #require(later.text("access_token")), hint: "access_token").status == 200)
    #expect(try provider.store.consents(of: 1).count == 1)
  }

  @Test func `Sessions are listed by browser, and end one by one or all but this one`() throws {
    let provider = try ProviderUnderTest()
    let agents = [
      "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36", "<b>odd</b>",
    ]
    var browsers: [[String: String]] = []
    for agent in agents {
      provider.cookies = [:]
      provider.userAgent = agent
      _ = try provider.signIn()
      provider.pass(seconds: 1)
      browsers.append(provider.cookies)
    }
    provider.cookies = browsers[0]
    let page = provider.send("GET", "/account")
    for words in ["Firefox, Linux", "Chrome, Windows", "A browser", "this browser"] {
      #expect(page.text.contains(words), "\(words)")
    }
    #expect(!page.text.contains("odd"))
    let name = try #require(
      page.text.firstRange(of: "name=\"session\" value=\"").map { page.text[$0.upperBound...].prefix(12) })
    _ = provider.send("POST", "/account/session/end", fields: page.hiddenFields + [.init("session", String(name))])
    #expect(try provider.store.sessions(of: 1, at: 0).map(\.browser) == ["Chrome, Windows", "Firefox, Linux"])
    _ = provider.send("POST", "/account/session/end", fields: page.hiddenFields)
    #expect(try provider.store.sessions(of: 1, at: 0).map(\.browser) == ["Firefox, Linux"])
    provider.cookies = browsers[1]
    #expect(provider.send("GET", "/account").text.contains("action=\"/auth/sign-in\""))
  }
}
