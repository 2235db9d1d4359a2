// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The times at which a notification that was not taken is sent again. Apple describes no schedule: this is ours.
package struct RetrySchedule: Sendable, Equatable {
  /// Milliseconds after the first failure, and the most between two tries.
  package let first: Int64
  package let longest: Int64

  package init(first: Int64, longest: Int64) { (self.first, self.longest) = (first, longest) }

  /// A quarter of a minute, then twice as long each time, up to an hour.
  package static let growing = RetrySchedule(first: 15_000, longest: 3_600_000)

  /// The wait after so many tries; `share` is between 0 and 255, and moves it by up to a quarter either way, so that what failed
  /// together does not come back together.
  package func wait(afterTries tries: Int64, share: UInt8 = SystemRandom.bytes(1)[0]) -> Int64 {
    let doublings = min(max(tries - 1, 0), 30)
    let wait = min(longest, first << doublings)
    return wait * 3 / 4 + wait * Int64(share) / 510
  }
}
