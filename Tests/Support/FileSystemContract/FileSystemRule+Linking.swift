// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Links and removal

extension FileSystemRule {
  static let linking = [
    FileSystemRule("hard links are one file") { folder in
      let root = try folder.directory()
      let file = try folder.make("one", [1])
      try root.link("one", to: root, as: "two")
      try expectEqual(try file.status().st_nlink, 2, "links")
      try expectEqual(try root.status(of: "two").st_ino, try root.status(of: "one").st_ino, "inode")
      try folder.open("two").write([9].span, at: 0)
      try expectEqual(try folder.contents("one"), [9], "contents through the other name")
      try root.unlink("one")
      try expectEqual(try folder.contents("two"), [9], "contents when the first name is gone")
      try expectEqual(try file.status().st_nlink, 1, "links")
      try expectFailure(EEXIST, of: "linking to an existing name") { () throws(SystemError) in
        try root.link("two", to: root, as: "two")
      }
      try root.makeDirectory("folder", mode: 0o755)
      try expectFailure(EPERM, of: "linking a folder") { () throws(SystemError) in
        try root.link("folder", to: root, as: "other")
      }
    },
    FileSystemRule("hard links reach across folders and survive renames") { folder in
      let root = try folder.directory()
      for name in ["a", "b"] { try root.makeDirectory(name, mode: 0o755) }
      try folder.make("a/file", [3])
      let a = try folder.open("a", O_RDONLY)
      let b = try folder.open("b", O_RDONLY)
      try a.link("file", to: b, as: "link")
      try a.rename("file", to: root, as: "moved")
      try expectEqual(try folder.contents("b/link"), [3], "link")
      try expectEqual(try folder.contents("moved"), [3], "renamed")
      try expectEqual(try root.status(of: "moved").st_nlink, 2, "links")
    },
    FileSystemRule("renaming one link of a file over another leaves both") { folder in
      let root = try folder.directory()
      try folder.make("one", [1])
      try root.link("one", to: root, as: "two")
      try root.rename("one", to: root, as: "two")
      try expectEqual(try folder.names().count, 2, "names")
    },
    FileSystemRule("a removed file lives while it is open") { folder in
      let file = try folder.make("file", [1, 2, 3])
      try folder.directory().unlink("file")
      try expectEqual(try file.read(count: 3, at: 0), [1, 2, 3], "contents")
      try file.write([4].span, at: 5000)
      try expectEqual(try file.status().st_size, 5001, "size")
      try expectEqual(try file.status().st_nlink, 0, "links")
      try file.changeMode(to: 0o600)
      try file.truncate(to: 2)
      try expectEqual(try file.read(count: 9, at: 0), [1, 2], "contents after truncation")
      try folder.make("file", [8])
      try expectEqual(try file.read(count: 9, at: 0), [1, 2], "contents beside a new file of the name")
    },
    FileSystemRule("a symbolic link keeps its target to the byte") { folder in
      let root = try folder.directory()
      for count in [1, 100, 255, 256, 1000, 2000, 4000, 4095] {
        let target = String(String(repeating: "0123456789/", count: 400).prefix(count))
        try root.makeSymbolicLink("link-\(count)", target: target)
        try expectEqual(try root.symbolicLinkTarget("link-\(count)"), Array(target.utf8), "target")
        try expectEqual(try root.status(of: "link-\(count)").st_size, off_t(count), "size of the link")
      }
    },
    FileSystemRule("a symbolic link leads where it says") { folder in
      let root = try folder.directory()
      try folder.make("file", [6])
      try root.makeSymbolicLink("link", target: "file")
      try root.makeSymbolicLink("loop", target: "loop")
      try expectEqual(try folder.contents("link"), [6], "contents through the link")
      try expectFailure(ELOOP, of: "a loop") { () throws(SystemError) in _ = try folder.open("loop") }
      try root.unlink("link")
      try expectEqual(try folder.contents("file"), [6], "the file itself")
      try expectFailure(EINVAL, of: "the target of a file") { () throws(SystemError) in
        _ = try root.symbolicLinkTarget("file")
      }
    },
    FileSystemRule("removal minds what it removes") { folder in
      let root = try folder.directory()
      try root.makeDirectory("folder", mode: 0o755)
      try folder.make("folder/file")
      try expectFailure(ENOTEMPTY, EEXIST, of: "a full folder") { () throws(SystemError) in
        try root.removeDirectory("folder")
      }
      try expectFailure(EISDIR, EPERM, of: "unlinking a folder") { () throws(SystemError) in try root.unlink("folder") }
      try folder.open("folder", O_RDONLY).unlink("file")
      try root.removeDirectory("folder")
      try folder.make("file")
      try expectFailure(ENOTDIR, of: "rmdir of a file") { () throws(SystemError) in try root.removeDirectory("file") }
      try expectFailure(ENOENT, of: "removing nothing") { () throws(SystemError) in try root.unlink("nothing") }
    },
    FileSystemRule("an empty removed folder takes no new names") { folder in
      let root = try folder.directory()
      try root.makeDirectory("folder", mode: 0o755)
      let inside = try folder.open("folder", O_RDONLY)
      try root.removeDirectory("folder")
      try expectFailure(ENOENT, of: "creating inside") { () throws(SystemError) in
        _ = try inside.open("file", O_RDWR | O_CREAT, mode: 0o600)
      }
    },
  ]
}
