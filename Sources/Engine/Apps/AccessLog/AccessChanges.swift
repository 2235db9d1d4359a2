// SPDX-License-Identifier: Apache-2.0
import Events
import Threads

/// Counts what is written down, for those who wait for more.
final class AccessChanges: Sendable {
  private struct State {
    var count: UInt64 = 0
    var waiting: [ThreadNotifier] = []
  }

  private let state = Locked(State())

  var count: UInt64 { state.withLock { $0.count } }

  func note() {
    state.withLock { state in
      state.count += 1
      for notifier in state.waiting { notifier.notify() }
    }
  }

  /// Waits for changes; false where the time was over first, or nobody could be waited for.
  func wait(otherThan known: UInt64, within time: Duration) -> Bool {
    guard let notifier = try? ThreadNotifier() else { return false }
    let isOther = state.withLock { state in
      if state.count == known { state.waiting.append(notifier) }
      return state.count != known
    }
    guard !isOther else { return true }
    notifier.wait(within: time)
    return state.withLock { state in
      state.waiting.removeAll { $0 === notifier }
      return state.count != known
    }
  }
}
