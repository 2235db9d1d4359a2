// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// Cipher and hash states that hold no key, kept from one use to the next: making one costs more than what it does.
///
/// There are as many as threads have ever used at once. Whoever uses one overwrites its key when done.
final class ContextPool<Context: ~Copyable & Sendable>: Sendable {
  private let free = Locked<[Locked<Context>]>([])
  private let make: @Sendable () -> Context

  init(_ make: @escaping @Sendable () -> Context) { self.make = make }

  func withContext<Result, Failure: Error>(
    _ body: (inout Context) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let context = free.withLock { $0.popLast() } ?? Locked(make())
    defer { free.withLock { $0.append(context) } }
    return try context.withLock { (context) throws(Failure) in try body(&context) }
  }
}
