// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import LinuxSystem

/// Whether a keychain's master key is here, and until when.
struct PasswordState {
  var record: PasswordRecord?
  private(set) var master: SecretData?
  var settings: KeychainSettings
  /// Locks so far that somebody wanted: what was asked for or derived before one is of no use after it.
  private(set) var locks = 0
  private var lastUse = BootInstant(milliseconds: 0)
  private var asleep: UInt64 = 0

  init(record: PasswordRecord?, settings: KeychainSettings) {
    self.record = record
    self.settings = settings
  }

  enum Outcome { case unlocked, staysLocked }

  /// What was locked since there were so many locks stays so.
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

  /// Locks where it is time to; the deadline otherwise, where there is one. Whoever wants something of it just then may
  /// give the password.
  mutating func expire(_ clock: IdleClock) -> BootInstant? {
    guard master != nil else { return nil }
    if settings.locksOnSleep, clock.asleep() >= asleep + IdleClock.shortestSleep { master = nil }
    guard master != nil, let timeout = settings.timeout else { return nil }
    let deadline = lastUse.advanced(byMilliseconds: UInt64(timeout) * 1000)
    if clock.now() < deadline { return deadline }
    master = nil
    return nil
  }

  /// The master key of a keychain that is not locked, for something that counts as use.
  mutating func use(_ clock: IdleClock) -> SecretData? {
    _ = expire(clock)
    if master != nil { lastUse = clock.now() }
    return master
  }
}
