// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONCoding
import RepositoryFolder
import RunningInstance
import SignInWithApple
import Testing
import WebForms

/// The site's side of sign-in, at a provider that runs: nothing in it knows which one.
@Suite struct SiteWalks {
  private let provider: DevelopmentServer
  private let store = MemorySiteStore()
  private let site: SignInWithApple

  init() throws {
    provider = try DevelopmentServer()
    let settings = SiteSettings(
      client: provider["service"], team: provider["team"], keyID: provider["keyID"],
      redirect: "https://site.example.test/callback", app: provider["app"],
      provider: SignInProvider(address: provider["address"], issuer: provider["issuer"]))
    site = try SignInWithApple(settings, keyFile: provider["keyFile"], store: store)
  }

  /// What the browser posts to the site when a person has allowed it, or gone back.
  private func posted(_ address: String, _ mail: String, _ decision: String = "continue") throws -> [UInt8] {
    let script = RepositoryFolder.tests.appending(path: "Scenarios/SignInTests/clients.py").path
    let result = try Program.run("/usr/bin/python3", [script, "allow", provider.facts, address, mail, decision])
    try #require(result.exitCode == 0, "\(result.errors)")
    let answer = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(answer?["address"] as? String == site.settings.redirect)
    let fields = try #require(answer?["fields"] as? [String: String])
    return Array(FormFields(fields.map { FormFields.Field($0.key, $0.value) }).encoded.utf8)
  }

  private func signIn(_ mail: String = "anna@example.test") throws -> SignedIn {
    let (attempt, address) = site.begin()
    let held = try site.hold(try posted(address, mail))
    return try site.finish(cookies: String(held.cookie.prefix { $0 != ";" }), attempt)
  }

  @Test func `Somebody signs in, is known again, deletes their account, and is new the next time`() throws {
    let first = try signIn()
    #expect(first.identity.subject == "000001.00000000000000000000000000000001.0001")
    #expect(first.identity.mail == "anna@example.test")
    #expect(first.user?.givenName == "Anna" && first.user?.familyName == "Ferrari")
    // The provider says it once; it is there until the site has it.
    #expect(try signIn().user?.givenName == "Anna")
    try site.userIsStored(of: first.identity.subject)
    #expect(try signIn().user == nil)
    let refresh = try #require(first.refreshToken)
    #expect(try site.refresh(refresh).identity.subject == first.identity.subject)
    try site.revoke(refresh)
    do throws(SignInError) {
      _ = try site.refresh(refresh)
      Issue.record("it still holds")
    } catch {
      guard case .refused("invalid_grant", let description, let correlation) = error else {
        Issue.record(error)
        return
      }
      #expect(description.contains("refreshRevoked"))
      #expect(correlation?.count == 16)
    }
    #expect(try signIn().user?.givenName == "Anna")
  }

  @Test func `Who goes back is told apart from what fails; another attempt's answer is refused`() throws {
    let (attempt, address) = site.begin()
    let cancelled = try posted(address, "ben@example.test", "cancel")
    #expect(throws: SignInError.cancelled) { try site.finish(cancelled, attempt) }
    let allowed = try posted(address, "ben@example.test")
    #expect(throws: SignInError.stateOther) { try site.finish(allowed, site.begin().attempt) }
    let other = SignInAttempt(state: attempt.state, nonce: "n")
    #expect(throws: SignInError.token(TokenRefusal(.nonceOther))) { try site.finish(allowed, other) }
    #expect(try site.finish(allowed, attempt).identity.mail == "ben@example.test")
    // The code was used: a page that is loaded again changes nothing but that its tokens end.
    do throws(SignInError) {
      _ = try site.finish(allowed, attempt)
      Issue.record("taken twice")
    } catch {
      guard case .refused("invalid_grant", let description, _) = error else {
        Issue.record(error)
        return
      }
      #expect(description.hasPrefix("codeUsed"))
    }
  }

  @Test func `A provider that is away signs nobody in, and says so`() throws {
    let (attempt, address) = site.begin()
    let body = try posted(address, "chen@example.test")
    try provider.stop()
    #expect(throws: SignInError.unreachable("notConnected")) { try site.finish(body, attempt) }
  }
}
