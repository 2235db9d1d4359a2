// SPDX-License-Identifier: Apache-2.0

import ProtectionModel

/// How long the next try must wait after wrong passcodes, and whether the tenth one erases.
enum AttemptPolicy {
  /// The wait after the nth failure in a row; the last goes on for all that follow.
  private static let delaySeconds: [UInt64] = [0, 0, 0, 60, 5 * 60, 15 * 60, 3600, 3 * 3600, 8 * 3600, 24 * 3600]

  static func delaySeconds(after failures: UInt32) -> UInt64 {
    guard failures > 0 else { return 0 }
    return delaySeconds[min(Int(failures), delaySeconds.count) - 1]
  }

  /// Counts wrong passcodes only. Tries that a restored copy missed never erase data, because they may have been right.
  static func outcome(after wrong: UInt16, _ tenth: TenthFailure) -> Outcome {
    tenth == .erases && wrong >= 10 ? .erases : .proceed
  }

  enum Outcome: Sendable { case erases, proceed }
}
