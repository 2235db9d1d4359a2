// SPDX-License-Identifier: Apache-2.0
package import SystemCalls
import Threads

/// Counts changes, for those who have to act upon them at once.
package final class ChangeCounter: Sendable {
  private struct State {
    /// The count begins at random, so that two processes that count one after the other have no number in common.
    var count = UInt64(UInt32.random(in: 1 ... .max)) << 16
    var waiting: [ThreadNotifier] = []
  }

  private let state = Locked(State())

  package init() {}

  package func note() {
    state.withLock { state in
      state.count += 1
      for notifier in state.waiting { notifier.notify() }
    }
  }

  /// The count, once it differs from `known` or the time is over. It is never 0.
  package func count(otherThan known: UInt64, within time: Duration) throws(SystemError) -> UInt64 {
    let notifier = try ThreadNotifier()
    let now = state.withLock { state in
      if state.count == known { state.waiting.append(notifier) }
      return state.count
    }
    guard now == known else { return now }
    notifier.wait(within: time)
    return state.withLock { state in
      state.waiting.removeAll { $0 === notifier }
      return state.count
    }
  }
}
