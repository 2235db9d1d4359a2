// SPDX-License-Identifier: Apache-2.0
import ConfinedFiles
import Files
import Glibc
package import SystemCalls

/// The contents of a folder and those below it.
package enum FolderContents {
  /// Adds files and their bytes; false where a folder cannot be read.
  package static func count(
    _ name: String, in parent: borrowing FileDescriptor, _ total: inout (files: Int, bytes: Int)
  ) -> Bool {
    guard let status = try? parent.status(of: name) else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      total.files += 1
      total.bytes += Int(status.st_size)
      return true
    }
    guard let folder = try? parent.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return false }
    var names: [String] = []
    var isWhole = true
    do {
      try folder.forEachEntry { entry in
        names.append(String(decoding: entry.name, as: UTF8.self))
        return .proceed
      }
    } catch { isWhole = false }
    for inner in names where !count(inner, in: folder, &total) { isWhole = false }
    return isWhole
  }
}

/// Removes a folder with everything in it; symbolic links are removed and not followed.
package enum FolderRemoval {
  /// Failures are ignored: whoever needs it gone looks whether it is.
  package static func remove(_ name: String, in parent: borrowing FileDescriptor) {
    guard (try? parent.unlink(name)) == nil, let status = try? parent.status(of: name),
      status.st_mode & S_IFMT == S_IFDIR
    else { return }
    guard let held = try? parent.open(name, OpenFlag.path | O_DIRECTORY | O_NOFOLLOW) else { return }
    // A folder whose mode forbids its owner to write to it could not be emptied. By what is held: whoever may write here could
    // put a link in the place of the name.
    try? held.changeModeOfHandle(to: 0o700)
    guard let folder = try? held.reopen() else { return }
    var names: [String] = []
    try? folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    for inner in names { remove(inner, in: folder) }
    try? parent.removeDirectory(name)
  }
}
