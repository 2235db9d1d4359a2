// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// What a keychain without use is timed with; tests turn the hands themselves.
package struct IdleClock: Sendable {
  let now: @Sendable () -> BootInstant
  /// For how many milliseconds the machine has slept since it started.
  let asleep: @Sendable () -> UInt64

  package init(now: @escaping @Sendable () -> BootInstant, asleep: @escaping @Sendable () -> UInt64) {
    self.now = now
    self.asleep = asleep
  }

  package static let system = IdleClock(now: BootClock.system.now) {
    let awake = BootClock.awake.now()
    return awake.milliseconds(until: BootClock.system.now())
  }

  /// The two clocks are read one after the other: less than this is no sleep.
  static let shortestSleep: UInt64 = 1000
}
