// SPDX-License-Identifier: Apache-2.0
import SecretMemory
import SystemCalls
import Threads

/// Random bytes for ids, drawn from the kernel many at a time. Each is given out once.
///
/// Not for nonces and keys. Two copies of one suspended machine give out the same bytes. For ids in two stores that does no
/// harm. Nonces and keys come from the kernel each time, which seeds its generator anew in such a copy.
package final class RandomReserve: Sendable {
  package static let shared = RandomReserve()

  fileprivate struct State: ~Copyable, Sendable {
    var bytes = InlineArray<1024, UInt8>(repeating: 0)
    var left = 0
  }

  private let state = Locked(State())

  package init() {}

  /// Fills the target, which has at most 1024 bytes, with random bytes.
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
