// SPDX-License-Identifier: Apache-2.0
import Events
import FuseSession
import ProtectedFilesystem
import SystemCalls
import Threads

/// A thread that may wait for the disk. Every half minute it syncs what was closed but not synced. When a lock is
/// announced, it lets the kernel write what was changed through mappings, so that little is left to write during the
/// lock. After an unlock it gives files the classes that they could not get while locked.
final class Checkpoints: Sendable {
  private static let interval = Duration.seconds(30)

  private let ending: FileDescriptor
  private let locking: FileDescriptor
  private let thread: Locked<SystemThread?>

  init(_ filesystem: ProtectedFilesystem, _ mount: Mount) throws(SystemError) {
    ending = try .event()
    locking = try .event()
    let end = ending.raw
    let requests = try locking.duplicate()
    let owed = filesystem.owed.descriptor
    thread = Locked(
      try SystemThread(named: "checkpoints") {
        // If polling fails, the thread ends: sizes stay in doubt until the next start, and locks take longer.
        while let ready = try? Poll.readable([end, requests.raw, owed], within: Self.interval), !ready[0] {
          if ready[1] {
            requests.clear()
            mount.writeOut()
          } else if ready[2] {
            filesystem.giveOwedClasses()
          } else {
            filesystem.checkpoint()
            filesystem.invalidateUnstored(mount)
          }
        }
      })
  }

  /// Tells the thread that a lock comes soon.
  func announceLock() { locking.signal() }

  func end() {
    ending.signal()
    thread.withLock { $0.take() }?.join()
  }
}
