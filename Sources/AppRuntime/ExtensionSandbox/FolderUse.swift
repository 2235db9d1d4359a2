// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import Processes
import SystemCalls

/// How much room what an extension keeps takes, as far as it is counted.
package struct FolderUse {
  private var bytes = 0
  private var files = 0

  /// The size that each file counts besides its contents: its name and its class take room too.
  private static let eachFile = 4096
  private static let deepest = 32

  /// Whether an extension may write no more there. What cannot be looked at counts as full: nobody knows what is in it.
  package static func isFull(_ folder: MountSource) -> Bool {
    var use = FolderUse()
    guard let folder = try? folder.reopened() else { return true }
    use.add(folder, ExtensionProcess.room, depth: 0)
    return use.bytes > ExtensionProcess.room
  }

  /// Stops counting above the limit.
  private mutating func add(_ folder: borrowing FileDescriptor, _ limit: Int, depth: Int) {
    guard depth < Self.deepest else {
      bytes = limit + 1
      return
    }
    var names: [String] = []
    let room = limit / Self.eachFile + 1
    try? folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return names.count > room ? .stop : .proceed
    }
    for name in names {
      guard bytes <= limit else { return }
      bytes += Self.eachFile
      // What has gone meanwhile takes no room.
      guard let status = try? folder.status(of: name) else { continue }
      if status.st_mode & S_IFMT == S_IFREG { bytes += max(Int(status.st_size), Int(status.st_blocks) * 512) }
      guard status.st_mode & S_IFMT == S_IFDIR else { continue }
      if let inner = try? folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) { add(inner, limit, depth: depth + 1) }
    }
  }
}
