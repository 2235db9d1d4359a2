// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import SecretMemory

/// Random bytes for ids, drawn from the kernel many at a time. Each is given out once.
///
/// A machine that is stopped and goes on twice from there gives out the same ones twice. Two stores can have an id in
/// common; nonces and keys must not be, and come from the kernel each time, which such a machine seeds anew.
package final class RandomReserve: Sendable {
  package static let shared = RandomReserve()

  fileprivate struct State: ~Copyable, Sendable {
    var bytes = InlineArray<1024, UInt8>(repeating: 0)
    var left = 0
  }

  private let state = Locked(State())

  package init() {}

  /// At most 1024 bytes.
  package func fill(_ target: inout MutableSpan<UInt8>) {
    state.withLock { state in
      if state.left < target.count { state.draw() }
      let range = state.left - target.count..<state.left
      target.copy(state.bytes.span.extracting(range))
      var given = state.bytes.mutableSpan
      given.clear(range)
      state.left = range.lowerBound
    }
  }

  package func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    fill(&span)
    return bytes
  }
}

extension RandomReserve.State {
  fileprivate mutating func draw() {
    var span = bytes.mutableSpan
    SystemRandom.fill(&span)
    left = span.count
  }
}
