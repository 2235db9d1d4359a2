// SPDX-License-Identifier: Apache-2.0
import LinuxSystem
import ProtectedFilesystem

/// A thread that makes what was closed but not synced certain, every half minute: it may wait for the disk.
final class Checkpoints: Sendable {
  private static let interval = Duration.seconds(30)

  private let ending: FileDescriptor
  private let thread: Locked<SystemThread?>

  init(_ filesystem: ProtectedFilesystem) throws(SystemError) {
    ending = try .event()
    let wakeUp = ending.raw
    thread = Locked(
      try SystemThread(named: "checkpoints") {
        while (try? Poll.readable([wakeUp], within: Self.interval)) == [false] { filesystem.checkpoint() }
      })
  }

  func end() {
    ending.signal()
    thread.withLock { $0.take() }?.join()
  }
}
