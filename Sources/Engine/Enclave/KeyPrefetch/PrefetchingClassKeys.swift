// SPDX-License-Identifier: Apache-2.0
import LockFollowing
package import ProtectionModel
package import SecretMemory
import Synchronization

/// Class keys of which new ones are prefetched.
///
/// The owner listens for locks, and calls `shut` when one begins, before it acknowledges it. From then on no key of a
/// class that locks is held here, and each is asked of the service, which may refuse it.
package final class PrefetchingClassKeys: ClassKeyService {
  private let service: any ClassKeyService
  private let prefetched: PrefetchedKeys
  private let isShut = Atomic(false)

  package init(_ service: any ClassKeyService) {
    self.service = service
    // Removing the passcode destroys the key of this class without a lock that could be listened for. What is sealed
    // with a prefetched key after that would be lost.
    let kept = KeyClass.allCases.filter { $0 != .keychainWhenPasscodeSetThisDeviceOnly }
    prefetched = PrefetchedKeys(of: kept, from: service)
  }

  // MARK: - Locks

  /// Ends prefetching before a lock takes keys away. A request under way may still get one: the lock waits for it.
  package func shut() {
    isShut.store(true, ordering: .sequentiallyConsistent)
    for keyClass in KeyClass.allCases where keyClass.locks { prefetched.drop(keyClass) }
  }

  /// Gives keys out again. To be called after an unlock.
  package func open() { isShut.store(false, ordering: .sequentiallyConsistent) }

  private func keeps(_ keyClass: KeyClass) -> Bool {
    !keyClass.locks || !isShut.load(ordering: .sequentiallyConsistent)
  }

  // MARK: - ClassKeyService

  package func makeKey(_ keyClass: KeyClass) throws(ClassKeyError) -> NewKey {
    try prefetched.take(keyClass, mayKeep: { keeps(keyClass) })
  }

  package func unwrap(_ wrapped: WrappedKey) throws(ClassKeyError) -> SecretBytes { try service.unwrap(wrapped) }

  package func rewrap(_ wrapped: WrappedKey, to keyClass: KeyClass) throws(ClassKeyError) -> WrappedKey {
    try service.rewrap(wrapped, to: keyClass)
  }

  package func isAvailable(_ keyClass: KeyClass) -> Bool { service.isAvailable(keyClass) }
}

extension PrefetchingClassKeys: LockFollower {
  package func keysWillGo() { shut() }
  package func keysAreBack() { open() }
}

extension KeyClass {
  /// Whether a lock takes its key away.
  fileprivate var locks: Bool { availability == .whileUnlocked }
}
