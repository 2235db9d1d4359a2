// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// A thread that sees to it that a lock comes to its end.
///
/// When its time is up the keys go, whatever uses them, and with them what has not been written yet. If the lock still
/// does not end, because it waits for a disk that does not answer, the last thing is done: the mount ends.
final class LockDeadline: Sendable {
  private static let patience = Duration.seconds(1)

  private let ending: FileDescriptor
  private let thread: Locked<SystemThread?>

  init(
    milliseconds: UInt32, revokeKeys: @escaping @Sendable () -> Void, endMount: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    ending = try .event()
    let wakeUp = ending.raw
    thread = Locked(
      try SystemThread(named: "lock deadline") {
        guard (try? Poll.readable([wakeUp], within: .milliseconds(milliseconds))) == [false] else { return }
        revokeKeys()
        guard (try? Poll.readable([wakeUp], within: Self.patience)) == [false] else { return }
        endMount()
      })
  }

  /// The lock has come to its end by itself. What the thread does now is waited for.
  func end() {
    ending.signal()
    thread.withLock { $0.take() }?.join()
  }
}
