// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Threads

/// Backing directories kept open: the ones used last, and never so many that descriptors run out.
final class DirectoryCache: Sendable {
  private struct State: Sendable {
    var open: [NodeID: StoredDirectory] = [:]
    /// The entries in the order they came, the oldest at `oldest`.
    var order: [NodeID] = []
    var oldest = 0
  }

  private let capacity: Int
  private let state = Locked(State())

  init(capacity: Int = 256) { self.capacity = capacity }

  func directory(_ id: NodeID) -> StoredDirectory? {
    state.withLock { $0.open[id] }
  }

  func insert(_ directory: StoredDirectory, _ id: NodeID) {
    state.withLock { state in
      guard state.open.updateValue(directory, forKey: id) == nil else { return }
      if state.order.count < capacity {
        state.order.append(id)
      } else {
        state.open[state.order[state.oldest]] = nil
        state.order[state.oldest] = id
        state.oldest = (state.oldest + 1) % capacity
      }
    }
  }
}
