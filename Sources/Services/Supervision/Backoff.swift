// SPDX-License-Identifier: Apache-2.0

/// When a daemon that ended may be started again: at once after a long life, ever later after short ones.
struct Backoff {
  private static let first = Duration.milliseconds(100)
  private static let longest = Duration.seconds(30)
  private static let longLife = Duration.seconds(60)

  private var shortLives = 0
  /// nil: now.
  private(set) var due: ContinuousClock.Instant?

  func isOver(_ now: ContinuousClock.Instant) -> Bool { due.map { $0 <= now } ?? true }

  mutating func ended(after life: Duration, now: ContinuousClock.Instant) {
    shortLives = life < Self.longLife ? min(shortLives + 1, 10) : 0
    due = now.advanced(by: min(Self.longest, Self.first * (1 << max(0, shortLives - 1))))
  }
}
