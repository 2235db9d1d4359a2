// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// Lets so many in at one time; others wait.
@safe @usableFromInline package final class CountingSemaphore: @unchecked Sendable {
  @usableFromInline let semaphore: UnsafeMutablePointer<sem_t>

  /// For so many.
  package init(_ count: Int) {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, UInt32(count))
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// One more may be in than before.
  package func admitOneMore() { unsafe sem_post(semaphore) }

  /// Runs the body as one of them.
  @inlinable package func enter<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    while unsafe sem_wait(semaphore) != 0 {}
    defer { unsafe sem_post(semaphore) }
    return try body()
  }
}
