// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import JOSECoding
import JSONCoding
import SignInRules
import SignInWithApple
import TemporaryFolder
import Testing
import WebForms

/// What a site does with what comes back, and afterwards.
@Suite struct SiteTests {
  private let provider: ProviderStandIn
  private let site: SignInWithApple

  init() throws {
    provider = try ProviderStandIn()
    site = try provider.site()
  }

  private static let person = #"{"name":{"firstName":"Anna","lastName":"Ferrari"},"email":"x@evil.example"}"#

  private func body(_ attempt: SignInAttempt, user: String? = nil, code: String = "c1") throws -> [UInt8] {
    var fields: [FormFields.Field] = [
      .init("state", attempt.state), .init("code", code),
      .init("id_token", try provider.token(["nonce": .string(attempt.nonce)])),
    ]
    if let user { fields.append(.init("user", user)) }
    return Array(FormFields(fields).encoded.utf8)
  }

  private func answerTokens(_ attempt: SignInAttempt?, subject: String = ProviderStandIn.subject) throws {
    let token = try provider.token(["nonce": attempt.map { .string($0.nonce) }, "sub": .string(subject)])
    provider.answer(
      200, .members(["access_token": .string("a1"), "refresh_token": .string("r1"), "id_token": .string(token)]))
  }

  private func cookies(_ held: HeldCallback) -> String {
    "theme=dark; " + (held.cookie.split(separator: ";").first ?? "")
  }

  @Test func `The browser is sent away with state and nonce, and spaces as %20`() throws {
    let (attempt, address) = site.begin()
    #expect(address.hasPrefix("https://id.example.org/auth/authorize?client_id=com.example.web&"))
    #expect(address.contains("response_type=code%20id_token&response_mode=form_post"))
    #expect(address.contains("scope=name%20email"))
    let query = try #require(address.split(separator: "?").last)
    let check = AuthorizeCheck(query: query.utf8)
    #expect(check.findings == [] && check.request?.nonce == attempt.nonce && check.request?.state == attempt.state)
    #expect(site.begin().attempt != attempt)
  }

  @Test func `What the provider posts waits for the browser, and is had once`() throws {
    let attempt = site.begin().attempt
    let held = try site.hold(try body(attempt, user: Self.person))
    #expect(held.cookie.hasSuffix("; Path=/; Max-Age=300; Secure; HttpOnly; SameSite=Lax"))
    try answerTokens(attempt)
    let person = try site.finish(cookies: cookies(held), attempt)
    #expect(person.identity.mail == "anna@example.org" && person.refreshToken == "r1")
    #expect(person.user?.givenName == "Anna" && person.user?.familyName == "Ferrari")
    let form = try #require(provider.lastForm)
    #expect(form["code"] == "c1" && form["redirect_uri"] == "https://shop.example.org/back")
    #expect(throws: SignInError.callbackUnknown) { try site.finish(cookies: cookies(held), attempt) }
    #expect(throws: SignInError.callbackUnknown) { try site.finish(cookies: "", attempt) }
  }

  @Test func `However often somebody posts, each token has one place, and who went back none`() throws {
    let site = try provider.site(MemorySiteStore(most: 1) { 0 })
    let (own, others) = (site.begin().attempt, site.begin().attempt)
    let posted = try body(own)
    let first = try site.hold(posted)
    for _ in 0..<3 {
      let back = try site.hold(Array("state=\(others.state)&error=user_cancelled_authorize".utf8))
      #expect(throws: SignInError.stateOther) { try site.finish(cookies: cookies(back), own) }
      #expect(throws: SignInError.cancelled) { try site.finish(cookies: cookies(back), others) }
      #expect(cookies(back).utf8.count < 4096)
      #expect(throws: SignInError.callbackUnreadable("state")) {
        try site.hold(Array("error=x&state=\(String(repeating: "s", count: 4000))".utf8))
      }
    }
    let last = try site.hold(posted)
    try answerTokens(own)
    #expect(try site.finish(cookies: cookies(last), own).refreshToken == "r1")
    // The place is free, and what it was called before opens nothing.
    #expect(throws: SignInError.callbackUnknown) { try site.finish(cookies: cookies(first), own) }
  }

  @Test func `A ticket that nobody gave opens nothing`() throws {
    let attempt = site.begin().attempt
    let held = try site.hold(try body(attempt))
    let place = try #require(held.ticket.split(separator: ".").first)
    let code = Base64URL.encode(try body(attempt))
    for ticket in ["", ".", "x", "\(place).x", "\(place)", ".\(code)", "..", ".=="] {
      #expect(throws: SignInError.callbackUnknown, "\(ticket)") {
        try site.finish(cookies: "__Host-signin=\(ticket)", attempt)
      }
    }
    #expect(provider.lastForm == nil)
  }

  @Test func `A store that is full has room again when something has ended`() throws {
    let store = MemorySiteStore(most: 1) { [provider] in provider.now }
    #expect(try store.note("", .event, "one", until: provider.now + 10) == .new)
    #expect(throws: SiteStoreError("full")) { try store.note("", .event, "two", until: provider.now + 10) }
    provider.pass(10)
    #expect(try store.note("", .event, "two", until: provider.now + 10) == .new)
  }

  @Test func `An answer that nobody comes for ends after five minutes`() throws {
    let attempt = site.begin().attempt
    let held = try site.hold(try body(attempt))
    provider.pass(300)
    #expect(throws: SignInError.callbackUnknown) { try site.finish(cookies: cookies(held), attempt) }
  }

  @Test func `Another browser's answer, and one that nobody began, sign nobody in`() throws {
    let (own, others) = (site.begin().attempt, site.begin().attempt)
    #expect(throws: SignInError.stateOther) { try site.finish(try body(others), own) }
    #expect(throws: SignInError.attemptMissing) { try site.finish(try body(others), nil) }
    // The state is right, the token was made for another attempt: code injection.
    let mixed = SignInAttempt(state: own.state, nonce: others.nonce)
    #expect(throws: SignInError.token(TokenRefusal(.nonceOther))) { try site.finish(try body(mixed), own) }
    #expect(provider.lastForm == nil)
  }

  @Test func `A code that gives another person than the token that came with it is refused`() throws {
    let attempt = site.begin().attempt
    try answerTokens(attempt, subject: "000009.0009")
    #expect(throws: SignInError.token(TokenRefusal(.subjectOther, "000009.0009"))) {
      try site.finish(try body(attempt), attempt)
    }
  }

  @Test func `What is said once is kept until the site has it, also where the code fails`() throws {
    let first = site.begin().attempt
    provider.answer(400, .members(["error": .string("invalid_grant"), "error_description": .string("codeUsed")]))
    #expect(throws: SignInError.refused(word: "invalid_grant", description: "codeUsed", correlation: "C1")) {
      try site.finish(try body(first, user: Self.person), first)
    }
    for _ in 0..<2 {
      let again = site.begin().attempt
      try answerTokens(again)
      #expect(try site.finish(try body(again), again).user?.givenName == "Anna")
    }
    try site.userIsStored(of: ProviderStandIn.subject)
    let last = site.begin().attempt
    try answerTokens(last)
    #expect(try site.finish(try body(last), last).user == nil)
  }

  @Test(arguments: [
    ("state=s&error=user_cancelled_authorize", SignInError.cancelled),
    ("state=s&error=other", .refused(word: "other", description: "", correlation: nil)),
    ("state=s&code=c", .callbackUnreadable("id_token")),
    ("code=c&id_token=t", .callbackUnreadable("fieldMissing(\"state\")")),
    ("state=s&state=s", .callbackUnreadable("fieldTwice(\"state\")")), ("state=%zz", .callbackUnreadable("unreadable")),
  ]) func `What is no answer says why`(body: String, error: SignInError) {
    #expect(throws: error) { try site.finish(Array(body.utf8), SignInAttempt(state: "s", nonce: "n")) }
  }

  // MARK: - Secrets

  private func sentSecret() throws -> String {
    try answerTokens(nil)
    _ = try site.refresh("r1")
    return try #require(provider.lastForm?["client_secret"])
  }

  @Test func `A secret holds to every rule of the provider's, and is renewed when half of its time is over`() throws {
    let first = try sentSecret()
    let context = SecretContext(
      clientID: "com.example.web", teamID: "TEAM000001", audience: "https://id.example.org",
      keys: [KnownKey(id: "KEY0000001", provider.siteKey.publicKey, name: "k")], now: provider.now)
    #expect(SecretCheck(first, context).findings == [])
    provider.pass(1799)
    #expect(try sentSecret() == first)
    provider.pass(1)
    let second = try sentSecret()
    #expect(second != first)
    // A clock that was set back would make every secret one from the future.
    provider.pass(-10_000)
    #expect(try sentSecret() != second)
  }

  @Test func `Revoking says what it ends; a provider that does not answer 200 did not end it`() throws {
    provider.answer(200, .object([]))
    try site.revoke("r1")
    #expect(provider.lastForm?["token"] == "r1" && provider.lastForm?["token_type_hint"] == "refresh_token")
    provider.answer(400, .members(["error": .string("invalid_client")]))
    #expect(throws: SignInError.refused(word: "invalid_client", description: "", correlation: "C1")) {
      try site.revoke("r1")
    }
    #expect(throws: SignInError.unreachable("away")) { try site.revoke("r1") }
    provider.answer(502, .string("x"))
    #expect(throws: SignInError.answerUnreadable(status: 502)) { try site.revoke("r1") }
  }

  // MARK: - Notifications

  private func notification(_ events: JSONValue, id: String = "j1", _ changes: [String: JSONValue?] = [:]) throws
    -> [UInt8]
  {
    var claims: [String: JSONValue?] = [
      "aud": .string("com.example.app"), "jti": .string(id), "events": events, "sub": nil, "nonce": nil, "email": nil,
    ]
    claims.merge(changes) { $1 }
    return Array(JSONValue.members(["payload": .string(try provider.token(claims))]).text.utf8)
  }

  private static func event(_ type: String) -> JSONValue {
    .members([
      "type": .string(type), "sub": .string("s1"), "event_time": .number(1_790_000_000_123), "email": .string("a@b.c"),
    ])
  }

  @Test(
    arguments: [
      ("account-delete", .accountDeleted), ("account-deleted", .accountDeleted), ("consent-revoked", .consentRevoked),
      ("email-enabled", .mailEnabled), ("email-disabled", .mailDisabled), ("later", .other("later")),
    ] as [(String, ProviderEvent.Kind)]) func `Events are read as text and as an object`(
      type: String, kind: ProviderEvent.Kind
    ) throws
  {
    for (id, events) in [("j1", Self.event(type)), ("j2", .string(Self.event(type).text))] {
      let event = try #require(try site.event(try notification(events, id: id)))
      #expect(event.kind == kind && event.subject == "s1" && event.time == 1_790_000_000_123 && event.mail == "a@b.c")
    }
  }

  @Test func `A notification is given until the site has acted on it, and not after`() throws {
    let body = try notification(Self.event("consent-revoked"))
    let event = try #require(try site.event(body))
    #expect(event.kind == .consentRevoked)
    #expect(try site.event(body) == event && site.unhandledEvents() == [event])
    try site.eventIsHandled(event)
    #expect(try site.event(body) == nil && site.unhandledEvents().isEmpty)
    // A token that holds no more is refused by its rule, and its place is given back.
    provider.pass(700)
    #expect(try provider.store.values(.event, at: provider.now).isEmpty)
  }

  @Test func `A server that ends before it acts has the event when it starts again`() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (try notification(Self.event("account-deleted")), try notification(Self.event("x"), id: "j2"))
    var events: [ProviderEvent] = []
    do {
      let site = try provider.site(try FileSiteStore(folder.path + "/site.db"))
      events = [try #require(try site.event(first)), try #require(try site.event(second))]
      try site.eventIsHandled(events[1])
    }
    let site = try provider.site(try FileSiteStore(folder.path + "/site.db"))
    #expect(try site.unhandledEvents() == [events[0]])
    #expect(try site.event(first) == events[0] && site.event(second) == nil)
    try site.eventIsHandled(events[0])
    #expect(try site.unhandledEvents().isEmpty && site.event(first) == nil)
  }

  @Test func `Each event is stored so that it is the same when it is read`() throws {
    for (id, kind) in [
      ("a", "email-disabled"), ("b", "email-enabled"), ("c", "consent-revoked"), ("d", "account-delete"),
      ("e", "\"'\n\u{0}未知"),
    ] {
      let event = try #require(try site.event(try notification(Self.event(kind), id: id)))
      #expect(ProviderEvent(stored: event.stored) == event)
    }
    for text in ["", "{}", "[1]", "{\"jti\":1}"] { #expect(ProviderEvent(stored: text) == nil) }
  }

  @Test(
    arguments: [
      ("aud", .string("com.example.other"), .audienceOther), ("iss", .string("x"), .issuerOther),
      ("jti", nil, .claimMissing),
      ("events", nil, .claimMissing), ("events", .string("{"), .eventsUnreadable),
      ("events", .number(1), .eventsUnreadable),
      ("events", .string("{\"type\":\"a\",\"type\":\"b\"}"), .eventsUnreadable), ("events", .object([]), .eventMissing),
      ("exp", .number(1), .expired),
    ] as [(String, JSONValue?, TokenRule)]) func `A notification that breaks a rule is refused by its name`(
      claim: String, value: JSONValue?, rule: TokenRule
    ) throws
  {
    let body = try notification(Self.event("consent-revoked"), [claim: value])
    do throws(SignInError) {
      _ = try site.event(body)
      Issue.record("taken")
    } catch {
      guard case .token(let refusal) = error else {
        Issue.record(error)
        return
      }
      #expect(refusal.rule == rule)
    }
  }
}
