// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
package import SecretMemory
import Synchronization

/// Class keys with new keys at hand. Whoever has it hears of locks. It is shut when a lock begins, before
/// that is acknowledged: then it holds no key of a class that locks, and whether one is to be had the service decides.
package final class StockedClassKeys: ClassKeyService {
  private let service: any ClassKeyService
  private let stock: KeyStock
  private let isShut = Atomic(false)

  package init(_ service: any ClassKeyService) {
    self.service = service
    // What is sealed after the key of its class was destroyed would be lost, and nobody tells of that one's end.
    let kept = KeyClass.allCases.filter { $0 != .keychainWhenPasscodeSetThisDeviceOnly }
    stock = KeyStock(of: kept, from: service)
  }

  // MARK: - Locks

  /// Due when a lock takes keys away. Who is at it now may still get one: the lock waits for them.
  package func shut() {
    isShut.store(true, ordering: .sequentiallyConsistent)
    for keyClass in KeyClass.allCases where keyClass.locks { stock.drop(keyClass) }
  }

  /// Due after an unlock.
  package func open() { isShut.store(false, ordering: .sequentiallyConsistent) }

  private func keeps(_ keyClass: KeyClass) -> Bool {
    !keyClass.locks || !isShut.load(ordering: .sequentiallyConsistent)
  }

  // MARK: - ClassKeyService

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    try stock.take(keyClass, mayKeep: { keeps(keyClass) })
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
