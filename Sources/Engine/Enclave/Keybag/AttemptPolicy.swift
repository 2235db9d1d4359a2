// SPDX-License-Identifier: Apache-2.0

/// How long the next try must wait after wrong passcodes, and whether the tenth one erases.
package struct AttemptPolicy: Sendable, Equatable {
  /// What the tenth wrong passcode in a row does.
  package enum TenthFailure: Sendable, Equatable { case waits, erases }

  package var tenthFailure: TenthFailure
  /// The wait after the nth failure in a row; the last goes on for all that follow.
  private let delaySeconds: [UInt64]

  package init(tenthFailure: TenthFailure = .waits) {
    self.tenthFailure = tenthFailure
    delaySeconds = [0, 0, 0, 60, 5 * 60, 15 * 60, 3600, 3 * 3600, 8 * 3600, 24 * 3600]
  }

  package func delaySeconds(after failures: UInt32) -> UInt64 {
    guard failures > 0 else { return 0 }
    return delaySeconds[min(Int(failures), delaySeconds.count) - 1]
  }

  /// Counts wrong passcodes only. Tries that a restored copy missed never erase data, because they may have been right.
  package func erases(after wrong: UInt16) -> Outcome {
    tenthFailure == .erases && wrong >= 10 ? .erases : .proceed
  }

  package enum Outcome: Sendable { case erases, proceed }
}
