// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// Lets a lock wait for the requests that may hold keys or secrets from before it, and for no others.
final class LockFence: Sendable {
  private struct State {
    /// Of waits so far.
    var waits = 0
    /// Requests that came in before the last wait began, and since then.
    var before = 0
    var since = 0
  }

  private let state = Locked(State())

  func pass<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let waits = state.withLock { state in
      state.since += 1
      return state.waits
    }
    defer { state.withLock { if $0.waits == waits { $0.since -= 1 } else { $0.before -= 1 } } }
    return try body()
  }

  /// Whether no wait has begun yet.
  var isUndisturbed: Bool { state.withLock { $0.waits == 0 } }

  enum Outcome: Sendable { case allAreOut, someAreInside }

  /// Waits until everyone is out who is inside now, those among them whom a wait before gave up. Who comes in meanwhile
  /// finds the keys refused.
  ///
  /// What ends the waiting of those inside is done first: whoever comes in before it is waited for, and does not wait.
  func waitForThoseInside(within time: Duration, after dismissal: () -> Void = {}) -> Outcome {
    let deadline = ContinuousClock.now.advanced(by: time)
    state.withLock { state in
      state.waits += 1
      state.before += state.since
      state.since = 0
    }
    dismissal()
    while state.withLock({ $0.before }) > 0 {
      guard ContinuousClock.now < deadline else { return .someAreInside }
      _ = try? Poll.readable([], within: .milliseconds(1))
    }
    return .allAreOut
  }
}
