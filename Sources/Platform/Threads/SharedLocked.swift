// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// A value that many threads read at the same time, or one changes alone.
///
/// Writers come first: readers that arrive while one waits queue behind it, so that a lock is never delayed by a stream
/// of reads. It is laid out like `Locked`, for the same reasons.
/// Unchecked because the state is reached under the lock alone.
@safe @usableFromInline package final class SharedLocked<State: ~Copyable>: @unchecked Sendable {
  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline let lock: UnsafeMutablePointer<pthread_rwlock_t>

  package init(_ state: consuming sending State) {
    unsafe self.state = .allocate(capacity: 1)
    unsafe self.state.initialize(to: state)
    unsafe lock = .allocate(capacity: 1)
    var attributes = pthread_rwlockattr_t()
    unsafe pthread_rwlockattr_init(&attributes)
    let writersFirst = Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    unsafe pthread_rwlockattr_setkind_np(&attributes, writersFirst)
    unsafe pthread_rwlock_init(lock, &attributes)
    unsafe pthread_rwlockattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_rwlock_destroy(lock)
    unsafe lock.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// May not be nested, not even in itself: a writer that waits between both calls would block the inner one.
  @inlinable package func reading<Result: ~Copyable, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_rwlock_rdlock(lock)
    defer { unsafe pthread_rwlock_unlock(lock) }
    return try unsafe body(state.pointee)
  }

  @inlinable package func changing<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_rwlock_wrlock(lock)
    defer { unsafe pthread_rwlock_unlock(lock) }
    return try unsafe body(&state.pointee)
  }
}
