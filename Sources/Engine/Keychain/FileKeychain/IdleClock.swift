// SPDX-License-Identifier: Apache-2.0
package import Clocks

/// The clocks that tell how long a keychain was not used. Tests supply their own.
package struct IdleClock: Sendable {
  let now: @Sendable () -> BootInstant
  /// How many milliseconds the machine has slept since it started.
  let asleep: @Sendable () -> UInt64

  package init(now: @escaping @Sendable () -> BootInstant, asleep: @escaping @Sendable () -> UInt64) {
    self.now = now
    self.asleep = asleep
  }

  package static let system = IdleClock(now: BootClock.system.now) {
    let awake = BootClock.awake.now()
    return awake.milliseconds(until: BootClock.system.now())
  }

  /// A shorter difference, in milliseconds, does not count as sleep: the two clocks are read one after the other.
  static let shortestSleep: UInt64 = 1000
}
