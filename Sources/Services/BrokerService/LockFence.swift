// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// Lets a lock wait for the requests that may hold keys or secrets from before it, and for no others.
final class LockFence: Sendable {
  private struct State {
    var generation = 0
    /// Requests of this generation and of the one before.
    var inside = [0, 0]
  }

  private let state = Locked(State())

  func pass<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let generation = state.withLock { state in
      state.inside[state.generation] += 1
      return state.generation
    }
    defer { state.withLock { $0.inside[generation] -= 1 } }
    return try body()
  }

  /// Whether no wait has begun yet.
  var isUndisturbed: Bool { state.withLock { $0.generation == 0 } }

  enum Outcome: Sendable { case allAreOut, someAreInside }

  /// Waits until everyone is out who is inside now. Who comes in meanwhile finds the keys refused.
  func waitForThoseInside(within time: Duration) -> Outcome {
    let deadline = ContinuousClock.now.advanced(by: time)
    let generation = state.withLock { state in
      // A wait that was given up leaves its requests in the other generation: they are waited for together.
      if state.inside[1 - state.generation] == 0 { state.generation = 1 - state.generation }
      return 1 - state.generation
    }
    while state.withLock({ $0.inside[generation] }) > 0 {
      guard ContinuousClock.now < deadline else { return .someAreInside }
      _ = try? Poll.readable([], within: .milliseconds(1))
    }
    return .allAreOut
  }
}
