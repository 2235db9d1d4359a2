// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

// MARK: - Listing a directory

/// An entry of a directory as the directory itself describes it.
package struct DirectoryEntry: Sendable, Equatable {
  package let name: [UInt8]
  package let inode: UInt64
  /// A `DT_` constant of readdir(3); `DT_UNKNOWN` on file systems that do not say.
  package let kind: UInt8
}

/// Whether a loop over entries goes on.
package enum LoopControl: Sendable { case proceed, stop }

extension FileDescriptor {
  /// Hands over every entry except `.` and `..`, in no particular order, from the beginning.
  package func forEachEntry(_ body: (DirectoryEntry) -> LoopControl) throws(SystemError) {
    try FaultPlan.check(.getdents, raw)
    let copy = try open(".", O_RDONLY | O_DIRECTORY).release()
    guard let stream = unsafe fdopendir(copy) else {
      let error = SystemError(.getdents)
      close(copy)
      throw error
    }
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw SystemError(.getdents) }
        return
      }
      let name = unsafe nameBytes(entry)
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      let found = unsafe DirectoryEntry(name: name, inode: UInt64(entry.pointee.d_ino), kind: entry.pointee.d_type)
      if body(found) == .stop { return }
    }
  }
}

private func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
  unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
}
