// SPDX-License-Identifier: Apache-2.0
import Events
import Threads

/// Lets a lock wait for the requests that began before it and may hold keys or secrets, and for no others.
final class RequestBarrier: Sendable {
  private struct State {
    /// The number of waits that have begun.
    var waits = 0
    /// Requests inside that came in before the last wait began.
    var before = 0
    /// Requests inside that came in after it.
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

  /// Waits until every request is out that is inside now, also those that an earlier wait gave up. Requests that come in
  /// meanwhile find the keys refused.
  ///
  /// `dismissal` ends requests inside that wait for something. It is called when all that must be waited for are counted,
  /// so that a request that comes in before it is counted, and is ended too.
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
