// SPDX-License-Identifier: Apache-2.0
import AppModel
import ConfinedFiles
import CryptoPrimitives
import Files
import Glibc
package import SystemCalls

/// The contents of a folder and those below it.
package enum FolderContents {
  /// Folders that lie deeper are not looked into: each costs an open file and a part of the stack, and apps make as many as they
  /// like.
  private static let deepest = 200

  /// Adds files and their bytes; false where a folder cannot be read.
  package static func count(
    _ name: String, in parent: borrowing FileDescriptor, _ total: inout (files: Int, bytes: Int), depth: Int = 0
  ) -> Bool {
    guard let status = try? parent.status(of: name) else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      total.files += 1
      // An app chooses the sizes of its files: holes make them larger together than a number holds.
      let (sum, isTooLarge) = total.bytes.addingReportingOverflow(Int(status.st_size))
      total.bytes = isTooLarge ? .max : sum
      return true
    }
    guard depth < deepest, let folder = try? parent.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
      return false
    }
    var names: [String] = []
    var isWhole = true
    do {
      try folder.forEachEntry { entry in
        names.append(String(decoding: entry.name, as: UTF8.self))
        return .proceed
      }
    } catch { isWhole = false }
    for inner in names where !count(inner, in: folder, &total, depth: depth + 1) { isWhole = false }
    return isWhole
  }
}

/// Removes a folder with everything in it; symbolic links are removed and not followed.
package enum FolderRemoval {
  /// What lies deeper is moved up first: each folder that is open costs an open file and a part of the stack.
  private static let deepest = 50

  /// Failures are ignored: whoever needs it gone looks whether it is.
  package static func remove(_ name: String, in parent: borrowing FileDescriptor) {
    guard let folder = emptiable(name, in: parent) else { return }
    var deep = empty(folder, top: folder, depth: 0)
    while let next = deep.popLast() { deep += remove(next, in: folder, top: folder, depth: 0) }
    try? parent.removeDirectory(name)
  }

  /// Gives the names, in the topmost folder, of what lay too deep.
  private static func remove(
    _ name: String, in parent: borrowing FileDescriptor, top: borrowing FileDescriptor, depth: Int
  ) -> [String] {
    guard let folder = emptiable(name, in: parent) else { return [] }
    guard depth < deepest else {
      let place = ".removed-\(Hexadecimal.text(SystemRandom.bytes(8)))"
      return (try? parent.rename(name, to: top, as: place, .refuseToReplace)) == nil ? [] : [place]
    }
    let deep = empty(folder, top: top, depth: depth)
    try? parent.removeDirectory(name)
    return deep
  }

  private static func empty(
    _ folder: borrowing FileDescriptor, top: borrowing FileDescriptor, depth: Int
  ) -> [String] {
    var names: [String] = []
    try? folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    var deep: [String] = []
    for inner in names { deep += remove(inner, in: folder, top: top, depth: depth + 1) }
    return deep
  }

  /// A folder that can be emptied; nil for what is none, which is removed.
  private static func emptiable(_ name: String, in parent: borrowing FileDescriptor) -> FileDescriptor? {
    guard (try? parent.unlink(name)) == nil, let status = try? parent.status(of: name),
      status.st_mode & S_IFMT == S_IFDIR
    else { return nil }
    guard let held = try? parent.open(name, OpenFlag.path | O_DIRECTORY | O_NOFOLLOW) else { return nil }
    // A folder whose mode forbids its owner to write to it could not be emptied. By what is held: whoever may write here could
    // put a link in the place of the name.
    try? held.changeModeOfHandle(to: 0o700)
    return try? held.reopen()
  }
}
