// SPDX-License-Identifier: Apache-2.0
package import MessageBus
package import SystemCalls
import Threads

/// Tells when the person is at an open screen again, by what logind says of their sessions.
package final class ArrivalFollower: Sendable {
  private static let pause = Duration.seconds(60)
  private static let rest = Duration.seconds(3600)

  private let place: BusPlace
  private let user: UInt32
  private let arrived: @Sendable () -> Void
  private let news: SessionNews
  private let isOver = Locked(false)

  /// - Parameters:
  ///   - place: The system's bus.
  ///   - user: The owner, whose sessions count.
  ///   - arrived: Called on the thread of `run`, which looks further when it returns.
  /// - Throws: `SystemError` where there are no descriptors left.
  package init(
    on place: BusPlace = .system, of user: UInt32, arrived: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.place = place
    self.user = user
    self.arrived = arrived
    news = try SessionNews()
  }

  package func stop() {
    isOver.withLock { $0 = true }
    news.wake()
  }

  private var isStopped: Bool { isOver.withLock { $0 } }

  /// Follows sessions until `stop`, and looks again where there is no logind.
  package func run() {
    var rules = ArrivalRules()
    while !isStopped {
      do throws(BusError) {
        let logind = try LogindClient(on: place, of: user, news)
        defer { logind.close() }
        try follow(logind, &rules)
      } catch {
        // The bus that was just left says that it has ended.
        news.wait(Self.pause) { !isStopped }
      }
    }
  }

  private func follow(_ logind: LogindClient, _ rules: inout ArrivalRules) throws(BusError) {
    var next = SessionNews.Gathered()
    while !next.ended, !isStopped {
      let sessions = try logind.sessions()
      func isOwn(_ paths: Set<String>) -> Bool { paths.contains { $0 == SessionNews.all || sessions[$0] != nil } }
      let hasCome = rules.hasCome(
        sessions.values, hasGone: isOwn(next.locked) || next.fallsAsleep,
        hasUnlocked: isOwn(next.unlocked) || next.wakesUp)
      if hasCome { arrived() }
      next = news.next(within: Self.rest)
    }
  }
}
