// SPDX-License-Identifier: Apache-2.0
import Events
import SystemCalls
import Threads

/// A thread that enforces the time a lock may take.
///
/// When the time is over, all keys are dropped, whatever uses them, and what has not been written yet is lost. If the
/// lock does not end even then, because it waits for a disk that does not answer, the mount is ended.
final class LockDeadline: Sendable {
  private static let timeout = Duration.seconds(1)

  private let ending: FileDescriptor
  private let thread: Locked<SystemThread?>

  init(
    milliseconds: UInt32, revokeKeys: @escaping @Sendable () -> Void, endMount: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    ending = try .event()
    let wakeUp = ending.raw
    thread = Locked(
      try SystemThread(named: "lock deadline") {
        // If polling fails, the time counts as over: the keys have to go.
        guard (try? Poll.readable([wakeUp], within: .milliseconds(milliseconds))) != [true] else { return }
        revokeKeys()
        guard (try? Poll.readable([wakeUp], within: Self.timeout)) != [true] else { return }
        endMount()
      })
  }

  /// Ends the deadline. To be called when the lock has ended by itself. Waits for whatever the thread is doing.
  func end() {
    ending.signal()
    thread.withLock { $0.take() }?.join()
  }
}
