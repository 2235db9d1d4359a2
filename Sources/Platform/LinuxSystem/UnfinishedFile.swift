// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file that lies under a hidden name until it is whole, and is locked until it has the name it is to have. One that
/// nobody has locked was left there by a process that was ended early.
package struct UnfinishedFile: ~Copyable {
  package let name: String
  package let file: FileDescriptor

  /// It is locked where the file system knows of locks: elsewhere nobody removes what others left.
  package init(in folder: borrowing FileDescriptor, _ beginning: String) throws(SystemError) {
    while true {
      let name = Self.newName(beginning)
      let file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      let isLocked = (try? file.tryLock()) ?? true
      // Until it was locked, it was as one that nobody wants: whoever found it then removes it, or has.
      if isLocked, try Self.isThere(name, in: folder) {
        self.name = name
        self.file = file
        return
      }
    }
  }

  /// Only what is gone is made again: a folder that cannot be read would be filled up.
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

  /// A name that nothing has had and nothing will have: what is removed under it is what was found under it.
  package static func newName(_ beginning: String) -> String { beginning + String(UInt64.random(in: 0 ... .max)) }

  /// Gives it the name it is to have, in the same folder.
  package func rename(
    to newName: String, in folder: borrowing FileDescriptor, _ mode: RenameMode = .replace
  ) throws(SystemError) {
    try folder.rename(name, to: folder, as: newName, mode)
  }
}

extension FileDescriptor {
  /// Removes from this folder what was left of files whose names begin so. Nothing depends on it.
  package func removeUnfinished(_ beginning: String) {
    var names: [String] = []
    try? forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(beginning), UInt64(name.dropFirst(beginning.count)) != nil { names.append(name) }
      return .goesOn
    }
    for name in names {
      guard let file = try? open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (try? file.tryLock()) == true else {
        continue
      }
      try? unlink(name)
    }
  }
}
