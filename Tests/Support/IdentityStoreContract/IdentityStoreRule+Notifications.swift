// SPDX-License-Identifier: Apache-2.0
import IdentityModel
import SystemCalls
import Threads

extension IdentityStoreRule {
  private static let hour: Int64 = 3_600_000
  private static let lease: Int64 = 60_000
  /// A day such as any.
  private static let start: Int64 = 1_764_000_000_000

  private static func notification(
    _ id: String, to app: String = Sample.app, at now: Int64 = start
  ) -> StoredNotification {
    StoredNotification(id, to: app, of: NotificationEvent(.consentRevoked, of: "s", at: now), issuedAt: now)
  }

  private static func take(
    _ store: any IdentityStore, at now: Int64, for holder: String = "h"
  ) throws -> LeasedNotification? {
    try store.leaseNotification(for: holder, at: now, until: now + lease)
  }

  static let notifications = [
    IdentityStoreRule("An app that has an endpoint is told of the end of a consent, once, by its team's subject") {
      store in
      let sample = try Sample(in: store)
      _ = try store.grant(sample.grant("1"), at: 1)
      _ = try store.grant(sample.grant("2", client: Sample.other), at: 1)
      _ = try store.subject(of: sample.account, inTeam: Sample.team, proposing: "subject")
      try store.setEndpoint("https://app.example/", of: Sample.app)
      for (app, id) in [(Sample.app, "n1"), (Sample.app, "n2"), (Sample.other, "n3")] {
        try store.endConsent(primaryApp: app, account: sample.account, at: 7, notification: id)
      }
      let event = "{\"type\":\"consent-revoked\",\"sub\":\"subject\",\"event_time\":7}"
      let stored = try store.notifications(id: nil, atMost: 9)
      try expect(stored.map(\.id) == ["n1"], "there are \(stored.map(\.id))")
      try expect(stored.first?.events == event, "it says \(stored.first?.events ?? "")")
      try expect(stored.first?.expiresAt == 7 + 24 * hour, "it ends at another time")
    },
    IdentityStoreRule("Nobody is told of a person whom no app has heard of") { store in
      let sample = try Sample(in: store)
      _ = try store.grant(sample.grant("1"), at: 1)
      try store.setEndpoint("https://app.example/", of: Sample.app)
      try store.endConsent(primaryApp: Sample.app, account: sample.account, at: 7, notification: "n")
      try expect(try store.notifications(id: nil, atMost: 9).isEmpty, "there is one")
    },
    IdentityStoreRule("An endpoint is that of a primary app, is replaced, and taken away") { store in
      _ = try Sample(in: store)
      try store.setEndpoint("https://one.example/", of: Sample.app)
      try store.setEndpoint("https://two.example/", of: Sample.app)
      let two = NotificationEndpoint(primaryApp: Sample.app, address: "https://two.example/")
      try expect(try store.endpoints() == [two], "there are others")
      try expect(.unknown(Sample.site), from: "a service") { try store.setEndpoint("https://x/", of: Sample.site) }
      try store.setEndpoint(nil, of: Sample.app)
      try expect(.unknown(Sample.app), from: "an endpoint") { try store.setEndpoint(nil, of: Sample.app) }
      try store.add(notification("n"))
      try expect(try take(store, at: start)?.endpoint == nil, "the endpoint is still there")
    },
    IdentityStoreRule("Of many that send at the same time each notification has one, and each app one at a time") {
      store in
      for app in 0..<8 { for number in 0..<2 { try store.add(notification("\(app)-\(number)", to: "app\(app)")) } }
      let taken = Locked<[String]>([])
      var threads: [SystemThread] = []
      for thread in 0..<8 {
        threads.append(
          try SystemThread(named: "send") {
            while let lease = try? store.leaseNotification(for: "\(thread)", at: start, until: start + lease) {
              taken.withLock { $0.append(lease.notification.id) }
            }
          })
      }
      for thread in threads { thread.join() }
      let ids = taken.withLock { $0.sorted() }
      try expect(ids == (0..<8).map { "\($0)-0" }, "taken are \(ids)")
    },
    IdentityStoreRule("However much of one app is outstanding, another app's is next after one try") { store in
      for number in 0..<3 { try store.add(notification("slow-\(number)", to: "slow", at: start)) }
      try store.add(notification("quick", to: "quick", at: start + 1))
      guard let first = try take(store, at: start + 2) else { throw BrokenRule(description: "none is due") }
      try expect(first.notification.id == "slow-0", "first is \(first.notification.id)")
      try store.finish(first, .failed(status: nil, "late", next: start + hour), at: start + 3)
      let second = try take(store, at: start + 3)?.notification.id
      try expect(second == "quick", "second is \(second ?? "none")")
    },
    IdentityStoreRule("A lease ends by its time, and whoever had it changes nothing any more") { store in
      try store.add(notification("n"))
      guard let first = try take(store, at: start, for: "first") else { throw BrokenRule(description: "none is due") }
      try expect(try take(store, at: start + lease - 1) == nil, "it is given twice")
      let second = try take(store, at: start + lease, for: "second")
      try expect(second?.notification.id == "n" && second?.notification.tries == 2, "it is not given again")
      try store.finish(first, .delivered(status: 200), at: start + lease + 1)
      try expect(try store.notifications(id: "n", atMost: 1).first?.state == .waiting, "the former holder counts")
      if let second { try store.finish(second, .delivered(status: 204), at: start + lease + 2) }
      let done = try store.notifications(id: "n", atMost: 1).first
      try expect(done?.state == .delivered && done?.status == 204 && done?.doneAt != nil, "it is not done")
      try expect(try take(store, at: start + 2 * hour) == nil, "what was delivered is sent again")
    },
    IdentityStoreRule("What failed waits for its time, and is given up and kept when its token has ended") { store in
      try store.add(notification("n"))
      guard let lease = try take(store, at: start) else { throw BrokenRule(description: "none is due") }
      try store.finish(lease, .failed(status: 500, "status", next: start + 5 * hour), at: start + 1)
      try expect(try take(store, at: start + 5 * hour - 1) == nil, "it comes too early")
      try expect(try take(store, at: start + 5 * hour, for: "x")?.notification.status == 500, "it does not come")
      try expect(try take(store, at: start + 24 * hour) == nil, "it comes after its end")
      let kept = try store.notifications(id: "n", atMost: 1).first
      try expect(kept?.state == .givenUp && kept?.status == 500 && kept?.tries == 2, "it is not kept as given up")
      try store.removeExpired(at: start + 25 * hour)
      try expect(try store.notifications(id: nil, atMost: 1).count == 1, "it is tidied away")
    },
    IdentityStoreRule("A clock that was put back keeps nothing waiting") { store in
      try store.add(notification("n"))
      guard let first = try take(store, at: start) else { throw BrokenRule(description: "none is due") }
      try expect(try take(store, at: start - hour)?.notification.id == "n", "a lease of later holds it")
      try store.finish(first, .failed(status: nil, "late", next: start + hour), at: start)
      guard let second = try take(store, at: start + 2 * hour, for: "i") else {
        throw BrokenRule(description: "a clock that was put on keeps it waiting")
      }
      try store.finish(second, .failed(status: nil, "late", next: start + 3 * hour), at: start + 2 * hour)
      try expect(try take(store, at: start + hour, for: "j")?.notification.id == "n", "a decision of later holds it")
    },
    IdentityStoreRule("What a copy that is put back makes new ends at once, and people and consents stay") { store in
      let sample = try Sample(in: store)
      let (used, unused) = (sample.grant("1", until: start), sample.grant("2", until: start))
      for grant in [used, unused] { _ = try store.grant(grant, at: 1) }
      _ = try store.add([sample.token("t", of: used)])
      try store.add(
        BrowserSession(digest: TokenDigest(of: "s"), account: sample.account, signedInAt: 1, expiresAt: start))
      try store.setCodeSecret([1], of: sample.account, usedStep: 1)
      try store.add(notification("n", at: 1))
      try store.endEverything(at: 5)
      for grant in [used, unused] {
        if case .taken = try store.takeCode(grant.code, at: 6) { throw BrokenRule(description: "a code is good") }
      }
      try expect(try store.token(TokenDigest(of: "t"))?.revokedAt == 5, "a token lives")
      try expect(try store.sessions(of: sample.account, at: 6).isEmpty, "a session lives")
      try expect(try !store.useCode(ofStep: 1, account: sample.account), "a one-time code is good")
      try expect(try take(store, at: 6) == nil, "a notification is sent")
      try expect(try store.notifications(id: "n", atMost: 1).first?.state == .givenUp, "it is not kept")
      try expect(try store.consents(of: sample.account).count == 1, "the consent is gone")
    },
    IdentityStoreRule("An account that is removed leaves nothing, and the apps it was used for are told") { store in
      let sample = try Sample(in: store)
      let grant = sample.grant("1")
      _ = try store.grant(grant, at: 1)
      _ = try store.add([sample.token("t", of: grant)])
      _ = try store.subject(of: sample.account, inTeam: Sample.team, proposing: "subject")
      try store.setEndpoint("https://app.example/", of: Sample.app)
      var number = 0
      try store.removeAccount(sample.account, at: 7) {
        number += 1
        return "n\(number)"
      }
      let told = try store.notifications(id: nil, atMost: 9)
      try expect(told.map(\.kind) == [.accountDeleted] && told.map(\.subject) == ["subject"], "told is \(told)")
      try expect(try store.account(sample.account) == nil && store.token(TokenDigest(of: "t")) == nil, "it is there")
      try expect(try store.takeCode(grant.code, at: 8) == .unknown, "its code is there")
      let again = try store.add(try Sample.person("anna@example.org"))
      try expect(again != sample.account, "its number is given again")
    },
    IdentityStoreRule("A replay keeps the identifier and has another day") { store in
      try store.add(notification("n"))
      guard let lease = try take(store, at: start) else { throw BrokenRule(description: "none is due") }
      try store.finish(lease, .failed(status: nil, "late", next: nil), at: start + 1)
      try expect(try take(store, at: start + hour) == nil, "what was given up is sent")
      try store.replayNotification("n", at: start + 48 * hour)
      let again = try take(store, at: start + 48 * hour)?.notification
      try expect(again?.id == "n" && again?.expiresAt == start + 72 * hour, "it has no other day")
      try expect(again?.events == lease.notification.events, "it says something else")
      try expect(.unknown("x"), from: "a replay") { try store.replayNotification("x", at: start) }
    },
  ]
}
