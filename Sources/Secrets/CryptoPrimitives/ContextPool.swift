// SPDX-License-Identifier: Apache-2.0
public import LinuxSystem

/// Cipher and hash states, kept from one use to the next: making one costs more than what it does.
///
/// There are as many as threads have ever used at once. Whoever uses one overwrites its key when done, or the pool is of
/// one key and goes with it.
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

/// What is in use by one thread or by none.
@usableFromInline final class Kept<Context: ~Copyable & Sendable>: @unchecked Sendable {
  @usableFromInline var context: Context

  @usableFromInline init(_ context: consuming Context) { self.context = context }
}
