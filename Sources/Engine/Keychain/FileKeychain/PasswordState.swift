// SPDX-License-Identifier: Apache-2.0
import Clocks
import KeychainModel

/// Whether a keychain's master key is in memory, and until when.
struct PasswordState {
  var record: PasswordRecord?
  private(set) var master: SecretData?
  var settings: KeychainSettings
  /// How often the keychain was locked on request. A password or key from before a lock does not unlock it afterwards.
  private(set) var locks = 0
  private var lastUse = BootInstant(milliseconds: 0)
  private var asleep: UInt64 = 0

  init(record: PasswordRecord?, settings: KeychainSettings) {
    self.record = record
    self.settings = settings
  }

  enum Outcome { case unlocked, staysLocked }

  /// Unlocks, unless the keychain was locked since it had been locked `locks` times.
  mutating func unlock(_ key: SecretData, since locks: Int, _ clock: IdleClock) -> Outcome {
    guard self.locks == locks else { return .staysLocked }
    master = key
    lastUse = clock.now()
    asleep = clock.asleep()
    return .unlocked
  }

  mutating func lock() {
    master = nil
    locks += 1
  }

  /// Locks if it is time to; otherwise returns the deadline, if there is one. This does not count as a lock on request: a
  /// call that meets the locked keychain may ask for its password.
  mutating func expire(_ clock: IdleClock) -> BootInstant? {
    guard master != nil else { return nil }
    if settings.locksOnSleep, clock.asleep() >= asleep + IdleClock.shortestSleep { master = nil }
    guard master != nil, let timeout = settings.timeout else { return nil }
    let deadline = lastUse.advanced(byMilliseconds: UInt64(timeout) * 1000)
    if clock.now() < deadline { return deadline }
    master = nil
    return nil
  }

  /// The master key, or nil while the keychain is locked. Restarts the time without use.
  mutating func use(_ clock: IdleClock) -> SecretData? {
    _ = expire(clock)
    if master != nil { lastUse = clock.now() }
    return master
  }
}
