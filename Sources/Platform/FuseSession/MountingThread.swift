// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls
import Threads

/// A thread that keeps the right to mount, for one mount, when all others have given it up: rights are a thread's own, and what
/// is to be served has threads before it is mounted.
package final class MountingThread: Sendable {
  private let thread: Locked<SystemThread?>
  private let errand: Errand

  private final class Errand: Sendable {
    let isGiven = CountingSemaphore(0)
    let body = Locked<(@Sendable () -> Void)?>(nil)
    let failure = Locked<SystemError?>(nil)
  }

  /// `prepare` is done first, by the thread. To be called while this thread may mount.
  package init(_ prepare: @escaping @Sendable () throws(SystemError) -> Void) throws(SystemError) {
    let errand = Errand()
    self.errand = errand
    thread = Locked(
      try SystemThread(named: "mounting") {
        do throws(SystemError) { try prepare() } catch {
          errand.failure.withLock { $0 = error }
        }
        errand.isGiven.enter {}
        guard errand.failure.withLock({ $0 == nil }) else { return }
        errand.body.withLock({ $0 })?()
      })
  }

  /// Runs a body once. When this returns, the thread has ended.
  func run<Success: Sendable>(_ body: @escaping @Sendable () throws(SystemError) -> Success) throws(SystemError)
    -> Success
  {
    let result = Locked<Result<Success, SystemError>?>(nil)
    errand.body.withLock {
      $0 = {
        do throws(SystemError) {
          let success = try body()
          result.withLock { $0 = .success(success) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
      }
    }
    errand.isGiven.admitOneMore()
    thread.withLock { $0.take() }?.join()
    errand.body.withLock { $0 = nil }
    if let failure = errand.failure.withLock({ $0 }) { throw failure }
    guard let found = result.withLock({ $0 }) else { throw SystemError(.mount, code: EPERM) }
    return try found.get()
  }
}
