// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import FuseSession
import Glibc
import LinuxSystem
import ProtectedFilesystem

// MARK: - A lock, and its end

extension FileService {
  /// How the process ends when a lock had to end the mount.
  private static let endedByLock: Int32 = 7

  enum Followed { case acknowledged, enclaveGone }

  /// Gives up what locks, and says so once it is true: within the time by the order of things, after it by force.
  func lock(epoch: UInt64, within milliseconds: UInt32) -> Followed {
    let deadline = try? LockDeadline(
      milliseconds: milliseconds, revokeKeys: { self.filesystem.revokeKeys() },
      endMount: { self.endMount(lockingIn: epoch) })
    var outcome = filesystem.lock(mount)
    // A page that a program is just using: it is let go in a moment. The deadline ends the rest.
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

  /// The last resort, on a thread that waits for nothing. Requests that hang on the disk fail, which lets the kernel
  /// give up their pages; what they still hold is wiped. The supervisor starts anew, and what was synced is there.
  private func endMount(lockingIn epoch: UInt64) -> Never {
    filesystem.revokeAllKeys()
    let outcome = mount.abort()
    if outcome == .cutOff, filesystem.purge(mount) == .nothingIsLeft {
      try? events.acknowledge(epoch: epoch, lost: max(1, filesystem.takeLosses()))
    }
    report("a lock could not wait for a disk that does not answer: the mount ends, and unwritten changes are lost")
    _exit(Self.endedByLock)
  }
}
