// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import Threads

/// How often something was asked in the present minute, by the name of who asks.
///
/// Counts lie in a table of fixed size, at a place that nobody can foretell. Two names that share one share their count, so that
/// strangers cannot make this grow.
final class CallRates: Sendable {
  private struct Count {
    var minute: Int64 = 0
    var calls: Int64 = 0
  }

  private static let places = 1 << 12
  private static let minute: Int64 = 60_000

  private let counts = Locked([Count](repeating: Count(), count: places))
  private let key = SystemRandom.secret(32)

  /// Counts a call; where there were too many, the seconds until the next minute begins.
  func begin(_ name: String, atMost most: Int64, at now: Int64) -> Int? {
    let code = HMACSHA256.authenticate(Array(name.utf8).span, key: key)
    let place = (Int(code[0]) << 8 | Int(code[1])) % Self.places
    let minute = now / Self.minute
    return counts.withLock { counts in
      if counts[place].minute != minute { counts[place] = Count(minute: minute) }
      guard counts[place].calls < most else { return Int((Self.minute - now % Self.minute + 999) / 1000) }
      counts[place].calls += 1
      return nil
    }
  }
}
