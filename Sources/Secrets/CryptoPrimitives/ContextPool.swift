// SPDX-License-Identifier: Apache-2.0
public import Threads

/// Cipher and hash states, kept from one use to the next: making one costs more than what it does.
///
/// The pool grows to the number of threads that have ever used it at once. A user overwrites the key in a state when done,
/// unless the pool belongs to one key and is freed with it.
@usableFromInline final class ContextPool<Context: ~Copyable & Sendable>: Sendable {
  @usableFromInline let free = Locked<[Kept<Context>]>([])
  @usableFromInline let make: @Sendable () -> Context

  init(_ make: @escaping @Sendable () -> Context) { self.make = make }

  @inlinable func withContext<Result, Failure: Error>(
    _ body: (inout Context) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let kept = free.withLock { $0.popLast() } ?? Kept(make())
    defer { free.withLock { $0.append(kept) } }
    return try body(&kept.context)
  }
}

/// A state that at most one thread uses at a time.
/// Unchecked because the pool hands it to one thread at a time.
@usableFromInline final class Kept<Context: ~Copyable & Sendable>: @unchecked Sendable {
  @usableFromInline var context: Context

  @usableFromInline init(_ context: consuming Context) { self.context = context }
}
