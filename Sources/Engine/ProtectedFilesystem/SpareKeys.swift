// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectionModel

/// New file keys of one class, made ahead: a round trip for each would be a good part of what a small file costs.
final class SpareKeys: Sendable {
  static let capacity = 16

  private struct Stack: ~Copyable, Sendable {
    var keys = InlineArray<16, NewKey?> { _ in nil }
    var count = 0
  }

  private let state = Locked(Stack())

  func take() -> NewKey? {
    state.withLock { stack in
      guard stack.count > 0 else { return nil }
      stack.count -= 1
      return stack.keys[stack.count].take()
    }
  }

  /// Keeps a key if there is room; else it is wiped, and nothing was ever sealed with it.
  func add(_ key: consuming NewKey) {
    var key = Optional(key)
    state.withLock { stack in
      guard stack.count < Self.capacity else { return }
      stack.keys[stack.count] = key.take()
      stack.count += 1
    }
  }

  func removeAll() {
    while take() != nil {}
  }
}
