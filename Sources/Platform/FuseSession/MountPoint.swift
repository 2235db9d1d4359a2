// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem

/// A folder something is mounted on, or may be.
package struct MountPoint: Sendable {
  package let folder: String
  package init(_ folder: String) { self.folder = folder }

  /// Whether the folder shows a mount whose process is gone: everything in it fails with `ENOTCONN`.
  ///
  /// Asked with `statfs(2)`, which the kernel never answers from its cache: attributes it knows outlive the process.
  package var isDead: Bool {
    var status = statvfs()
    return unsafe statvfs(folder, &status) != 0 && errno == ENOTCONN
  }

  /// Unmounts what dead processes left here; programs with open files in it keep those, dead as they are.
  package func clearDeadMount() throws(SystemError) {
    var tries = 0
    while isDead {
      tries += 1
      guard tries <= 16 else { throw SystemError(.umount, code: ENOTCONN) }
      try detach(.lazily)
    }
  }

  /// Writes what programs have changed through mappings, and unmounts unless something is still in use.
  func unmount() -> UnmountOutcome {
    do throws(SystemError) {
      writeOut()
      try detach(.whenUnused)
      return .done
    } catch {
      return .busy
    }
  }

  func writeOut() {
    if let root = try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY) { try? root.syncFileSystem() }
  }

  /// Lets all that the kernel waits for here fail, by its control files or by the force that root has.
  func abort() -> Mount.Abortion {
    if let entry = try? MountTable.current().entry(at: folder),
      let control = try? FileDescriptor.open("/sys/fs/fuse/connections/\(entry.minor)/abort", O_WRONLY),
      (try? control.write([UInt8(ascii: "1")].span)) != nil
    {
      return .cutOff
    }
    // It fails for a folder in use, but not before everything has been cut off.
    return unsafe umount2(folder, unmountByForce | unmountNoFollow) == 0 || errno == EBUSY ? .cutOff : .notPermitted
  }

  /// Throws unless the filesystem answers. That it refuses is an answer.
  func checkAnswer() throws(SystemError) {
    if isDead { throw SystemError(.mount, code: ENOTCONN) }
  }

  /// Lets the kernel read further ahead than its default of 128 KiB: each piece it asks for costs a round trip.
  ///
  /// Only root may say so; without it reading in order is a tenth slower, so nothing is made of a refusal.
  func raiseReadAhead() {
    guard let root = try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY), let device = try? root.status().st_dev,
      let setting = try? FileDescriptor.open(
        "/sys/class/bdi/\(device >> 8 & 0xFFF):\(device & 0xFF | device >> 12 & 0xFFF00)/read_ahead_kb", O_WRONLY)
    else { return }
    try? setting.write(Array("1024\n".utf8).span)
  }

  private enum Detachment { case whenUnused, lazily }

  private func detach(_ way: Detachment) throws(SystemError) {
    switch (way, geteuid()) {
    case (.whenUnused, 0): try unmountUnused()
    case (.lazily, 0): try MountTable.detach(folder)
    case (.whenUnused, _): try runUnmount([])
    case (.lazily, _): try runUnmount(["--lazy"])
    }
  }

  private func unmountUnused() throws(SystemError) {
    while unsafe umount2(folder, unmountNoFollow) != 0 {
      if errno != EINTR { throw SystemError(.umount) }
    }
  }

  /// Only a set-user-id program may unmount for a user. Not `fusermount3`: it needs `/etc/mtab`, which small systems lack.
  private func runUnmount(_ options: [String]) throws(SystemError) {
    let child = try ChildProcess.start(
      ChildPlan(path: "/usr/bin/umount", arguments: options + ["--quiet", "--", folder]))
    guard try child.wait() == .exited(0) else { throw SystemError(.umount, code: EBUSY) }
  }
}

/// `MNT_FORCE`
private let unmountByForce: Int32 = 1
/// `UMOUNT_NOFOLLOW`: a link that took the folder's place is not followed.
private let unmountNoFollow: Int32 = 8
