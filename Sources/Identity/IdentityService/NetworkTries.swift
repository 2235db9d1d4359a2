// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import IdentityModel
import SecretMemory
import Threads

/// Wrong passwords from one network, whatever accounts they were for: each more than so many makes the next wait longer.
///
/// Counts lie in a table of fixed size, at a place that nobody can foretell. Two networks that share one share their delays, so that
/// strangers can make this neither grow nor forget. Of each network one failure is forgiven every few minutes.
final class NetworkTries: Sendable {
  private struct Count {
    var failures: Int64 = 0
    /// Milliseconds since 1970: since when the failures have been so many, and from when on another try is looked at.
    var since: Int64 = 0
    var next: Int64 = 0
  }

  static let places = 1 << 14
  /// An office behind one address has so many wrong ones before it waits.
  static let free: Int64 = 20
  static let forgiveness: Int64 = 5 * 60 * 1000
  private static let longest: Int64 = 15 * 60 * 1000

  private let counts = Locked([Count](repeating: Count(), count: NetworkTries.places))
  private let key = SystemRandom.secret(32)

  static func delay(afterFailures count: Int64) -> Int64 {
    count <= free ? 0 : min(longest, 1000 << min(count - free, 20))
  }

  /// Counts a try as a failure before it is known to be one. Where none is allowed now nothing is counted, and the time is given from
  /// which on one is.
  func begin(_ network: ClientNetwork, at now: Int64) -> Int64? {
    let place = place(of: network)
    return counts.withLock { counts in
      var count = Self.forgiven(counts[place], now)
      defer { counts[place] = count }
      if count.next > now { return count.next }
      count.failures += 1
      count.next = now + Self.delay(afterFailures: count.failures)
      return nil
    }
  }

  /// The try was none.
  func takeBack(_ network: ClientNetwork) {
    let place = place(of: network)
    counts.withLock { counts in
      counts[place].failures = max(0, counts[place].failures - 1)
      counts[place].next = 0
    }
  }

  private static func forgiven(_ count: Count, _ now: Int64) -> Count {
    var count = count
    // A clock that was put back makes nobody wait longer than the longest delay.
    if count.since > now || count.next - now > longest { (count.since, count.next) = (now, min(count.next, now)) }
    let forgiven = (now - count.since) / forgiveness
    if forgiven > 0 || count.failures == 0 {
      count.failures = max(0, count.failures - forgiven)
      count.since = count.failures == 0 ? now : count.since + forgiven * forgiveness
    }
    return count
  }

  private func place(of network: ClientNetwork) -> Int {
    let mac = HMACSHA256.authenticate(network.bytes.span, key: key)
    return (Int(mac[0]) << 8 | Int(mac[1])) % Self.places
  }
}
