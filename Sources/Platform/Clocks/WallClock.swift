// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The time of day, for people to read. No decision may depend on it, because anyone can set it.
package enum WallClock {
  /// The seconds since 1970.
  package static var seconds: Int { time(nil) }

  /// The milliseconds since 1970.
  package static var milliseconds: Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }

  /// Seconds east of Greenwich, where this process believes it is.
  package static var offset: Int {
    var now = time(nil)
    var local = unsafe tm()
    guard unsafe localtime_r(&now, &local) != nil else { return 0 }
    return unsafe local.tm_gmtoff
  }

  /// 2001-01-01T00:00:00Z, in seconds since 1970.
  package static let referenceDate = 978_307_200.0

  /// Seconds since 2001-01-01T00:00:00Z, with fractions: how the keychain dates its items.
  package static var secondsSinceReferenceDate: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) - referenceDate + Double(now.tv_nsec) / 1_000_000_000
  }
}
