// SPDX-License-Identifier: Apache-2.0

/// Lets so many pass at once, and after that so many a second.
package struct RateLimit: Sendable {
  private let burst: UInt64
  private let perSecond: UInt64
  /// Thousandths of one.
  private var credit: UInt64
  private var last: BootInstant

  package init(burst: UInt64, perSecond: UInt64, from now: BootInstant) {
    self.burst = burst * 1000
    self.perSecond = perSecond
    credit = self.burst
    last = now
  }

  package enum Outcome: Sendable { case passes, tooMany }

  package mutating func take(at now: BootInstant) -> Outcome {
    let (earned, overflow) = last.milliseconds(until: now).multipliedReportingOverflow(by: perSecond)
    credit = overflow ? burst : min(burst, credit + min(earned, burst))
    last = max(last, now)
    guard credit >= 1000 else { return .tooMany }
    credit -= 1000
    return .passes
  }

  /// The time at which the next can pass.
  package func nextPass(at now: BootInstant) -> BootInstant {
    guard credit < 1000 else { return now }
    return max(now, last.advanced(byMilliseconds: (1000 - credit + perSecond - 1) / perSecond))
  }

  /// Takes the latest event back, which does not count.
  package mutating func giveBack() { credit = min(burst, credit + 1000) }
}
