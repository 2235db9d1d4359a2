// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import Threads

/// New keys of several classes, fetched from the enclave in batches before they are needed: a round trip for each key
/// would be a good part of what making a small file or an item costs.
///
/// The owner listens for locks, and says with each call whether keys of the class may be kept. From the beginning of a
/// lock that takes the class away they may not, and the owner calls `drop` before it acknowledges the lock. Keys that
/// arrive after that are not kept either.
package struct PrefetchedKeys: Sendable {
  /// The keys of one round trip.
  private static let batch = 16
  /// The number of keys left at which more are fetched: they last for the time that takes.
  private static let lowWater = 8
  private static let capacity = batch + lowWater

  private struct Stack: ~Copyable, Sendable {
    var keys = InlineArray<24, NewKey?> { _ in nil }
    var count = 0
  }

  private let service: any ClassKeyService
  private let stacks: [KeyClass: Locked<Stack>]

  package init(of classes: [KeyClass], from service: any ClassKeyService) {
    self.service = service
    stacks = Dictionary(uniqueKeysWithValues: classes.map { ($0, Locked(Stack())) })
  }

  /// A key that nobody had before. Where none may be kept, it comes from the service, which may refuse it.
  ///
  /// `atLowWater` runs when so few keys are left that it is time to call `refillIfLow`.
  package func take(
    _ keyClass: KeyClass, mayKeep: () -> Bool, atLowWater: () -> Void = {}
  ) throws(ClassKeyError) -> NewKey {
    guard let stack = stacks[keyClass], mayKeep() else { return try service.makeKey(keyClass) }
    if let key = Self.pop(stack, atLowWater) { return key }
    defer { if !mayKeep() { Self.clear(stack) } }
    // The caller's own key is not put with the others, of whom other threads might take them all.
    var first: NewKey?
    try service.makeKeys(keyClass, count: Self.batch) { key in
      if first == nil { first = consume key } else { Self.push(key, stack) }
    }
    guard let first else { throw .unavailable }
    return first
  }

  /// Fetches more when few are left. With none left at all it does not: nobody has needed keys of the class lately, or
  /// a lock has taken them away.
  package func refillIfLow(_ keyClass: KeyClass, mayKeep: () -> Bool) {
    guard let stack = stacks[keyClass], Self.isLow(stack), mayKeep() else { return }
    // A failure is not reported: `take` asks the service itself when it finds no key.
    try? service.makeKeys(keyClass, count: Self.batch) { Self.push($0, stack) }
    if !mayKeep() { Self.clear(stack) }
  }

  package func drop(_ keyClass: KeyClass) {
    if let stack = stacks[keyClass] { Self.clear(stack) }
  }

  // MARK: - One class

  private static func isLow(_ stack: Locked<Stack>) -> Bool {
    stack.withLock { $0.count > 0 && $0.count <= lowWater }
  }

  private static func pop(_ stack: Locked<Stack>, _ atLowWater: () -> Void = {}) -> NewKey? {
    var left = 0
    let key: NewKey? = stack.withLock { stack in
      guard stack.count > 0 else { return nil }
      stack.count -= 1
      left = stack.count
      return stack.keys[stack.count].take()
    }
    if left == lowWater { atLowWater() }
    return key
  }

  /// Keeps a key if there is room. Otherwise it is wiped: nothing was ever sealed with it.
  private static func push(_ key: consuming NewKey, _ stack: Locked<Stack>) {
    var key = Optional(key)
    stack.withLock { stack in
      guard stack.count < capacity else { return }
      stack.keys[stack.count] = key.take()
      stack.count += 1
    }
  }

  private static func clear(_ stack: Locked<Stack>) {
    while pop(stack) != nil {}
  }
}
