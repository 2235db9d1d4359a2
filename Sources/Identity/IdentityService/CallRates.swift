// SPDX-License-Identifier: Apache-2.0
import Threads

/// How often something was asked in the present minute, by the name of who asks: of a machine or a team that has shown that it is the one.
///
/// Each name has a count of its own. They are forgotten with their minute, and of so many names there is room in one.
final class CallRates: Sendable {
  private struct Minute {
    var number: Int64 = 0
    var calls: [String: Int64] = [:]
  }

  private static let minute: Int64 = 60_000

  private let mostNames: Int
  private let state = Locked(Minute())

  init(mostNames: Int = 1 << 16) { self.mostNames = mostNames }

  /// Counts a call; where there were too many, or too many ask, the seconds until the next minute begins.
  func begin(_ name: String, atMost most: Int64, at now: Int64) -> Int? {
    let number = now / Self.minute
    return state.withLock { state in
      if state.number != number { state = Minute(number: number) }
      let calls = state.calls[name]
      guard calls ?? 0 < most, calls != nil || state.calls.count < mostNames else {
        return Int((Self.minute - now % Self.minute + 999) / 1000)
      }
      state.calls[name] = (calls ?? 0) + 1
      return nil
    }
  }
}
