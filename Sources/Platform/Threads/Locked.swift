// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// A value that only one thread uses at a time.
///
/// A pthread mutex rather than `Synchronization.Mutex`: ThreadSanitizer on Linux cannot see the futex under the
/// latter and reports every use of it as a race.
///
/// A request takes a dozen locks, so using one must cost no more than the mutex. The value lies behind a pointer,
/// because Swift checks each use of a stored property of a class for overlapping with another, which the mutex rules
/// out already. The type is `usableFromInline` so that callers in other modules are compiled with this code in them.
/// Unchecked because the state is reached under the mutex alone.
@safe @usableFromInline package final class Locked<State: ~Copyable>: @unchecked Sendable {
  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ state: consuming sending State) {
    unsafe self.state = .allocate(capacity: 1)
    unsafe self.state.initialize(to: state)
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  @inlinable package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&state.pointee)
  }

  /// Locks the state before a fork: nobody else is inside until `letGo`, in both processes. For handlers of
  /// `pthread_atfork(3)` alone.
  package func hold(_ body: (inout State) -> Void) {
    unsafe pthread_mutex_lock(mutex)
    unsafe body(&state.pointee)
  }

  /// Releases the lock that `hold` took, after the body has run.
  package func letGo(_ body: (inout State) -> Void) {
    unsafe body(&state.pointee)
    unsafe pthread_mutex_unlock(mutex)
  }
}
