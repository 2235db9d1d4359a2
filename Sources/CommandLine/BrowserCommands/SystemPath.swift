// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// Folders of the system's, reached part by part: a link in the way, which somebody may have put there, is not followed.
enum SystemPath {
  enum Failure: Error {
    /// The path contains a symbolic link, or something that is no folder, at this part.
    case link(String)
    case system(String, SystemError)
  }

  enum Presence {
    case existing
    /// What is missing is made with this mode, whatever the mask of whoever runs this.
    case made(mode_t)
  }

  static func folder(_ path: String, _ presence: Presence) throws(Failure) -> FileDescriptor {
    var folder = try root()
    var reached = ""
    for part in path.split(separator: "/").map(String.init) {
      reached += "/" + part
      do throws(SystemError) {
        if case .made(let mode) = presence { try make(part, mode, in: folder) }
        folder = try folder.open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      } catch {
        throw error.code == ENOTDIR || error.code == ELOOP ? .link(reached) : .system(reached, error)
      }
    }
    return folder
  }

  private static func root() throws(Failure) -> FileDescriptor {
    do { return try FileDescriptor.open("/", O_RDONLY | O_DIRECTORY) } catch { throw .system("/", error) }
  }

  private static func make(_ part: String, _ mode: mode_t, in folder: borrowing FileDescriptor) throws(SystemError) {
    do throws(SystemError) { try folder.makeDirectory(part, mode: mode) } catch {
      guard error.code == EEXIST else { throw error }
      return
    }
    try folder.open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).changeMode(to: mode)
  }

  /// The first part of the path to a program that others than root can change, or that is missing; nil where there is none.
  static func changeable(_ path: String) -> String? {
    guard var folder = try? FileDescriptor.open("/", O_RDONLY | O_DIRECTORY) else { return "/" }
    let split = SplitPath(path)
    var reached = ""
    for part in split.folder.split(separator: "/").map(String.init) {
      reached += "/" + part
      guard let next = try? folder.open(part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), let status = try? next.status(),
        isRoots(status, try? next.extendedAttribute(accessList))
      else { return reached }
      folder = next
    }
    guard let status = try? folder.status(of: split.name), status.st_mode & S_IFMT == S_IFREG,
      isRoots(status, try? folder.extendedAttribute(accessList, of: split.name))
    else { return path }
    return nil
  }

  private static let accessList = "system.posix_acl_access"

  /// Groups but root's own count as others, and so does whoever is named in an access list: its mask stands in the group's place.
  private static func isRoots(_ status: stat, _ list: [UInt8]?) -> Bool {
    let isGroups = (status.st_gid != 0 || list != nil) && status.st_mode & S_IWGRP != 0
    return status.st_uid == 0 && !isGroups && status.st_mode & S_IWOTH == 0
  }
}
