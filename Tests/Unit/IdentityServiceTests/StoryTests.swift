// SPDX-License-Identifier: Apache-2.0
import IdentityCommandLine
import IdentityModel
import IdentityServer
import JOSECoding
import JSONCoding
import SQLiteDatabase
import SignInRules
import Testing
import WebForms
import WebServer

@testable import IdentityService

/// What `explain` finds in complaints that people have about sign-in, with the requests that show it.
@Suite struct StoryTests {
  private func story(_ provider: ProviderUnderTest) throws -> String {
    let request = AdministrativeRequest(.explain, ["mail": ProviderUnderTest.mail])
    let answer = try Administration(provider.store, .everywhere, facts: [])
      .perform(request, at: Int64(provider.now) * 1000)
    return StoryText(answer).lines.joined(separator: "\n")
  }

  private func signIn(_ provider: ProviderUnderTest) throws -> [JSONValue.Member] {
    try provider.redeem(try #require(try provider.allow()["code"])).json
  }

  private func revoke(_ token: String, at provider: ProviderUnderTest) throws -> WebResponse {
    provider.send(
      "POST", "/auth/revoke",
      fields: [
        .init("client_id", ProviderUnderTest.site), .init("client_secret", try provider.secret()),
        .init("token", token),
      ])
  }

  @Test func `A sign-in that is all right has nothing unusual`() throws {
    let provider = try ProviderUnderTest()
    #expect(try story(provider).hasPrefix("Nothing is known"))
    _ = try signIn(provider)
    let told = try story(provider)
    #expect(told.contains("They allowed it for the first time"))
    #expect(told.contains("Nothing is unusual about it."))
  }

  @Test func `A name that somebody made up steers no terminal, and is one line`() throws {
    let provider = try ProviderUnderTest()
    _ = try signIn(provider)
    let page = provider.send("GET", "/account")
    let name = "\u{1B}]0;title\u{07}\n! siteRefused: all is lost"
    _ = provider.send("POST", "/account/remove", fields: page.hiddenFields + [.init("site", name)])
    let told = try story(provider)
    #expect(told.contains(#""\u001b]0;title\u0007\n! siteRefused: all is lost""#))
    #expect(!told.contains("\u{1B}") && !told.contains("\n! siteRefused"))
  }

  @Test func `“My account is rejected by the website each time”: the site revokes right after it signs in`() throws {
    let provider = try ProviderUnderTest()
    var ids: [String] = []
    for _ in 0..<2 {
      let tokens = try signIn(provider)
      provider.pass(seconds: 5)
      let answer = try revoke(try #require(tokens.text("refresh_token")), at: provider)
      ids.append(try #require(answer.header("Correlation-Id")))
      provider.pass(seconds: 600)
    }
    let told = try story(provider)
    #expect(told.contains("! revokedRightAfterSignIn:"))
    #expect(told.contains("! firstTimeAgain:"))
    let evidence = try #require(told.split(separator: "\n").first { $0.hasPrefix("  See:") })
    for id in ids { #expect(evidence.contains(id)) }
  }

  @Test func `A revocation long after the sign-in is none right after it`() throws {
    let provider = try ProviderUnderTest()
    let tokens = try signIn(provider)
    provider.pass(seconds: 121)
    _ = try revoke(try #require(tokens.text("refresh_token")), at: provider)
    let told = try story(provider)
    #expect(told.contains("The site called /auth/revoke") && !told.contains("! revokedRightAfterSignIn"))
  }

  @Test func `“The name cannot be had a second time”: the request that gave it is named`() throws {
    let provider = try ProviderUnderTest()
    _ = try signIn(provider)
    let first = try #require(
      try provider.store.loggedRequests(id: nil, atMost: 99).first { $0.record.contains("firstConsent") })
    _ = try signIn(provider)
    let told = try story(provider)
    #expect(told.contains("! nameGivenBefore:") && told.contains("  See: \(first.id)"))
  }

  @Test func `“It ends with code 1001 after Continue”: the refusal has its request, and cancelling is not one`() throws
  {
    let provider = try ProviderUnderTest()
    _ = try provider.allow(decision: "cancel")
    #expect(try story(provider).contains("They pressed Cancel."))
    #expect(try !story(provider).contains("! refusedAfterContinue"))
    let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    provider.pass(seconds: 3601)
    let answer = provider.send(
      "POST", "/auth/consent", fields: page.hiddenFields + [FormFields.Field("decision", "continue")])
    #expect(answer.status == 403)
    let id = try #require(answer.header("Correlation-Id"))
    let told = try story(provider)
    #expect(told.contains("! refusedAfterContinue:") && told.contains("  See: \(id)"))
  }

  @Test func `“invalid_client, wait 48 hours”: the broken rule is named, for the person whose code it was`() throws {
    let provider = try ProviderUnderTest(stage: .published)
    let code = try #require(try provider.allow()["code"])
    let refused = provider.send(
      "POST", "/auth/token",
      fields: [
        .init("client_id", ProviderUnderTest.site),
        .init("client_secret", try provider.secret(signedBy: provider.strangersKey)),
        .init("grant_type", "authorization_code"), .init("code", code), .init("redirect_uri", ProviderUnderTest.back),
      ])
    #expect(refused.text == "{\"error\":\"invalid_client\"}")
    let told = try story(provider)
    #expect(told.contains("! siteRefused:") && told.contains("Rules: signedByOtherKey"))
    #expect(told.contains(try #require(refused.header("Correlation-Id"))))
  }

  @Test func `Codes that nobody brings, and those that come twice, are told apart`() throws {
    let provider = try ProviderUnderTest()
    let code = try #require(try provider.allow()["code"])
    provider.pass(seconds: 301)
    #expect(try story(provider).contains("! codeNotBrought:"))
    #expect(try provider.redeem(code).status == 400)
    #expect(try !story(provider).contains("! codeNotBrought:"))
    let other = try #require(try provider.allow()["code"])
    for _ in 0..<2 { _ = try provider.redeem(other) }
    #expect(try story(provider).contains("! codeBroughtTwice:"))
  }

  @Test
  func
    `“The app stays in the list”: where it is gone the consent can be removed, and a notification that was not taken is named`()
    throws
  {
    let provider = try ProviderUnderTest()
    try provider.store.setEndpoint("https://app.example.com/told", of: ProviderUnderTest.app)
    _ = try signIn(provider)
    try DatabaseConnection(provider.path + "/identity.db", .readWrite).execute("DELETE FROM clients")
    #expect(try story(provider).contains("! appGone:"))
    let removing = AdministrativeRequest(
      .userRemoveSite, ["mail": ProviderUnderTest.mail, "site": ProviderUnderTest.app])
    let now = Int64(provider.now) * 1000
    _ = try Administration(provider.store, .everywhere, facts: []).perform(removing, at: now)
    #expect(try story(provider).contains("removed by bailey-identity user remove-site"))
    #expect(try !story(provider).contains("! appGone:"))
  }

  @Test func `A notification that the site did not take is named`() throws {
    let provider = try ProviderUnderTest()
    try provider.store.setEndpoint("https://app.example.com/told", of: ProviderUnderTest.app)
    _ = try signIn(provider)
    let now = Int64(provider.now) * 1000
    try provider.store.endConsent(primaryApp: ProviderUnderTest.app, account: 1, at: now, notification: "n1")
    let lease = try #require(try provider.store.leaseNotification(for: "h", at: now, until: now + 1000))
    try provider.store.finish(lease, .failed(status: 404, "status", next: nil), at: now)
    let told = try story(provider)
    #expect(told.contains("! notificationNotTaken:") && told.contains("  See: n1"))
  }

  @Test func `Another person's requests are no part of it`() throws {
    let provider = try ProviderUnderTest()
    try provider.addPerson("ben@example.org")
    _ = try provider.signIn(mail: "ben@example.org")
    _ = try provider.redeem(try #require(try provider.allow()["code"]))
    #expect(try story(provider).hasPrefix("Nothing is known"))
  }
}
