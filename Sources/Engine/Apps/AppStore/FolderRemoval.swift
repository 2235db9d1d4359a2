// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem

/// Removes a folder with everything in it; symbolic links are removed and not followed.
package enum FolderRemoval {
  /// Failures are ignored: whoever needs it gone looks whether it is.
  package static func remove(_ name: String, in parent: borrowing FileDescriptor) {
    guard (try? parent.unlink(name)) == nil, let status = try? parent.status(of: name),
      status.st_mode & S_IFMT == S_IFDIR
    else { return }
    // A folder whose mode forbids its owner to write to it could not be emptied.
    try? parent.changeMode(of: name, to: 0o700)
    guard let folder = try? parent.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return }
    var names: [String] = []
    try? folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    for inner in names { remove(inner, in: folder) }
    try? parent.removeDirectory(name)
  }
}
