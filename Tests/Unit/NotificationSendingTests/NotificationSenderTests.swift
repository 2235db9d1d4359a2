// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import IdentityDatabase
import IdentityModel
import IdentityService
import JOSECoding
import JSONCoding
import SignInRules
import TemporaryFolder
import Testing
import Threads

@testable import NotificationSending

/// What an app's server is sent, and when.
@Suite struct NotificationSenderTests {
  private static let app = "com.example.app"
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute
  private let folder: TemporaryFolder
  private let store: IdentityDatabase
  private let keys: SigningKeyRing
  private let time = Locked(Int64(1_764_000_000_500))
  private let sent = Locked<[String]>([])

  private static let signing = Result { try RSAPrivateKey(bits: 2048) }

  init() throws {
    folder = try TemporaryFolder()
    store = try IdentityDatabase(folder.path + "/identity.db")
    keys = SigningKeyRing(known: try #require(JWSSigningKey(id: "SIGNING001", try Self.signing.get())))
    try store.add(Team(id: "TEAM000001", name: "Team"))
    try store.add(
      SignInClient(
        id: Self.app, kind: .app, primaryApp: Self.app, team: "TEAM000001", name: "App", stage: .published))
    try store.setEndpoint("https://app.example.com/told", of: Self.app)
  }

  private var now: Int64 { time.withLock { $0 } }
  private func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

  private func sender(
    _ schedule: RetrySchedule? = .growing, _ answer: @escaping @Sendable (Int) -> NotificationSender.Answer
  ) -> NotificationSender {
    let (time, sent) = (time, sent)
    return NotificationSender(issuer: "https://id.example.org", store, keys, schedule, clock: { time.withLock { $0 } })
    {
      body, _ in
      let count = sent.withLock { sent in
        sent.append(String(decoding: body, as: UTF8.self))
        return sent.count
      }
      return answer(count)
    }
  }

  private func add(_ id: String = "n1") throws {
    try store.add(
      StoredNotification(
        id, to: Self.app, of: NotificationEvent(.consentRevoked, of: "000001.a.0001", at: now), issuedAt: now))
  }

  private func tokens() throws -> [CompactJWS] {
    try sent.withLock { $0 }.map { body in
      let value = try JSONReader.read(Array(body.utf8), JSONLimits(bytes: 1 << 16, depth: 4, values: 9))
      guard case .object(let members) = value else { throw JOSEError.notThreeParts(0) }
      #expect(members.map(\.name) == ["payload"])
      return try CompactJWS((members.text("payload") ?? "").utf8)
    }
  }

  private func state(_ id: String = "n1") throws -> StoredNotification? {
    try store.notifications(id: id, atMost: 1).first
  }

  @Test func `The token has the claims of Apple's, with the event as text inside the text`() throws {
    try add()
    #expect(try sender { _ in .status(200) }.sendNext() == .sent)
    let token = try #require(try tokens().first)
    let key = try #require(keys.published.keys.first { $0.id == token.keyID })
    try token.verify(with: key)
    #expect(token.claims.map(\.name) == ["iss", "aud", "exp", "iat", "jti", "events"])
    #expect(token.claims.text("iss") == "https://id.example.org" && token.claims.text("aud") == Self.app)
    #expect(token.claims.number("exp") == 1_764_086_400 && token.claims.number("iat") == 1_764_000_000)
    #expect(
      token.claims.text("events")
        == "{\"type\":\"consent-revoked\",\"sub\":\"000001.a.0001\",\"event_time\":1764000000500}")
    #expect(try state()?.state == .delivered)
    #expect(try sender { _ in .status(200) }.sendNext() == .nothingDue)
  }

  @Test func `An event about an address says which, and that it is a relay's`() {
    #expect(
      NotificationEvent(.emailDisabled, of: "s", at: 1, mail: "a@relay.example").text
        == "{\"type\":\"email-disabled\",\"sub\":\"s\",\"event_time\":1,\"email\":\"a@relay.example\",\"is_private_email\":\"true\"}"
    )
  }

  @Test func `500 three times, then late, then 200: five tries with one identifier, each later than the one before`()
    throws
  {
    try add()
    let sender = sender { $0 <= 3 ? .status(500) : $0 == 4 ? .none("late") : .status(200) }
    var waits: [Int64] = []
    for _ in 0..<5 {
      let waited = now
      while try sender.sendNext() == .nothingDue { pass(250) }
      waits.append(now - waited)
    }
    #expect(try state()?.state == .delivered && state()?.tries == 5)
    #expect(Set(try tokens().map { $0.claims.text("jti") }) == ["n1"])
    #expect(try Set(tokens().map { $0.claims.number("exp") }).count == 1)
    for (number, wait) in waits.dropFirst().enumerated() {
      let middle: Int64 = 15_000 << Int64(number)
      let (least, most): (Int64, Int64) = (middle * 3 / 4, middle * 5 / 4 + 250)
      #expect(wait >= least && wait <= most, "wait \(number): \(wait)")
    }
  }

  @Test
  func `Who never takes it is tried until the token's end, less and less often; then it is kept and can be replayed`()
    throws
  {
    try add()
    let end = now + StoredNotification.life
    let sender = sender { $0 < 1000 ? .none("late") : .status(200) }
    while now < end + Self.hour {
      _ = try sender.sendNext()
      pass(Self.minute)
    }
    let tries = sent.withLock { $0.count }
    #expect((28...40).contains(tries), "\(tries) tries")
    let kept = try #require(try state())
    #expect(kept.state == .givenUp && kept.failure == "late" && kept.doneAt ?? .max <= end)
    try store.replayNotification("n1", at: now)
    sent.withLock { $0 = Array(repeating: $0[0], count: 999) }
    #expect(try sender.sendNext() == .sent)
    #expect(try state()?.state == .delivered)
    let last = try #require(try tokens().last)
    #expect(last.claims.text("jti") == "n1")
    let nextEnd = (now + StoredNotification.life) / 1000
    #expect(last.claims.number("exp") == Int(nextEnd))
  }

  @Test(arguments: [-hour, hour]) func `A clock that jumps by an hour loses nothing, and delays nothing by that hour`(
    jump: Int64
  ) throws {
    try add()
    let sender = sender { $0 < 3 ? .status(503) : .status(200) }
    #expect(try sender.sendNext() == .sent)
    pass(jump)
    var passed: Int64 = 0
    while try state()?.state == .waiting {
      #expect(passed < 3 * Self.minute, "it waits")
      guard passed < 3 * Self.minute else { break }
      if try sender.sendNext() == .nothingDue {
        pass(1000)
        passed += 1000
      }
    }
    #expect(try state()?.state == .delivered)
    // No token says that it was issued later than it was sent.
    let latest = Int(max(now, now - jump) / 1000)
    for token in try tokens() { #expect(token.claims.number("iat") ?? .max <= latest) }
  }

  @Test func `Two servers on one outbox send each notification once`() throws {
    for number in 0..<12 { try add("n\(number)") }
    let sender = sender { _ in .status(200) }
    var threads: [SystemThread] = []
    for _ in 0..<4 {
      threads.append(
        try SystemThread(named: "server") {
          // One of an app is sent at a time: whoever finds none may have come between two.
          for _ in 0..<40 { _ = try? sender.sendNext() }
        })
    }
    for thread in threads { thread.join() }
    while try sender.sendNext() == .sent {}
    #expect(try tokens().map { $0.claims.text("jti") ?? "" }.sorted() == (0..<12).map { "n\($0)" }.sorted())
  }

  @Test func `Without retries there is one try, and an app without endpoint waits for one`() throws {
    try add("once")
    _ = try sender(nil) { _ in .status(404) }.sendNext()
    #expect(try state("once")?.state == .givenUp && state("once")?.status == 404)
    try store.setEndpoint(nil, of: Self.app)
    try add("later")
    let sender = sender { _ in .status(200) }
    _ = try sender.sendNext()
    #expect(try state("later")?.failure == "noEndpoint")
    try store.setEndpoint("https://app.example.com/told", of: Self.app)
    pass(Self.minute)
    #expect(try sender.sendNext() == .sent)
    #expect(try state("later")?.state == .delivered)
  }

  @Test func `Endpoints are https and public, unless the provider says otherwise`() {
    for (address, publicly, everywhere, development) in [
      ("https://app.example.com/told", true, true, true), ("http://app.example.com/", false, false, false),
      ("https://localhost:8443/", false, true, true), ("https://10.0.0.1/", false, true, true),
      ("http://localhost:8000/", false, false, true), ("http://10.0.0.1/", false, false, false),
      ("https://a@app.example.com/", false, false, false), ("ftp://app.example.com/", false, false, false),
    ] {
      let verdicts = [EndpointRules.Reach.publicNetwork, .everywhere, .development].map {
        EndpointRules.defect(of: address, $0) == nil
      }
      #expect(verdicts == [publicly, everywhere, development], "\(address)")
    }
    #expect(EndpointClient(.publicNetwork).post([], to: "https://localhost:1/") == .none("addressRefused"))
  }
}
