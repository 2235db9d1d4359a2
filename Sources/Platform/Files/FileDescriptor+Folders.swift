// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import SystemCalls

// MARK: - Making folders

extension FileDescriptor {
  /// Makes a folder and those above it that are missing. The mode is that of the last one. That one is not opened,
  /// because it may be a mount that does not answer. A relative path begins at the current folder.
  package static func makeFolders(_ path: String, mode: mode_t) throws(SystemError) {
    let parts = path.split(separator: "/").map(String.init)
    var folder = try FileDescriptor.open(path.hasPrefix("/") ? "/" : ".", OpenFlag.path | O_DIRECTORY)
    for (index, part) in parts.enumerated() {
      do {
        try folder.makeDirectory(part, mode: index == parts.count - 1 ? mode : 0o755)
      } catch {
        if error.code != EEXIST { throw error }
      }
      if index == parts.count - 1 { break }
      folder = try folder.open(part, OpenFlag.path | O_DIRECTORY)
    }
  }
}
