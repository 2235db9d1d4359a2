// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Lets any number of threads through until it is closed; closing waits for those inside.
@safe package final class Gate: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>
  /// Set before the lock is asked for: the lock prefers those who pass, and they might never end.
  private let isClosed = Atomic<Bool>(false)

  package init() {
    unsafe lock = .allocate(capacity: 1)
    unsafe pthread_rwlock_init(lock, nil)
  }

  deinit {
    unsafe pthread_rwlock_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Runs the body, or answers nil when the gate is closed.
  package func pass<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result? {
    unsafe pthread_rwlock_rdlock(lock)
    defer { unsafe pthread_rwlock_unlock(lock) }
    return isClosed.load(ordering: .acquiring) ? nil : try body()
  }

  /// Not from inside: that would wait for itself.
  package func close() {
    isClosed.store(true, ordering: .releasing)
    unsafe pthread_rwlock_wrlock(lock)
    unsafe pthread_rwlock_unlock(lock)
  }
}
