// SPDX-License-Identifier: Apache-2.0
import Events
package import SystemCalls
import Threads

/// Counts changes of what is allowed, for those who have to act upon them at once.
package final class ConsentChanges: Sendable {
  private struct State {
    var count: UInt64 = 1
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

  /// The count as soon as it is another than this, or when the time is over.
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
