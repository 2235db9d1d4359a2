// SPDX-License-Identifier: Apache-2.0
import Dispatch
import EventualConditions
import IdentityDatabase
import IdentityModel
import IdentityStoreContract
import PasskeyDatabase
import PostgreSQLDatabase
import PostgreSQLServer
import Synchronization
import Testing
import WebAuthn

/// Two servers on one database, each with connections of its own, in the same instant.
@Suite struct TwoServersTests {
  private let server: PostgreSQLServer
  private let role: String
  private let stores: [IdentityDatabase]

  init() throws {
    let server = try PostgreSQLServer.shared()
    let role = try server.makeDatabase()
    (self.server, self.role) = (server, role)
    stores = try (0..<2).map { _ in
      try IdentityDatabase(in: try PostgreSQLDatabase(try PostgreSQLPlace(server.line(of: role))))
    }
  }

  /// What each of them answers; one that others were in the way of for too long is asked again, as clients do after 503.
  private func both<Result: Sendable>(
    _ body: @Sendable @escaping (IdentityDatabase) throws -> Result
  ) throws -> [Result] {
    let answers = Mutex<[Result]>([])
    DispatchQueue.concurrentPerform(iterations: stores.count) { index in
      try? eventually {
        let answer = try body(stores[index])
        answers.withLock { $0.append(answer) }
        return true
      }
    }
    let all = answers.withLock { $0 }
    try #require(all.count == stores.count)
    return all
  }

  @Test func `Of two redemptions of one code in the same instant one has it, and no token outlives the second`() throws
  {
    let account = try stores[0].add(try IdentityStoreRule.person("anna@example.org"))
    try stores[0].add(Team(id: "TEAM000001", name: "Team"))
    try stores[0].add(
      SignInClient(
        id: "com.example.app", kind: .app, primaryApp: "com.example.app", team: "TEAM000001", name: "App",
        stage: .published))
    for round in 0..<25 {
      let code = TokenDigest(of: "code \(round)")
      _ = try stores[round % 2].grant(
        CodeGrant(
          code: code, client: "com.example.app", primaryApp: "com.example.app", account: account,
          redirectURI: "https://a/", nonce: nil, sharesName: .shared, sharesMail: .shared, signedInAt: 1,
          expiresAt: 1000, family: Array("family \(round)".utf8)), at: 1)
      let token = TokenDigest(of: "token \(round)")
      let outcomes = try both { store in
        try store.takeCode(code, at: 2) { grant in
          [
            StoredToken(
              digest: token, kind: .refresh, client: grant.client, primaryApp: grant.primaryApp, account: grant.account,
              family: grant.family, sharesMail: grant.sharesMail, signedInAt: 1, expiresAt: nil)
          ]
        }
      }
      let taken = outcomes.filter { if case .taken = $0 { true } else { false } }
      let again = outcomes.filter { if case .usedBefore = $0 { true } else { false } }
      #expect(taken.count == 1 && again.count == 1)
      // Brought twice: what came from it has ended.
      #expect(try stores[0].token(token)?.revokedAt == 2)
    }
  }

  @Test func `Tries, one-time codes and passkey challenges count over both`() throws {
    let account = try stores[0].add(try IdentityStoreRule.person("anna@example.org"))
    try stores[0].setCodeSecret([1], of: account, usedStep: 0)
    for round in Int64(1)...8 {
      #expect(try both { try $0.useCode(ofStep: round, account: account) }.filter { $0 }.count == 1)
      let key = TokenDigest(of: "network \(round)")
      let waits = try both { try $0.beginTry(key, at: 100) { _ in 50 } }
      #expect(waits.filter { $0 == nil }.count == 1 && waits.contains(150))
    }
    let session = BrowserSession(digest: TokenDigest(of: "s"), account: account, signedInAt: 1, expiresAt: 100)
    try stores[0].add(session)
    #expect(try stores[1].session(session.digest, at: 2) == session)
    try stores[1].endSession(session.digest)
    #expect(try stores[0].session(session.digest, at: 2) == nil)
    try stores[0].passkeys().issue(IssuedChallenge([9], for: .authentication, session: [], expires: 10))
    try stores[1].passkeys().spend([9], at: 1)
    #expect(throws: PasskeyStoreError.self) {
      try stores[0].passkeys().issue(IssuedChallenge([9], for: .authentication, session: [], expires: 10))
    }
  }

  @Test func `Two senders send each notification once, and one that is gone loses its lease by time`() throws {
    let apps = (0..<12).map { "app\($0)" }
    for app in apps {
      let event = NotificationEvent(.consentRevoked, of: "s", at: 1)
      try stores[0].add(StoredNotification("n \(app)", to: app, of: event, issuedAt: 1))
    }
    let left = try #require(try stores[0].leaseNotification(for: "gone", at: 10, until: 1000))
    let sent = Mutex<[String]>([])
    _ = try both { store in
      while let lease = try store.leaseNotification(for: "\(UInt64.random(in: 0 ... .max))", at: 20, until: 1020) {
        sent.withLock { $0.append(lease.notification.id) }
        try store.finish(lease, .delivered(status: 200), at: 21)
      }
      return true
    }
    #expect(sent.withLock { $0.sorted() } == apps.map { "n \($0)" }.filter { $0 != left.notification.id }.sorted())
    #expect(try stores[1].leaseNotification(for: "other", at: 999, until: 2000) == nil)
    let again = try #require(try stores[1].leaseNotification(for: "other", at: 1001, until: 2000))
    #expect(again.notification.id == left.notification.id)
    // Whoever was thought to be gone changes nothing.
    try stores[0].finish(left, .delivered(status: 200), at: 1002)
    #expect(try stores[0].notifications(id: left.notification.id, atMost: 1).first?.state == .waiting)
  }

  @Test func `While the database is away nothing is half done, and both go on after it`() throws {
    try stores[0].add(Team(id: "TEAM000001", name: "Team"))
    try server.takeAway(role)
    for store in stores {
      #expect(throws: IdentityStoreError.unavailable) { try store.add(Team(id: "TEAM000002", name: "Team")) }
      #expect(throws: IdentityStoreError.unavailable) { try store.teams() }
    }
    try server.giveBack(role)
    for store in stores { #expect(try store.teams().map(\.id) == ["TEAM000001"]) }
    try stores[1].add(Team(id: "TEAM000002", name: "Team"))
  }
}
