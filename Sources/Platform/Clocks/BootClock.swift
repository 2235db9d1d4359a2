// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A point on the clock that starts at zero when the machine does, counts on while it sleeps, and cannot be set.
package struct BootInstant: Sendable, Comparable, Hashable {
  package let milliseconds: UInt64

  package init(milliseconds: UInt64) { self.milliseconds = milliseconds }

  package func advanced(byMilliseconds count: UInt64) -> BootInstant {
    BootInstant(milliseconds: milliseconds &+ count < milliseconds ? .max : milliseconds + count)
  }

  /// Zero when the other point has passed.
  package func milliseconds(until other: BootInstant) -> UInt64 {
    other.milliseconds > milliseconds ? other.milliseconds - milliseconds : 0
  }

  package static func < (one: BootInstant, other: BootInstant) -> Bool { one.milliseconds < other.milliseconds }
}

/// The source of the time. Tests set it themselves.
package struct BootClock: Sendable {
  package let now: @Sendable () -> BootInstant

  package init(now: @escaping @Sendable () -> BootInstant) { self.now = now }

  package static let system = BootClock { reading(CLOCK_BOOTTIME) }

  /// The clock that stands still while the machine sleeps.
  package static let awake = BootClock { reading(CLOCK_MONOTONIC) }

  /// The same, in nanoseconds, as the kernel stamps pictures and sound.
  package static var awakeNanoseconds: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func reading(_ clock: clockid_t) -> BootInstant {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return BootInstant(milliseconds: UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000)
  }
}
