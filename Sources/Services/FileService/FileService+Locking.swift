// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import Events
import FuseSession
import Glibc
import Mounts
import ProtectedFilesystem

// MARK: - A lock, and its end

extension FileService {
  /// How the process ends when a lock had to end the mount.
  private static let endedByLock: Int32 = 7
  /// The same, and the kernel may still have pages of locked files.
  package static let endedWithPages: Int32 = 8

  enum Followed { case acknowledged, enclaveGone }

  /// Gives up what locks, and acknowledges the lock once that is true: within the time in order, after it by force.
  func lock(epoch: UInt64, within milliseconds: UInt32) -> Followed {
    // Without a thread for the deadline here, the supervisor still ends this process when the enclave reports it
    // overdue.
    let deadline = try? LockDeadline(
      milliseconds: milliseconds, revokeKeys: { self.filesystem.revokeKeys() },
      endMount: { self.endMount(lockingIn: epoch) })
    var outcome = filesystem.lock(mount)
    // A program may just be using a page, which it lets go in a moment. The deadline ends the lock otherwise.
    while outcome == .pagesRemain {
      _ = try? Poll.readable([], within: .milliseconds(10))
      outcome = filesystem.purge(mount)
    }
    deadline?.end()
    let lost = filesystem.takeLosses()
    if lost > 0 { report("a lock could not wait for the disk: changes to \(lost) files are lost") }
    do { try events.acknowledge(epoch: epoch, lost: lost) } catch { return .enclaveGone }
    return .acknowledged
  }

  /// The last resort, on a thread that waits for nothing. Requests that hang on the disk fail, so that the kernel can
  /// give up their pages; what they still hold is wiped. The supervisor then starts this program again. What was synced
  /// is not lost.
  private func endMount(lockingIn epoch: UInt64) -> Never {
    filesystem.revokeAllKeys()
    let outcome = mount.abort()
    let isPurged = outcome == .cutOff && filesystem.purge(mount) == .nothingIsLeft
    if isPurged {
      // A thread that waits for the disk may keep the process from ending: how it ends would then say nothing of the pages.
      pagesAreGone()
      // The process ends next, whether or not the enclave hears this.
      try? events.acknowledge(epoch: epoch, lost: max(1, filesystem.takeLosses()))
    }
    report("a lock could not wait for a disk that does not answer: the mount ends, and unwritten changes are lost")
    _exit(isPurged ? Self.endedByLock : Self.endedWithPages)
  }
}
