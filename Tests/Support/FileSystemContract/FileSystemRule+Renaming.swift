// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Renaming

extension FileSystemRule {
  static let renaming = [
    FileSystemRule("renaming replaces a file in one step") { folder in
      try folder.make("from", [1])
      let replaced = try folder.make("to", [2])
      let root = try folder.directory()
      try root.rename("from", to: root, as: "to")
      try expect(!folder.exists("from"), "the old name is gone")
      try expectEqual(try folder.contents("to"), [1], "contents")
      try expectEqual(try replaced.read(count: 1, at: 0), [2], "the replaced file, still open")
      try expectEqual(try replaced.status().st_nlink, 0, "its links")
    },
    FileSystemRule("renaming with NOREPLACE refuses an existing name") { folder in
      try folder.make("from", [1])
      try folder.make("to", [2])
      let root = try folder.directory()
      try expectFailure(EEXIST, of: "NOREPLACE") { () throws(SystemError) in
        try root.rename("from", to: root, as: "to", .refuseToReplace)
      }
      try root.rename("from", to: root, as: "new", .refuseToReplace)
      try expectEqual(try folder.contents("new"), [1], "contents")
    },
    FileSystemRule("renaming with EXCHANGE swaps any two names") { folder in
      let root = try folder.directory()
      try folder.make("file", [1])
      try root.makeDirectory("folder", mode: 0o755)
      try folder.make("folder/inside", [2])
      try root.rename("file", to: root, as: "folder", .exchange)
      try expectEqual(try folder.contents("folder"), [1], "the file under the folder's name")
      try expectEqual(try folder.contents("file/inside"), [2], "the folder under the file's name")
      try expectFailure(ENOENT, of: "EXCHANGE with nothing") { () throws(SystemError) in
        try root.rename("file", to: root, as: "nothing", .exchange)
      }
    },
    FileSystemRule("a folder moves with all it holds") { folder in
      let root = try folder.directory()
      for name in ["a", "b"] { try root.makeDirectory(name, mode: 0o755) }
      try folder.make("a/file", [7])
      let inside = try folder.open("a/file", O_RDONLY)
      try root.rename("a", to: try folder.open("b", O_RDONLY | O_DIRECTORY), as: "c")
      try expectEqual(try folder.contents("b/c/file"), [7], "contents by the new path")
      try expectEqual(try inside.read(count: 1, at: 0), [7], "contents of the open file")
      try expectEqual(try root.status(of: "b").st_nlink, 3, "links of the new parent")
    },
    FileSystemRule("a folder replaces only an empty folder") { folder in
      let root = try folder.directory()
      for name in ["a", "empty", "full"] { try root.makeDirectory(name, mode: 0o755) }
      try folder.make("full/file")
      try folder.make("file")
      try expectFailure(ENOTEMPTY, EEXIST, of: "over a full folder") { () throws(SystemError) in
        try root.rename("a", to: root, as: "full")
      }
      try expectFailure(ENOTDIR, of: "over a file") { () throws(SystemError) in
        try root.rename("a", to: root, as: "file")
      }
      try expectFailure(EISDIR, of: "a file over a folder") { () throws(SystemError) in
        try root.rename("file", to: root, as: "empty")
      }
      try root.rename("a", to: root, as: "empty")
    },
    FileSystemRule("a folder cannot move into itself") { folder in
      let root = try folder.directory()
      try root.makeDirectory("a", mode: 0o755)
      let inside = try folder.open("a", O_RDONLY | O_DIRECTORY)
      try expectFailure(EINVAL, of: "moving") { () throws(SystemError) in try root.rename("a", to: inside, as: "b") }
    },
    FileSystemRule("a long name can become a short one and back") { folder in
      let long = String(repeating: "x", count: 255)
      let root = try folder.directory()
      try folder.make(long, [5])
      try root.rename(long, to: root, as: "short")
      try expectEqual(try folder.contents("short"), [5], "short")
      try root.rename("short", to: root, as: long)
      try expectEqual(try folder.contents(long), [5], "long")
      try root.unlink(long)
      try expectEqual(try folder.names(), [], "listing")
    },
  ]
}
