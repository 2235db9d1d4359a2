// SPDX-License-Identifier: Apache-2.0
import CLinux
package import Glibc
package import SystemCalls

// MARK: - Entries of a directory

/// The treatment of an existing target by `rename`.
package enum RenameMode: Sendable {
  case replace, refuseToReplace, exchange

  var flags: UInt32 {
    switch self {
    case .replace: 0
    case .refuseToReplace: UInt32(clinux_rename_noreplace)
    case .exchange: UInt32(clinux_rename_exchange)
    }
  }

  /// Reads the flags of `renameat2(2)`; nil where they ask for something else.
  package init?(flags: UInt32) {
    guard let mode = [Self.replace, .refuseToReplace, .exchange].first(where: { $0.flags == flags }) else { return nil }
    self = mode
  }
}

/// The times of a file to change.
package enum TimeChange: Sendable, Equatable {
  case keep, now
  case set(seconds: Int, nanoseconds: Int)

  /// Seconds and nanoseconds as `utimensat(2)` takes them.
  package var parts: [Int64] {
    switch self {
    case .keep: [0, clinux_time_omit]
    case .now: [0, clinux_time_now]
    case .set(let seconds, let nanoseconds): [Int64(seconds), Int64(nanoseconds)]
    }
  }
}

extension FileDescriptor {
  /// Attributes of this file itself.
  package func status() throws(SystemError) -> stat {
    try FaultPlan.check(.stat, raw)
    var result = stat()
    _ = try retrying(.stat) { unsafe fstatat(raw, "", &result, clinux_at_empty_path) }
    return result
  }

  /// Attributes of an entry; symbolic links are not followed.
  package func status(of name: String) throws(SystemError) -> stat {
    try FaultPlan.check(.stat, raw)
    var result = stat()
    _ = try retrying(.stat) { unsafe fstatat(raw, name, &result, AT_SYMLINK_NOFOLLOW) }
    return result
  }

  package func fileSystemStatus() throws(SystemError) -> statvfs {
    try FaultPlan.check(.statvfs, raw)
    var result = statvfs()
    _ = try retrying(.statvfs) { unsafe fstatvfs(raw, &result) }
    return result
  }

  /// Whether only a failing disk can keep so many bytes from being written to this file. Not known for file systems
  /// that do not count by free blocks, such as Btrfs and network file systems, nor where there are quotas.
  package func hasRoom(for count: Int) throws(SystemError) -> Bool {
    try FaultPlan.check(.statvfs, raw)
    return try retrying(.statvfs) { clinux_has_room(raw, UInt64(count)) } == 1
  }

  package func makeDirectory(_ name: String, mode: mode_t) throws(SystemError) {
    try FaultPlan.check(.mkdir, raw)
    _ = try retrying(.mkdir) { unsafe mkdirat(raw, name, mode) }
  }

  package func makeNode(_ name: String, mode: mode_t, device: dev_t) throws(SystemError) {
    try FaultPlan.check(.mknod, raw)
    _ = try retrying(.mknod) { unsafe mknodat(raw, name, mode, device) }
  }

  package func makeSymbolicLink(_ name: String, target: String) throws(SystemError) {
    try FaultPlan.check(.symlink, raw)
    _ = try retrying(.symlink) { unsafe symlinkat(target, raw, name) }
  }

  /// The target of a symbolic link, as the bytes it was made with.
  package func symbolicLinkTarget(_ name: String) throws(SystemError) -> [UInt8] {
    try FaultPlan.check(.readlink, raw)
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try retryingCount(.readlink) {
      unsafe bytes.withUnsafeMutableBytes { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe readlinkat(raw, name, base.assumingMemoryBound(to: CChar.self), buffer.count)
      }
    }
    bytes.removeSubrange(count...)
    return bytes
  }

  package func link(_ name: String, to directory: borrowing FileDescriptor, as newName: String) throws(SystemError) {
    try FaultPlan.check(.link, raw)
    let target = directory.raw
    _ = try retrying(.link) { unsafe linkat(raw, name, target, newName, 0) }
  }

  /// Gives this file, which was opened without one, a name that no other has.
  package func takeName(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) {
    try FaultPlan.check(.link, folder.raw)
    let (target, itself) = (folder.raw, "/proc/self/fd/\(raw)")
    _ = try retrying(.link) { unsafe linkat(AT_FDCWD, itself, target, name, AT_SYMLINK_FOLLOW) }
  }

  package func rename(
    _ name: String, to directory: borrowing FileDescriptor, as newName: String, _ mode: RenameMode = .replace
  ) throws(SystemError) {
    try FaultPlan.check(.rename, raw)
    let target = directory.raw
    _ = try retrying(.rename) { unsafe clinux_rename(raw, name, target, newName, mode.flags) }
  }

  package func unlink(_ name: String) throws(SystemError) {
    try FaultPlan.check(.unlink, raw)
    _ = try retrying(.unlink) { unsafe unlinkat(raw, name, 0) }
  }

  package func removeDirectory(_ name: String) throws(SystemError) {
    try FaultPlan.check(.rmdir, raw)
    _ = try retrying(.rmdir) { unsafe unlinkat(raw, name, AT_REMOVEDIR) }
  }

  package func changeMode(of name: String, to mode: mode_t) throws(SystemError) {
    try FaultPlan.check(.chmod, raw)
    _ = try retrying(.chmod) { unsafe fchmodat(raw, name, mode, 0) }
  }

  package func changeMode(to mode: mode_t) throws(SystemError) {
    try FaultPlan.check(.chmod, raw)
    _ = try retrying(.chmod) { fchmod(raw, mode) }
  }

  /// Changes the owner of an entry; `UInt32.max` leaves that part as it is.
  package func changeOwner(of name: String, user: uid_t, group: gid_t) throws(SystemError) {
    try FaultPlan.check(.chown, raw)
    _ = try retrying(.chown) { unsafe fchownat(raw, name, user, group, AT_SYMLINK_NOFOLLOW) }
  }

  package func changeOwner(user: uid_t, group: gid_t) throws(SystemError) {
    try FaultPlan.check(.chown, raw)
    _ = try retrying(.chown) { fchown(raw, user, group) }
  }

  package func changeTimes(of name: String, access: TimeChange, modification: TimeChange) throws(SystemError) {
    try FaultPlan.check(.utimens, raw)
    let times = access.parts + modification.parts
    _ = try retrying(.utimens) { unsafe clinux_set_times(raw, name, times, AT_SYMLINK_NOFOLLOW) }
  }

  package func changeTimes(access: TimeChange, modification: TimeChange) throws(SystemError) {
    try FaultPlan.check(.utimens, raw)
    let times = access.parts + modification.parts
    _ = try retrying(.utimens) { unsafe clinux_set_times(raw, nil, times, 0) }
  }
}

/// Flags of `open` that Glibc's module lacks.
package enum OpenFlag {
  package static var path: Int32 { clinux_o_path }
  package static var temporary: Int32 { clinux_o_tmpfile }
}
