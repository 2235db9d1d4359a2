// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// A file that has a hidden name, and is locked, until it is complete and gets its final name. A hidden file that
/// nobody has locked was left by a process that ended early.
package struct UnfinishedFile: ~Copyable {
  package let name: String
  package let file: FileDescriptor

  /// Locks the file where the file system has locks. Where it has none, nobody removes what others left.
  package init(in folder: borrowing FileDescriptor, _ beginning: String) throws(SystemError) {
    while true {
      let name = Self.newName(beginning)
      let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      let isLocked = (try? file.tryLock()) ?? true
      // Before it was locked, another process may have taken the file for one that was left, and have removed it.
      if isLocked, try Self.isThere(name, in: folder) {
        self.name = name
        self.file = file
        return
      }
    }
  }

  /// Tries again only if the file is gone: a folder that cannot be read would be filled up.
  private static func isThere(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
    do {
      _ = try folder.status(of: name)
      return true
    } catch {
      guard error.code == ENOENT else {
        try? folder.unlink(name)
        throw error
      }
      return false
    }
  }

  /// A name that is never used twice, so that what is removed under it later is what was found under it.
  package static func newName(_ beginning: String) -> String { beginning + String(UInt64.random(in: 0 ... .max)) }

  /// Gives it its final name, in the same folder.
  package func rename(
    to newName: String, in folder: borrowing FileDescriptor, _ mode: RenameMode = .replace
  ) throws(SystemError) {
    try folder.rename(name, to: folder, as: newName, mode)
  }
}

extension FileDescriptor {
  /// Removes from this folder the files that were left under hidden names with this beginning. Failure is ignored: they
  /// only take up space.
  package func removeUnfinished(_ beginning: String) {
    var names: [String] = []
    try? forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(beginning), UInt64(name.dropFirst(beginning.count)) != nil { names.append(name) }
      return .proceed
    }
    for name in names {
      guard let file = try? open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (try? file.tryLock()) == true else {
        continue
      }
      try? unlink(name)
    }
  }
}
