// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import SecretMemory
import SignInRules
import Testing
import WebForms
import WebServer

@testable import IdentityService
import Threads
import Events

/// What another site, or whoever guesses passwords, tries at the pages.
@Suite struct PageAttackTests {
  @Test(
    arguments: [
      ["client_id": "com.example.nobody"], ["redirect_uri": "https://evil.example/back"],
      ["redirect_uri": "https://example.com/back?x"], ["redirect_uri": "https://example.com/back%2F.."],
      ["redirect_uri": "http://example.com/back"], ["response_mode": "query"], ["scope": "phone"],
      ["response_type": "id_token"],
    ] as [[String: String]]) func `A request that breaks a rule sends nobody anywhere`(changes: [String: String]) throws
  {
    let provider = try ProviderUnderTest()
    let answer = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query(changes.mapValues { $0 }))
    #expect(answer.status == 400)
    #expect(answer.location == nil)
    #expect(!answer.text.contains("<form"))
  }

  @Test(arguments: [
    (["client_id": "com.example.nobody"], "clientUnknown"),
    (["redirect_uri": "https://example.com/back/"], "redirectNotRegistered"),
    (["redirect_uri": "https://EXAMPLE.com/back"], "redirectNotRegistered"),
    (["response_mode": "query"], "responseModeForbidden"),
  ]) func `A page that says what is wrong names the rule, to developers and in the log`(
    changes: [String: String], rule: String
  ) throws {
    let provider = try ProviderUnderTest()
    let answer = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query(changes.mapValues { $0 }))
    let id = try #require(answer.headers.first { $0.name == "Correlation-Id" }?.value)
    let line = try #require(try provider.store.loggedRequests(id: id, atMost: 1).first)
    #expect(answer.status == 400 && line.record.contains("\"rule\":\"\(rule)\""), "\(line.record)")
    // Whose client nobody knows is no developer's.
    #expect(answer.text.contains(rule) == (rule != "clientUnknown"))
  }

  @Test func `A form of another browser, of another request, or of an hour ago signs nobody in`() throws {
    let provider = try ProviderUnderTest()
    let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    let typed: [FormFields.Field] = [
      .init("mail", ProviderUnderTest.mail), .init("password", ProviderUnderTest.password),
      .init("decision", "continue"),
    ]
    let own = provider.cookies
    provider.cookies = [:]
    #expect(provider.send("POST", "/auth/sign-in", fields: page.hiddenFields + typed).status == 403)
    provider.cookies = own
    let changed = page.hiddenFields.map { field in
      field.name == "query" ? FormFields.Field("query", ProviderUnderTest.query(["state": "x"])) : field
    }
    #expect(provider.send("POST", "/auth/sign-in", fields: changed + typed).status == 403)
    provider.cookies = own
    let foreign = provider.send(
      "POST", "/auth/sign-in", headers: ["origin": "https://evil.example"], fields: page.hiddenFields + typed)
    #expect(foreign.status == 403)
    provider.cookies = own
    provider.pass(seconds: 3601)
    #expect(provider.send("POST", "/auth/sign-in", fields: page.hiddenFields + typed).status == 403)
    #expect(!provider.cookies.keys.contains { $0.hasSuffix("session") })
  }

  @Test(arguments: [[], [.init("password", "")]] as [[FormFields.Field]])
  func `No password, or an empty one, is a wrong one`(
    fields: [FormFields.Field]
  ) throws {
    let provider = try ProviderUnderTest()
    let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    let answer = provider.send(
      "POST", "/auth/sign-in", fields: page.hiddenFields + [.init("mail", ProviderUnderTest.mail)] + fields)
    #expect(answer.status == 403)
    #expect(answer.text.contains("do not belong together"))
  }

  @Test func `A consent needs the form that this person was shown`() throws {
    let provider = try ProviderUnderTest()
    _ = try provider.signIn()
    let answer = provider.send(
      "POST", "/auth/consent",
      fields: [
        .init("query", ProviderUnderTest.query()), .init("seal", "9999999999999.AAAA"), .init("decision", "continue"),
      ])
    #expect(answer.status == 403)
    #expect(try provider.store.consents(of: 1).isEmpty)
    let removal = provider.send(
      "POST", "/account/remove", fields: [.init("site", ProviderUnderTest.app), .init("seal", "1.A")])
    #expect(removal.location == "/account")
  }

  @Test func `A site that asks for the address later says so, and has it only from a form that did`() throws {
    let provider = try ProviderUnderTest()
    let less = ProviderUnderTest.query(["scope": nil])
    #expect(try provider.allow(less)["code"] != nil)
    let old = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    #expect(old.text.contains("receives") && old.text.contains("email address"))
    #expect(!old.text.contains("First name"))
    #expect(try provider.allow()["user"] == nil)
    let consent = try #require(try provider.store.consents(of: 1).first)
    #expect(consent.sharesMail == .shared && consent.sharesName == .notShared)
    let quiet = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    #expect(!quiet.text.contains("receives"))
    // The consent goes meanwhile: the page that said nothing shares nothing.
    try provider.store.endConsent(primaryApp: ProviderUnderTest.app, account: 1, at: 1, notification: "n")
    let decision = FormFields.Field("decision", "continue")
    let answer = provider.send("POST", "/auth/consent", fields: quiet.hiddenFields + [decision])
    #expect(answer.status == 403 && answer.text.contains("receives"))
    #expect(try provider.store.consents(of: 1).isEmpty)
    #expect(provider.send("POST", "/auth/consent", fields: answer.hiddenFields + [decision]).status == 200)
  }

  @Test func `Another site signs nobody out, and whoever signs in anew leaves no session behind`() throws {
    let provider = try ProviderUnderTest()
    let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query())
    _ = try provider.signIn()
    let first = provider.cookies
    for fields in [[], [FormFields.Field("seal", "1.A")]] {
      #expect(provider.send("POST", "/account/sign-out", fields: fields).header("Set-Cookie") == nil)
    }
    #expect(provider.send("GET", "/account").text.contains("Signed in as"))
    let again = provider.send(
      "POST", "/auth/sign-in",
      fields: page.hiddenFields + [
        .init("mail", ProviderUnderTest.mail), .init("password", ProviderUnderTest.password),
        .init("decision", "continue"),
      ])
    #expect(again.status == 303)
    #expect(provider.send("GET", "/account").text.contains("Signed in as"))
    provider.cookies = first
    #expect(!provider.send("GET", "/account").text.contains("Signed in as"))
  }

  @Test func `Passwords that many have checked at once leave threads for others`() throws {
    let provider = try ProviderUnderTest()
    let (check, occupied, mayEnd) = (provider.service.passwords, Locked(0), Locked(false))
    func occupy() throws -> SystemThread {
      try SystemThread(named: "occupied") {
        check.running.enter {
          occupied.withLock { $0 += 1 }
          while !mayEnd.withLock({ $0 }) { _ = try? Poll.readable([], within: .milliseconds(1)) }
        }
      }
    }
    var threads = [try occupy(), try occupy()]
    while occupied.withLock({ $0 }) < 2 { _ = try Poll.readable([], within: .milliseconds(1)) }
    func count() -> Int { check.pending.withLock { $0 } }
    func begin(_ mail: String, _ verdict: Locked<PasswordCheck.Verdict?>) throws {
      threads.append(
        try SystemThread(named: "check") {
          let found = try? check.check(mail, SecretBytes(count: 1) { _ in }, at: 1)
          verdict.withLock { $0 = found }
        })
    }
    defer {
      mayEnd.withLock { $0 = true }
      for thread in threads { thread.join() }
    }
    for number in 0..<PasswordCheck.mostPending { try begin("\(number)", Locked(nil)) }
    while count() < PasswordCheck.mostPending { _ = try Poll.readable([], within: .milliseconds(1)) }
    let verdict = Locked<PasswordCheck.Verdict?>(nil)
    try begin("last", verdict)
    while verdict.withLock({ $0 == nil }), count() <= PasswordCheck.mostPending {
      _ = try Poll.readable([], within: .milliseconds(1))
    }
    if case .wait? = verdict.withLock({ $0 }) { return }
    Issue.record("a further one waits for a thread")
  }

  @Test func `Whatever a stranger sends, its line in the log is short`() throws {
    let provider = try ProviderUnderTest()
    let long = String(repeating: "\u{1}", count: 20_000)
    let many = (0..<60).map { FormFields.Field("\($0)" + "e" + String(repeating: "\u{301}", count: 140), "") }
    for fields in [
      [FormFields.Field("client_id", long)], many,
      [.init("client_id", "e" + String(repeating: "\u{301}", count: 9000))],
    ] {
      _ = provider.send("POST", "/auth/token", fields: fields)
      let line = try #require(try provider.store.loggedRequests(id: nil, atMost: 1).first)
      #expect(line.record.contains("parameterMissing") || line.record.contains("parameterUnknown"))
      #expect(line.record.utf8.count < 16_384)
    }
  }

  @Test func `Wrong passwords and unknown accounts are answered alike, and cost more and more time`() throws {
    let provider = try ProviderUnderTest()
    for mail in [ProviderUnderTest.mail, "nobody@example.org"] {
      for _ in 0..<3 {
        let answer = try provider.signIn(password: "wrong password", mail: mail)
        #expect(answer.status == 403)
        #expect(answer.text.contains("do not belong together"))
      }
      _ = try provider.signIn(password: "wrong password", mail: mail)
      #expect(try provider.signIn(password: ProviderUnderTest.password, mail: mail).text.contains("Wait 2 seconds"))
    }
    provider.pass(seconds: 2)
    #expect(try provider.signIn().status == 303)
    #expect(PasswordCheck.delay(afterFailures: 3) == 0)
    #expect(PasswordCheck.delay(afterFailures: 60) == 15 * 60 * 1000)
  }

  @Test func `Whoever gives wrong passwords elsewhere keeps nobody out of a browser where they have signed in`() throws
  {
    let provider = try ProviderUnderTest()
    #expect(try provider.signIn().status == 303)
    let own = provider.cookies.filter { !$0.key.hasSuffix("session") }
    provider.cookies = [:]
    for _ in 0..<9 {
      _ = try provider.signIn(password: "wrong password")
      provider.pass(seconds: 64)
    }
    _ = try provider.signIn(password: "wrong password")
    #expect(try provider.signIn().text.contains("Wait"))
    // Another browser gains nothing by what that one was given.
    provider.cookies = provider.cookies.merging(own.filter { $0.key.hasSuffix("known") }) { $1 }
    #expect(try provider.signIn().text.contains("Wait"))
    provider.cookies = own
    #expect(try provider.signIn(password: "wrong password").text.contains("do not belong together"))
    #expect(try provider.signIn().status == 303)
  }

  @Test func `What a site sends stands on pages as text`() throws {
    let provider = try ProviderUnderTest()
    let state = "\"><script>alert(1)</script>"
    let page = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query(["state": state]))
    #expect(!page.text.contains("<script>"))
    #expect(try provider.allow(ProviderUnderTest.query(["state": state]))["state"] == state)
    let error = provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query(["scope": state]))
    #expect(!error.text.contains("<script>"))
  }

  @Test func `Every page forbids frames, and loads nothing from elsewhere`() throws {
    let provider = try ProviderUnderTest()
    let pages = [
      provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query()),
      provider.send("GET", "/auth/authorize", query: ""), provider.send("GET", "/account"),
      provider.send("GET", "/nothing"),
    ]
    for page in pages {
      let policy = try #require(page.header("Content-Security-Policy"))
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(page.header("Cache-Control") == "no-store")
      #expect(page.header("Correlation-Id")?.utf8.count == 16)
    }
  }

  @Test(arguments: ["en", "it", "zh"]) func `No page has Apple's name`(language: String) throws {
    let provider = try ProviderUnderTest()
    let headers = ["accept-language": language]
    var pages = [provider.send("GET", "/auth/authorize", query: ProviderUnderTest.query(), headers: headers)]
    _ = try provider.signIn()
    for query in [ProviderUnderTest.query(), "", "client_id=x"] {
      pages.append(provider.send("GET", "/auth/authorize", query: query, headers: headers))
    }
    pages += ["/account", "/style.css", "/nothing"].map { provider.send("GET", $0, headers: headers) }
    for page in pages { #expect(!page.text.lowercased().contains("apple")) }
  }

  @Test func `Another name, another method and a path of nobody are refused`() throws {
    let provider = try ProviderUnderTest()
    #expect(provider.send("GET", "/auth/keys", headers: ["host": "evil.example"]).status == 421)
    #expect(provider.send("GET", "/auth/token").status == 405)
    #expect(provider.send("GET", "/auth/userinfo").status == 404)
  }

  @Test func `Cancelling tells the site, and nothing else does`() throws {
    let provider = try ProviderUnderTest()
    let answer = try provider.allow(decision: "cancel")
    #expect(answer == ["error": "user_cancelled_authorize", "state": "s"])
    #expect(try provider.store.consents(of: 1).isEmpty)
  }

  @Test func `A provider with another issuer than its address is for this machine alone`() {
    let issuer = "https://issuer.example"
    #expect(IdentitySettings(issuer: issuer, address: "https://id.example.org", name: "x").defect == .foreignIssuer)
    #expect(IdentitySettings(issuer: issuer, address: "http://127.0.0.1:8642", name: "x").defect == nil)
    #expect(IdentitySettings(issuer: issuer, address: "http://id.example.org", name: "x").defect == .notHTTPS)
    #expect(IdentitySettings(issuer: "x", address: "x", name: "x").defect == .notAnAddress)
    #expect(IdentitySettings(issuer: issuer, address: issuer + "/", name: "x").defect == .notAnAddress)
  }

  @Test(arguments: ["/auth/keys", "/style.css", "/signin.js", "/account"], ["GET", "HEAD"])
  func `An answer has each protecting header once`(path: String, method: String) throws {
    let names = try ProviderUnderTest().send(method, path).headers.map(\.name)
    for name in ["X-Content-Type-Options", "Referrer-Policy", "Cache-Control"] {
      #expect(names.count { $0 == name } == 1, "\(names)")
    }
  }
}
