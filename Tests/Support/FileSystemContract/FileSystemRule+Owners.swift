// SPDX-License-Identifier: Apache-2.0
import CLinux
import Files
import Glibc
import SystemCalls

// MARK: - Owners and modes

extension FileSystemRule {
  static let owners = [
    FileSystemRule("modes are kept, special bits too") { folder in
      let file = try folder.make("file")
      for mode: mode_t in [0o000, 0o400, 0o200, 0o777, 0o4755, 0o2755, 0o1644, 0o6711] {
        try file.changeMode(to: mode)
        try expectEqual(try file.status().st_mode & 0o7777, mode, "mode")
      }
      let root = try folder.directory()
      for mode: mode_t in [0o305, 0o1777, 0o2750, 0o000] {
        let name = "folder-\(mode)"
        try root.makeDirectory(name, mode: 0o700)
        try root.changeMode(of: name, to: mode)
        try expectEqual(try root.status(of: name).st_mode & 0o7777, mode, "mode of a folder")
        try root.changeMode(of: name, to: 0o700)
      }
    },
    FileSystemRule("a file that nobody may open can be renamed and removed") { folder in
      let root = try folder.directory()
      try folder.make("file").changeMode(to: 0)
      try root.rename("file", to: root, as: "other")
      try root.unlink("other")
    },
    FileSystemRule("owners are kept", needs: .root) { folder in
      let root = try folder.directory()
      let file = try folder.make("file")
      try file.changeOwner(user: 1234, group: 5678)
      try file.changeOwner(user: .max, group: 99)
      try expectEqual(try file.status().st_uid, 1234, "user")
      try expectEqual(try file.status().st_gid, 99, "group")
      try root.makeSymbolicLink("link", target: "file")
      try root.changeOwner(of: "link", user: 7, group: 8)
      try expectEqual(try root.status(of: "link").st_uid, 7, "the link's user")
      try expectEqual(try root.status(of: "file").st_uid, 1234, "the target's user")
    },
    FileSystemRule("what is made belongs to its maker", needs: .root) { folder in
      let root = try folder.directory()
      try root.changeMode(to: 0o777)
      try asUser(4711) { () throws(SystemError) in
        try folder.make("file")
        try root.makeDirectory("folder", mode: 0o755)
        try root.makeSymbolicLink("link", target: "file")
        try root.makeNode("pipe", mode: S_IFIFO | 0o600, device: 0)
      }
      for name in ["file", "folder", "link", "pipe"] {
        try expectEqual(try root.status(of: name).st_uid, 4711, "user of the \(name)")
        try expectEqual(try root.status(of: name).st_gid, 4711, "group of the \(name)")
      }
    },
    FileSystemRule("a set-group-id folder hands its group on", needs: .root) { folder in
      let root = try folder.directory()
      try root.changeOwner(user: 0, group: 1000)
      try root.changeMode(to: 0o2777)
      try asUser(4711) { () throws(SystemError) in
        try folder.make("file")
        try root.makeDirectory("folder", mode: 0o755)
      }
      try expectEqual(try root.status(of: "file").st_gid, 1000, "group of the file")
      try expectEqual(try root.status(of: "folder").st_gid, 1000, "group of the folder")
      try expect(try root.status(of: "folder").st_mode & S_ISGID != 0, "the folder hands it on too")
    },
    FileSystemRule("permissions are checked", needs: .root) { folder in
      try folder.make("secret", [1], mode: 0o600)
      let root = try folder.directory()
      try asUser(4711) { () throws in
        try expectFailure(EACCES, of: "opening") { () throws(SystemError) in _ = try folder.open("secret", O_RDONLY) }
        try expectFailure(EACCES, of: "creating") { () throws(SystemError) in try folder.make("new") }
        try expectFailure(EPERM, of: "chmod") { () throws(SystemError) in try root.changeMode(of: "secret", to: 0o777) }
      }
    },
    FileSystemRule("a sticky folder protects its files", needs: .root) { folder in
      let root = try folder.directory()
      try root.changeMode(to: 0o1777)
      try folder.make("file")
      try asUser(4711) { () throws in
        try expectFailure(EPERM, EACCES, of: "removing another's file") { () throws(SystemError) in
          try root.unlink("file")
        }
        try folder.make("own")
        try root.unlink("own")
      }
    },
    FileSystemRule("a stranger's write takes set-user-id away", needs: .root) { folder in
      let file = try folder.make("file", [1], mode: 0o777)
      try file.changeMode(to: 0o6777)
      try file.write([2].span, at: 0)
      try expectEqual(try file.status().st_mode & 0o7777, 0o6777, "mode after root's write")
      try asUser(4711) { () throws(SystemError) in try file.write([3].span, at: 0) }
      try expectEqual(try file.status().st_mode & 0o7777, 0o777, "mode after the stranger's write")
      try file.changeMode(to: 0o6777)
      try asUser(4711) { () throws(SystemError) in try file.truncate(to: 0) }
      try expectEqual(try file.status().st_mode & 0o7777, 0o777, "mode after the stranger's truncation")
      try file.changeMode(to: 0o6777)
      try file.changeOwner(user: 5, group: 5)
      try expectEqual(try file.status().st_mode & 0o7777, 0o777, "mode with another owner")
    },
  ]
}

/// Runs the body as a user without privilege: this thread, in the eyes of file systems.
private func asUser<Failure: Error>(_ user: UInt32, _ body: () throws(Failure) -> Void) throws {
  try expect(clinux_set_fs_user(user, user) == 0, "becoming another user")
  defer { _ = clinux_set_fs_user(0, 0) }
  try body()
}
