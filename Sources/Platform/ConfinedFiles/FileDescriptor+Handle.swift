// SPDX-License-Identifier: Apache-2.0
import CLinux
package import Files
package import Glibc
package import SystemCalls

// MARK: - The file that a handle without rights holds

extension FileDescriptor {
  /// The very file, whatever its name has become.
  private var link: String { "/proc/self/fd/\(raw)" }

  /// Opens the file that this holds, and no other.
  package func opened(_ flags: Int32) throws(SystemError) -> FileDescriptor { try FileDescriptor.open(link, flags) }

  /// `O_RDONLY`, `O_WRONLY` or `O_RDWR`, as it was opened.
  package func accessMode() throws(SystemError) -> Int32 { try check(.fcntl, fcntl(raw, F_GETFL)) & O_ACCMODE }

  package func changeModeOfHandle(to mode: mode_t) throws(SystemError) {
    try check(.chmod, unsafe chmod(link, mode))
  }

  package func changeTimesOfHandle(access: TimeChange, modification: TimeChange) throws(SystemError) {
    let times = access.parts + modification.parts
    try check(.utimens, unsafe clinux_set_times(raw, "", times, clinux_at_empty_path))
  }

  /// The path that a symbolic link leads to.
  package func linkTarget() throws(SystemError) -> [UInt8] {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe target.withUnsafeMutableBytes { buffer in
      unsafe readlinkat(
        raw, "", buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard count >= 0 else { throw SystemError(.readlink) }
    return Array(target.prefix(count))
  }

  /// Gives the file another name, in a folder.
  package func link(as name: [UInt8], in folder: borrowing FileDescriptor) throws(SystemError) {
    let target = folder.raw
    try check(.link, unsafe withText(name) { unsafe linkat(AT_FDCWD, link, target, $0, AT_SYMLINK_FOLLOW) })
  }
}

// MARK: - Entries of the folder that a handle holds

extension FileDescriptor {
  /// Makes a file, which must not be there, and opens it.
  package func createFile(_ name: [UInt8], _ flags: Int32, mode: mode_t) throws(SystemError) -> FileDescriptor {
    let wanted = flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return FileDescriptor(owning: try check(.open, unsafe withText(name) { unsafe openat(raw, $0, wanted, mode) }))
  }

  package func status(ofEntry name: [UInt8]) throws(SystemError) -> stat {
    var result = stat()
    try check(.stat, unsafe withText(name) { unsafe fstatat(raw, $0, &result, AT_SYMLINK_NOFOLLOW) })
    return result
  }

  package func makeFolder(_ name: [UInt8], mode: mode_t) throws(SystemError) {
    try check(.mkdir, unsafe withText(name) { unsafe mkdirat(raw, $0, mode) })
  }

  package func makeLink(_ name: [UInt8], to target: [UInt8]) throws(SystemError) {
    let result = unsafe withText(target) { target in
      unsafe withText(name) { unsafe symlinkat(target, raw, $0) }
    }
    try check(.symlink, result)
  }

  package func removeFile(_ name: [UInt8]) throws(SystemError) {
    try check(.unlink, unsafe withText(name) { unsafe unlinkat(raw, $0, 0) })
  }

  package func removeFolder(_ name: [UInt8]) throws(SystemError) {
    try check(.rmdir, unsafe withText(name) { unsafe unlinkat(raw, $0, AT_REMOVEDIR) })
  }

  package func renameEntry(
    _ name: [UInt8], to folder: borrowing FileDescriptor, as newName: [UInt8], _ mode: RenameMode
  ) throws(SystemError) {
    let flags: UInt32 =
      switch mode {
      case .replace: 0
      case .refuseToReplace: UInt32(clinux_rename_noreplace)
      case .exchange: UInt32(clinux_rename_exchange)
      }
    let target = folder.raw
    let result = unsafe withText(name) { name in
      unsafe withText(newName) { unsafe clinux_rename(raw, name, target, $0, flags) }
    }
    try check(.rename, result)
  }
}
