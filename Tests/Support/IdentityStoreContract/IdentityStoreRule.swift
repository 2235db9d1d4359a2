// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import IdentityModel
import SystemCalls

/// What every store of a provider holds to, whatever keeps the rows.
package struct IdentityStoreRule: Sendable, CustomStringConvertible {
  private let name: String
  package let check: @Sendable (any IdentityStore) throws -> Void

  init(_ name: String, _ check: @escaping @Sendable (any IdentityStore) throws -> Void) {
    (self.name, self.check) = (name, check)
  }

  package var description: String { name }

  package static var all: [IdentityStoreRule] {
    registration + removal + people + codes + consents + notifications + provider + devices
  }
}

extension IdentityStoreRule {
  /// Somebody to store.
  package static func person(_ mail: String) throws -> Account { try Sample.person(mail) }
}

/// A rule that a store broke.
package struct BrokenRule: Error, CustomStringConvertible {
  package let description: String
}

func expect(_ holds: Bool, _ what: String) throws {
  guard holds else { throw BrokenRule(description: what) }
}

func expect(
  _ expected: IdentityStoreError, from what: String, _ body: () throws -> Void
) throws {
  do { try body() } catch let error as IdentityStoreError {
    return try expect(error == expected, "\(what): \(error) and not \(expected)")
  }
  throw BrokenRule(description: "\(what): nothing is refused")
}

/// A team with an app, a service of it, an app of its own, and a person.
struct Sample {
  static let team = "TEAM000001"
  static let app = "com.example.app"
  static let site = "com.example.web"
  static let other = "com.example.other"
  let account: Int64

  init(in store: any IdentityStore) throws {
    try store.add(Team(id: Self.team, name: "Team"))
    for (id, kind, primary) in [
      (Self.app, SignInClient.Kind.app, Self.app), (Self.site, .service, Self.app), (Self.other, .app, Self.other),
    ] {
      try store.add(
        SignInClient(id: id, kind: kind, primaryApp: primary, team: Self.team, name: id, stage: .published))
    }
    account = try store.add(try Self.person("anna@example.org"))
  }

  static func person(_ mail: String) throws -> Account {
    let password = try AccountPassword(of: SystemRandom.secret(12), .smallest)
    return Account(mail: mail, givenName: "Anna", familyName: "Ferrari", password: password)
  }

  func grant(_ code: String, client: String = Sample.site, until end: Int64 = 1000) -> CodeGrant {
    CodeGrant(
      code: TokenDigest(of: code), client: client, primaryApp: client == Self.other ? Self.other : Self.app,
      account: account, redirectURI: "https://example.com/", nonce: "n", sharesName: .shared, sharesMail: .notShared,
      signedInAt: 5, expiresAt: end, family: Array("family \(code)".utf8))
  }

  func token(_ name: String, of grant: CodeGrant) -> StoredToken {
    StoredToken(
      digest: TokenDigest(of: name), kind: .refresh, client: grant.client, primaryApp: grant.primaryApp,
      account: account, family: grant.family, sharesMail: grant.sharesMail, signedInAt: 5, expiresAt: nil)
  }
}

// MARK: - Teams, clients and their keys

extension IdentityStoreRule {
  static let registration = [
    IdentityStoreRule("What was added is found, and nothing is added twice") { store in
      _ = try Sample(in: store)
      try expect(.exists(Sample.team), from: "a team") { try store.add(Team(id: Sample.team, name: "x")) }
      let site = try store.client(Sample.site)
      try expect(site?.primaryApp == Sample.app && site?.kind == .service, "the service is not as it was added")
      try expect(try store.client("com.example.WEB") == nil, "identifiers are told apart by case")
      if let site { try expect(.exists(Sample.site), from: "a client") { try store.add(site) } }
      try store.setStage(.development, of: Sample.site)
      try expect(try store.client(Sample.site)?.stage == .development, "the stage was not set")
      try expect(.unknown("nobody"), from: "a stage") { try store.setStage(.published, of: "nobody") }
    },
    IdentityStoreRule("A client needs its team, and a service its app, of the same team") { store in
      _ = try Sample(in: store)
      try store.add(Team(id: "TEAM000002", name: "Other"))
      func service(team: String, app: String) -> SignInClient {
        SignInClient(id: "x.y", kind: .service, primaryApp: app, team: team, name: "x", stage: .published)
      }
      try expect(.unknown("TEAM000009"), from: "a team") {
        try store.add(service(team: "TEAM000009", app: Sample.app))
      }
      try expect(.unknown(Sample.app), from: "an app") { try store.add(service(team: "TEAM000002", app: Sample.app)) }
      try expect(.unknown(Sample.site), from: "a service as app") {
        try store.add(service(team: Sample.team, app: Sample.site))
      }
    },
    IdentityStoreRule("An app has two keys at once, and a revoked one is kept") { store in
      _ = try Sample(in: store)
      func key(_ id: String, _ app: String = Sample.app) throws -> AppKey {
        AppKey(id: id, primaryApp: app, publicKey: try ECPrivateKey(.p256).publicKey)
      }
      try store.add(try key("KEY0000001"))
      try store.add(try key("KEY0000002"))
      try expect(.tooMany(Sample.app), from: "a third key") { try store.add(try key("KEY0000003")) }
      try store.revokeKey("KEY0000001", at: 7)
      try store.revokeKey("KEY0000001", at: 9)
      try store.add(try key("KEY0000003"))
      try expect(.exists("KEY0000002"), from: "a key") { try store.add(try key("KEY0000002", Sample.other)) }
      try expect(.unknown(Sample.site), from: "a key of a service") {
        try store.add(try key("KEY0000004", Sample.site))
      }
      let keys = try store.keys(ofTeam: Sample.team)
      try expect(keys.map(\.id) == ["KEY0000001", "KEY0000002", "KEY0000003"], "keys are missing")
      try expect(keys.map(\.revokedAt) == [7, nil, nil], "the first revocation counts")
    },
    IdentityStoreRule("Redirects are a set of each client's own") { store in
      _ = try Sample(in: store)
      try store.addRedirect("https://a/", of: Sample.site)
      try expect(.exists("https://a/"), from: "a redirect") { try store.addRedirect("https://a/", of: Sample.site) }
      try store.addRedirect("https://a/", of: Sample.app)
      try store.removeRedirect("https://a/", of: Sample.app)
      try expect(try store.redirects(of: Sample.site) == ["https://a/"], "the site's own is gone")
      try expect(.unknown("https://a/"), from: "a redirect") { try store.removeRedirect("https://a/", of: Sample.app) }
      try expect(.unknown("nobody"), from: "a redirect") { try store.addRedirect("https://a/", of: "nobody") }
    },
  ]

  // MARK: - People

  static let people = [
    IdentityStoreRule("An account is found by its mail address in whatever case, and is there once") { store in
      let sample = try Sample(in: store)
      let found = try store.account(mail: "ANNA@example.org")
      try expect(found?.id == sample.account, "it is not found")
      try expect(try store.account(sample.account) == found, "it is another by its number")
      try expect(.exists("anna@example.org"), from: "an account") {
        _ = try store.add(try Sample.person("Anna@Example.org"))
      }
    },
    IdentityStoreRule("A passkey's handle stays what it was the first time, and finds its account") { store in
      let sample = try Sample(in: store)
      let first = try store.passkeyHandle(of: sample.account, proposing: [1, 2])
      let again = try store.passkeyHandle(of: sample.account, proposing: [3])
      try expect(first == [1, 2] && again == first, "the handle changed")
      try expect(try store.account(passkeyHandle: first)?.id == sample.account, "it does not find its account")
      try expect(try store.account(passkeyHandle: [3]) == nil, "one that was never given finds somebody")
    },
    IdentityStoreRule("A one-time code counts once, and none that is older than the last") { store in
      let account = try Sample(in: store).account
      try expect(try !store.useCode(ofStep: 9, account: account), "a code counts where there are none")
      try store.setCodeSecret([1, 2], of: account, usedStep: 5)
      try expect(try store.codeSecret(of: account) == [1, 2], "the secret is another one")
      for (step, counts) in [(5, false), (7, true), (7, false), (6, false), (8, true)] as [(Int64, Bool)] {
        try expect(try store.useCode(ofStep: step, account: account) == counts, "step \(step)")
      }
      try store.removeCodeSecret(of: account)
      try expect(try store.codeSecret(of: account) == nil, "it is still there")
    },
    IdentityStoreRule("A subject is the team's own, and stays what it was the first time") { store in
      let sample = try Sample(in: store)
      let first = try store.subject(of: sample.account, inTeam: Sample.team, proposing: "one")
      let again = try store.subject(of: sample.account, inTeam: Sample.team, proposing: "two")
      let other = try store.subject(of: sample.account, inTeam: "TEAM000002", proposing: "three")
      try expect([first, again, other] == ["one", "one", "three"], "subjects are \(first), \(again), \(other)")
    },
    IdentityStoreRule("A session is there until its end, and not after it") { store in
      let sample = try Sample(in: store)
      let session = BrowserSession(
        digest: TokenDigest(of: "s"), account: sample.account, signedInAt: 10, expiresAt: 20)
      try store.add(session)
      try expect(try store.session(session.digest, at: 19) == session, "it is gone too early")
      try expect(try store.session(session.digest, at: 20) == nil, "it is there after its end")
      try store.endSession(session.digest)
      try expect(try store.session(session.digest, at: 11) == nil, "it does not end")
    },
    IdentityStoreRule("The sessions of an account are listed, and end together but for one") { store in
      let sample = try Sample(in: store)
      let other = try store.add(try Sample.person("ben@example.org"))
      for (name, account, at) in [("1", sample.account, 10), ("2", sample.account, 12), ("3", other, 11)] {
        try store.add(
          BrowserSession(
            digest: TokenDigest(of: name), account: account, signedInAt: Int64(at), expiresAt: Int64(at) + 10,
            browser: "Firefox, Linux"))
      }
      func open(_ account: Int64, at now: Int64) throws -> [Int64] {
        try store.sessions(of: account, at: now).map(\.signedInAt)
      }
      try expect(try open(sample.account, at: 13) == [12, 10], "the list is another")
      try expect(try open(sample.account, at: 20) == [12], "one that has ended is listed")
      try expect(try store.sessions(of: other, at: 13).first?.browser == "Firefox, Linux", "the browser is another")
      try store.endSessions(of: sample.account, but: TokenDigest(of: "1"))
      try expect(try open(sample.account, at: 13) == [10], "others have ended")
      try store.endSessions(of: sample.account, but: nil)
      try expect(try open(sample.account, at: 13).isEmpty && open(other, at: 13) == [11], "not all, or another's")
    },
    IdentityStoreRule("Failures count up, and delay the next try, until they are forgotten") { store in
      let key = TokenDigest(of: "k")
      // After the first there is none, after the second 20 milliseconds.
      func tries(at now: Int64) throws -> Int64? {
        try store.beginTry(key, at: 100_000 + now) { ($0 - 1) * 20 }.map { $0 - 100_000 }
      }
      try expect(try tries(at: 100) == nil && tries(at: 100) == nil, "the first two are not let through")
      try expect(try tries(at: 119) == 120, "a third is let through too early")
      try expect(try tries(at: 120) == nil, "it is not let through when it is time")
      try expect(try tries(at: 120) == 160, "what was refused counted")
      try expect(try tries(at: 110) == 160, "a server whose clock is behind lets one through")
      try expect(try tries(at: -60_000) == nil, "a clock that was put back makes the wait longer")
      try store.forgetTries(key)
      try expect(try tries(at: 120) == nil, "it is not forgotten")
    },
  ]

  static let provider = [
    IdentityStoreRule("Signing keys come in the order in which they sign") { store in
      let keys = [("B", Int64(2)), ("A", 3), ("C", 1)].map { StoredSigningKey(id: $0.0, sealed: [1], notBefore: $0.1) }
      for key in keys { try store.add(key) }
      try expect(try store.signingKeys().map(\.id) == ["C", "B", "A"], "their order is another")
    },
    IdentityStoreRule("The log gives the newest first, and one by its name") { store in
      for number in Int64(1)...5 {
        try store.log(LoggedRequest(id: "R\(number % 2)", at: number, record: "{}"))
      }
      try expect(try store.loggedRequests(id: nil, atMost: 2).map(\.at) == [5, 4], "the newest are others")
      try expect(try store.loggedRequests(id: "R1", atMost: 9).map(\.at) == [5, 3, 1], "it is not found by its name")
    },
  ]
}
