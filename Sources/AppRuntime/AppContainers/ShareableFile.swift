// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import SystemCalls

/// Whether something of the person's can be handed to apps at all.
package enum ShareableFile {
  /// A file or folder that is there.
  package static func isShareable(_ path: String, excluding excluded: [String]) -> Bool {
    guard let status = status(path) else { return false }
    let kind = status.st_mode & S_IFMT
    return (kind == S_IFREG || kind == S_IFDIR) && mayBeThere(path, excluding: excluded)
  }

  /// The same for one that is yet to be made. What lies above Bailey's own folders is held back where it is met.
  package static func mayBeThere(_ path: String, excluding excluded: [String]) -> Bool {
    !excluded.contains { other in
      let canonical = Environment.canonicalPath(other) ?? other
      return path == canonical || path.hasPrefix(canonical + "/")
    }
  }

  package static func isFolder(_ path: String) -> Bool { status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  private static func status(_ path: String) -> stat? {
    try? FileDescriptor.open(path, OpenFlag.path | O_NOFOLLOW).status()
  }
}
