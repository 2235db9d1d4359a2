// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// New keys of several classes at hand: whoever takes one when there are none fetches those of the next ones as well.
///
/// Whoever has it hears of locks, and says of a class whether its keys may be kept at the moment: no longer when a lock
/// begins that takes it away. Before that is acknowledged they drop the keys; one that was on its way then is not kept.
package struct KeyStock: Sendable {
  private let service: any ClassKeyService
  private let stock: [KeyClass: SpareKeys]

  package init(of classes: [KeyClass], from service: any ClassKeyService) {
    self.service = service
    stock = Dictionary(uniqueKeysWithValues: classes.map { ($0, SpareKeys()) })
  }

  /// A key nobody had before. Where none may be kept, whether one is to be had the service decides. `atLowWater` runs
  /// when this leaves so few that it is time to fill up.
  package func take(
    _ keyClass: KeyClass, mayKeep: () -> Bool, atLowWater: () -> Void = {}
  ) throws(ClassKeyError) -> NewKey {
    guard let spare = stock[keyClass], mayKeep() else { return try service.makeKey(keyClass) }
    if let key = spare.take(atLowWater: atLowWater) { return key }
    defer { if !mayKeep() { spare.removeAll() } }
    var first: NewKey?
    try service.makeKeys(keyClass, count: SpareKeys.batch) { key in
      if first == nil { first = consume key } else { spare.add(key) }
    }
    guard let first else { throw .unavailable }
    return first
  }

  /// What cannot be had now is asked for again when it is needed.
  package func refillIfLow(_ keyClass: KeyClass, mayKeep: () -> Bool) {
    guard let spare = stock[keyClass], spare.isLow, mayKeep() else { return }
    try? service.makeKeys(keyClass, count: SpareKeys.batch) { spare.add($0) }
    if !mayKeep() { spare.removeAll() }
  }

  package func drop(_ keyClass: KeyClass) { stock[keyClass]?.removeAll() }
}
