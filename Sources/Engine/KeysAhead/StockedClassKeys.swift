// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
package import SecretMemory
import Synchronization

/// Class keys with new keys at hand: whoever takes one when there are none fetches those of the next ones as well.
///
/// Whoever has it hears of locks. It is shut when a lock begins, before that is acknowledged: then it holds no key of a
/// class that locks, and whether one is to be had the service decides.
package final class StockedClassKeys: ClassKeyService {
  private let service: any ClassKeyService
  private let stock: [KeyClass: SpareKeys]
  private let isShut = Atomic(false)

  package init(_ service: any ClassKeyService) {
    self.service = service
    // What is sealed after the key of its class was destroyed would be lost, and nobody tells of that one's end.
    let kept = KeyClass.allCases.filter { $0 != .keychainWhenPasscodeSetThisDeviceOnly }
    stock = Dictionary(uniqueKeysWithValues: kept.map { ($0, SpareKeys()) })
  }

  // MARK: - Locks

  /// Due when a lock takes keys away. Who is at it now may still get one: the lock waits for them.
  package func shut() {
    isShut.store(true, ordering: .sequentiallyConsistent)
    for (keyClass, spare) in stock where keyClass.locks { spare.removeAll() }
  }

  /// Due after an unlock.
  package func open() { isShut.store(false, ordering: .sequentiallyConsistent) }

  private func keeps(_ keyClass: KeyClass) -> Bool {
    !keyClass.locks || !isShut.load(ordering: .sequentiallyConsistent)
  }

  // MARK: - ClassKeyService

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    guard let spare = stock[keyClass], keeps(keyClass) else { return try service.makeKey(keyClass) }
    if let key = spare.take() { return key }
    // A lock may have begun while they were on their way.
    defer { if !keeps(keyClass) { spare.removeAll() } }
    var first: NewKey?
    try service.makeKeys(keyClass, count: SpareKeys.batch) { key in
      if first == nil { first = consume key } else { spare.add(key) }
    }
    guard let first else { throw .unavailable }
    return first
  }

  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes { try service.unwrap(wrapped) }

  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try service.rewrap(wrapped, to: keyClass)
  }

  package func isAvailable(_ keyClass: KeyClass) -> Bool { service.isAvailable(keyClass) }
}

extension KeyClass {
  /// Whether a lock takes its key away.
  fileprivate var locks: Bool { availability == .whileUnlocked }
}
