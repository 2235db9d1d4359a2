// SPDX-License-Identifier: Apache-2.0
package import MessageBus
package import ProtectionModel
package import SystemCalls
import Threads

/// Has Bailey locked by what logind says of the owner's sessions: a locked or idle screen begins the grace period; sleep, another person at the
/// screen and the end of the session take the keys at once. Nothing of it unlocks.
package final class SessionFollower: Sendable {
  /// The state of following: whether there is a session to follow.
  package enum State: Sendable, Equatable {
    case followed
    /// No session of the owner's has a screen at this moment: sleep is followed.
    case noScreen
    case noLogind
  }

  private static let longestPause = Duration.seconds(60)
  /// How long nothing is looked at where logind says nothing.
  private static let rest = Duration.seconds(3600)

  private let place: BusPlace
  private let user: UInt32
  private let lock: @Sendable (LockMode) -> Void
  private let report: @Sendable (State) -> Void
  private let news: SessionNews
  private let isOver = Locked(false)

  /// - Parameters:
  ///   - place: The system's bus.
  ///   - user: The owner, whose sessions count.
  ///   - lock: Locks, and returns when that is done; called on the thread of `run`.
  ///   - report: Told whenever something else is followed than before.
  /// - Throws: `SystemError` where there are no descriptors left.
  package init(
    on place: BusPlace = .system, of user: UInt32, lock: @escaping @Sendable (LockMode) -> Void,
    report: @escaping @Sendable (State) -> Void
  ) throws(SystemError) {
    self.place = place
    self.user = user
    self.lock = lock
    self.report = report
    news = try SessionNews()
  }

  package func stop() {
    isOver.withLock { $0 = true }
    news.wake()
  }

  /// Follows sessions until `stop`. Where logind goes away and comes back, what has changed meanwhile counts.
  package func run() {
    var rules = SessionRules()
    var reported: State?
    var pause = Duration.seconds(1)
    func say(_ state: State) {
      if state != reported { report(state) }
      reported = state
    }
    while !isStopped {
      do throws(BusError) {
        let manager = try LogindClient(on: place, of: user, news)
        defer { manager.close() }
        pause = .seconds(1)
        try follow(manager, &rules, say)
      } catch {
        if error == .malformed { pause = Self.longestPause }
      }
      if isStopped { break }
      say(.noLogind)
      news.wait(pause) { !isStopped }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  private var isStopped: Bool { isOver.withLock { $0 } }

  private func follow(
    _ manager: LogindClient, _ rules: inout SessionRules, _ say: (State) -> Void
  ) throws(BusError) {
    // May fail: logind then does not wait, and the lock races with sleep.
    var delay = try? manager.delaySleep()
    var next = SessionNews.Gathered()
    next.changed = true
    while !isStopped, !next.ended {
      if next.fallsAsleep {
        lock(.now)
        delay = nil
      }
      if next.wakesUp { delay = try? manager.delaySleep() }
      if next.changed || !next.locked.isEmpty {
        let sessions = try manager.sessions()
        if let mode = rules.lock(for: sessions.values) ?? wish(next.locked, sessions) { lock(mode) }
        say(rules.hasScreen ? .followed : .noScreen)
      }
      next = news.next(within: Self.rest)
    }
    withExtendedLifetime(delay) {}
  }

  private func wish(_ locked: Set<String>, _ sessions: [String: SessionFacts]) -> LockMode? {
    locked.contains { $0 == SessionNews.all || sessions[$0] != nil } ? .afterGrace : nil
  }
}
