// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// Lets a number of threads in at the same time; others wait.
/// Unchecked because the semaphore is made for many threads.
@safe @usableFromInline package final class CountingSemaphore: @unchecked Sendable {
  @usableFromInline let semaphore: UnsafeMutablePointer<sem_t>

  /// Makes one for so many threads.
  package init(_ count: Int) {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, UInt32(count))
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Lets in one thread more than before.
  package func admitOneMore() { unsafe sem_post(semaphore) }

  /// Waits to be let in, and runs the body.
  @inlinable package func enter<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while unsafe sem_wait(semaphore) != 0 {}
    defer { unsafe sem_post(semaphore) }
    return try body()
  }
}
