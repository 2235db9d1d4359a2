// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import OwnProcess
import SystemCalls

extension ProtectedCopy {
  /// Whether there is a class to keep: in a folder also where a protected one is mounted below it.
  static func isNeeded(for path: String) throws -> Bool {
    // If the item cannot be found, Foundation's method is called and throws its own error.
    guard let item = try? ProtectedItem(path, .itself), let status = try? item.folder.status(of: item.name) else {
      return false
    }
    do {
      switch status.st_mode & S_IFMT {
      case S_IFREG: return try item.protection() != nil
      case S_IFDIR: return try item.protection() != nil || hasProtectedMount(below: path)
      default: return false
      }
    } catch let error as CocoaError where error.code == .fileReadNoPermission {
      // Nobody copies what may not be read; a move that is a rename keeps the class.
      return false
    }
  }

  private static func hasProtectedMount(below path: String) throws -> Bool {
    let folder = Environment.canonicalPath(path) ?? path
    return try MountTable.current().entries.contains { mount in
      try mount.type.hasPrefix("fuse") && isInside(mount.path, folder) && isProtected(mountAt: mount.path)
    }
  }

  /// Whether a mount protects files; false for one whose daemon is gone: nothing in it can be copied, and a rename does
  /// not read it.
  private static func isProtected(mountAt path: String) throws -> Bool {
    let item = try ProtectedItem(path, .itself)
    return try item.checked(.read) { () throws(SystemError) in
      do throws(SystemError) {
        return try item.folder.protection(of: item.name) != nil
      } catch  where error.code == ENOTCONN || error.code == ECONNABORTED {
        return false
      }
    }
  }

  /// Whether a path leads into a folder, or is its own; both without links.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    folder == "/" || (path + "/").hasPrefix(folder + "/")
  }
}
