// SPDX-License-Identifier: Apache-2.0

/// The time at which a daemon that ended may be started again: almost at once after it served, after ever longer waits
/// if it never became ready.
///
/// A crash must not keep people from their files for longer than a start takes; a daemon that cannot start must not
/// keep the machine busy.
struct Backoff {
  private static let afterService = Duration.milliseconds(50)
  private static let first = Duration.milliseconds(100)
  private static let longest = Duration.seconds(30)

  /// The progress of a daemon before it ended.
  enum Life { case served, neverReady }

  private var failedStarts = 0
  /// The time at which it is due; nil for now.
  private(set) var due: ContinuousClock.Instant?

  func isOver(_ now: ContinuousClock.Instant) -> Bool { due.map { $0 <= now } ?? true }

  mutating func ended(_ life: Life, now: ContinuousClock.Instant) {
    switch life {
    case .served:
      failedStarts = 0
      due = now.advanced(by: Self.afterService)
    case .neverReady:
      failedStarts = min(failedStarts + 1, 10)
      due = now.advanced(by: min(Self.longest, Self.first * (1 << (failedStarts - 1))))
    }
  }
}
