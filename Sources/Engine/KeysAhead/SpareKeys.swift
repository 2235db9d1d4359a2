// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectionModel

/// New keys of one class, made ahead: a round trip for each would be a good part of what a small file or an item costs.
final class SpareKeys: Sendable {
  /// What one round trip brings.
  static let batch = 16
  /// So many are left when more are asked for: enough for the time that takes.
  static let lowWater = 8
  private static let capacity = batch + lowWater

  private struct Stack: ~Copyable, Sendable {
    var keys = InlineArray<24, NewKey?> { _ in nil }
    var count = 0
  }

  private let state = Locked(Stack())

  init() {}

  /// Whether more are due. None at all means that nobody has made anything of the class lately, or that a lock has
  /// taken them.
  var isLow: Bool { state.withLock { $0.count > 0 && $0.count <= Self.lowWater } }

  /// The body runs when this leaves so few that it is time to ask for more.
  func take(atLowWater body: () -> Void = {}) -> NewKey? {
    var left = 0
    let key: NewKey? = state.withLock { stack in
      guard stack.count > 0 else { return nil }
      stack.count -= 1
      left = stack.count
      return stack.keys[stack.count].take()
    }
    if left == Self.lowWater { body() }
    return key
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
