// SPDX-License-Identifier: Apache-2.0
import ConfinedFiles
import Files
import FuseSession
import Glibc
package import SystemCalls

/// A folder or a file of the person's that an app is shown, while it may.
package final class SharedPlace: Sendable {
  package enum Right: Sendable { case reading, writing }

  package let permission: FolderPermission
  let right: Right
  private let root: Root
  /// The path below the root; empty for the root itself.
  let path: [UInt8]

  private enum Root: Sendable {
    case held(HeldRoot)
    /// Looked for each time, so that a volume that nobody uses can be taken out; with the device that it must be.
    case named(String, device: UInt64)
  }

  private final class HeldRoot: Sendable {
    let folder: ConfinedFolder
    init(_ folder: consuming ConfinedFolder) { self.folder = folder }
  }

  /// Opens a folder, which is held from now on.
  package init(folder path: String, _ right: Right, _ permission: FolderPermission) throws(SystemError) {
    root = .held(HeldRoot(try ConfinedFolder(path)))
    self.path = []
    self.right = right
    self.permission = permission
  }

  /// A file in a folder; it need not be there yet.
  package init(
    file name: String, in folder: String, _ right: Right, _ permission: FolderPermission
  ) throws(SystemError) {
    root = .held(HeldRoot(try ConfinedFolder(folder)))
    path = Array(name.utf8)
    self.right = right
    self.permission = permission
  }

  package init(volume path: String, _ right: Right, _ permission: FolderPermission) throws(SystemError) {
    let status = try FileDescriptor.open(path, OpenFlag.path | O_DIRECTORY | O_NOFOLLOW).status()
    root = .named(path, device: UInt64(status.st_dev))
    self.path = []
    self.right = right
    self.permission = permission
  }

  /// A handle of a path below the place, without rights.
  func handle(_ path: [UInt8]) throws(FileError) -> FileDescriptor {
    do throws(SystemError) {
      switch root {
      case .held(let root): return try root.folder.handle(path)
      case .named(let place, let device):
        let folder = try ConfinedFolder(place)
        guard UInt64(try folder.handle([]).status().st_dev) == device else { throw SystemError(.open, code: ENOENT) }
        return try folder.handle(path)
      }
    } catch {
      throw FileError(error.code == ELOOP || error.code == EXDEV ? EACCES : error.code)
    }
  }

  func requireWriting() throws(FileError) {
    if right == .reading { throw FileError(EROFS) }
  }
}
