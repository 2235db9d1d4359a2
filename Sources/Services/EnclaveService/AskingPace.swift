// SPDX-License-Identifier: Apache-2.0
import Clocks

/// The pace at which something may be asked: a number of times at once, and then once in each interval.
struct AskingPace {
  struct Limit {
    let atOnce: UInt64
    /// The time between two requests in milliseconds.
    let interval: UInt64
  }

  private let limit: Limit
  private var used: UInt64 = 0
  private var since: BootInstant

  init(_ limit: Limit, at now: BootInstant) {
    self.limit = limit
    since = now
  }

  /// Whether it may be asked, which counts then.
  mutating func take(at now: BootInstant) -> Bool {
    let regained = regained(at: now)
    used -= min(used, regained)
    since = used == 0 ? now : since.advanced(byMilliseconds: regained * limit.interval)
    guard used < limit.atOnce else { return false }
    used += 1
    return true
  }

  /// Whether it may be asked, which counts for nothing.
  func hasTurn(at now: BootInstant) -> Bool { left(at: now) < limit.atOnce }

  /// Whether something of what was asked still counts.
  func isInUse(at now: BootInstant) -> Bool { left(at: now) > 0 }

  private func left(at now: BootInstant) -> UInt64 { used - min(used, regained(at: now)) }

  private func regained(at now: BootInstant) -> UInt64 { since.milliseconds(until: now) / limit.interval }
}
