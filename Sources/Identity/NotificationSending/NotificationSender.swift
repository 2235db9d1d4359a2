// SPDX-License-Identifier: Apache-2.0
import Clocks
import CryptoPrimitives
import Events
package import IdentityModel
package import IdentityService
import JOSECoding
import JSONCoding
package import SystemCalls
import Threads

/// Delivers what is in the outbox to the servers of apps: at least once each, with one identifier in all tries.
package final class NotificationSender: Sendable {
  private let issuer: String
  private let store: any NotificationStore
  private let keys: SigningKeyRing
  private let schedule: RetrySchedule?
  /// Milliseconds since 1970.
  private let clock: @Sendable () -> Int64
  private let post: Post

  /// Sends a body to an address, and gives the status of the answer.
  package typealias Post = @Sendable (_ body: [UInt8], _ address: String) -> Answer

  package enum Answer: Sendable, Equatable {
    case status(Int)
    /// There was none, and why.
    case none(String)
  }

  /// Longer than a try can take.
  package static let lease: Int64 = 60_000

  /// Makes a sender, which tries once where it has no schedule.
  package init(
    issuer: String, _ store: any NotificationStore, _ keys: SigningKeyRing, _ schedule: RetrySchedule?,
    clock: @escaping @Sendable () -> Int64 = { WallClock.milliseconds }, post: @escaping Post
  ) {
    (self.issuer, self.store, self.keys, self.schedule) = (issuer, store, keys, schedule)
    (self.clock, self.post) = (clock, post)
  }

  package enum Turn: Sendable, Equatable { case sent, nothingDue }

  /// One try for what is due first.
  package func sendNext() throws(IdentityStoreError) -> Turn {
    let now = clock()
    let holder = RandomText.identifier(16)
    guard let lease = try store.leaseNotification(for: holder, at: now, until: now + Self.lease) else {
      return .nothingDue
    }
    let answer = answer(to: lease, at: now)
    try store.finish(lease, outcome(of: answer, lease.notification, at: clock()), at: clock())
    return .sent
  }

  private func answer(to lease: LeasedNotification, at now: Int64) -> Answer {
    guard let endpoint = lease.endpoint else { return .none("noEndpoint") }
    guard let token = token(lease.notification, at: now) else { return .none("noSigningKey") }
    return post(Array(JSONValue.members(["payload": .string(token)]).text.utf8), endpoint)
  }

  /// The token of one try. It is issued no later than now, also where the clock was put back meanwhile.
  package func token(_ notification: StoredNotification, at now: Int64) -> String? {
    let issued = min(notification.issuedAt, now) / 1000
    guard let key = keys.current(at: now) else { return nil }
    return try? CompactJWS.sign(
      [
        .init("iss", .string(issuer)), .init("aud", .string(notification.primaryApp)),
        .init("exp", .number(Int(issued + StoredNotification.life / 1000))), .init("iat", .number(Int(issued))),
        .init("jti", .string(notification.id)), .init("events", .string(notification.events)),
      ], with: key)
  }

  private func outcome(of answer: Answer, _ notification: StoredNotification, at now: Int64) -> DeliveryOutcome {
    let next = schedule.map { now + $0.wait(afterTries: notification.tries) }
    // A try after the token's end would be refused.
    let timely = next.flatMap { $0 < notification.expiresAt ? $0 : nil }
    switch answer {
    case .status(200): return .delivered(status: 200)
    case .status(let status): return .failed(status: Int64(status), "status", next: timely)
    case .none(let reason): return .failed(status: nil, reason, next: timely)
    }
  }

  // MARK: - Threads

  /// The number of threads that send: as many receivers may keep a try waiting before others wait too.
  package static let workers = 4
  private static let pause = Duration.milliseconds(500)

  /// Sends on threads of its own until the process ends. What another server, or a command, wrote is found by looking.
  package func start() throws(SystemError) {
    for number in 0..<Self.workers {
      try SystemThread.start(named: "notify \(number)") { [self] in
        while true {
          // Where the database is away the next look finds it, or not.
          while case .sent? = try? sendNext() {}
          _ = try? Poll.readable([], within: Self.pause)
        }
      }
    }
  }
}
