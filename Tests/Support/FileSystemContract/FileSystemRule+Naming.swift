// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Names

extension FileSystemRule {
  static let naming = [
    FileSystemRule("a name has up to 255 bytes") { folder in
      let name = String(repeating: "n", count: 255)
      try folder.make(name, [1])
      try expectEqual(try folder.contents(name), [1], "contents")
      try expectEqual(try folder.names(), [Array(name.utf8)], "listing")
      try expectFailure(ENAMETOOLONG, of: "creating 256") { () throws(SystemError) in try folder.make(name + "n") }
      try expectFailure(ENAMETOOLONG, of: "looking up 256") { () throws(SystemError) in
        _ = try folder.directory().status(of: name + "n")
      }
    },
    FileSystemRule("a name may be any bytes") { folder in
      let names: [[UInt8]] = [[0xFF, 0xFE], [0x80], [0xC3, 0x28], [1, 2, 3, 0x7F], Array(" -*\n\"'\\".utf8)]
      for name in names { try expectEqual(makeFile(folder.path, name), 0, "creating \(name)") }
      try expectEqual(try folder.names(), Set(names), "listing")
    },
    FileSystemRule("names differ by case and composition") { folder in
      for (number, name) in ["a", "A", "\u{E9}", "e\u{301}"].enumerated() { try folder.make(name, [UInt8(number)]) }
      try expectEqual(try folder.names().count, 4, "number of names")
      try expectEqual(try folder.contents("e\u{301}"), [3], "decomposed")
    },
    FileSystemRule("creating an existing name fails only with O_EXCL") { folder in
      try folder.make("file", [1, 2])
      try expectFailure(EEXIST, of: "O_EXCL") { () throws(SystemError) in try folder.make("file") }
      _ = try folder.open("file", O_RDWR | O_CREAT)
      try expectEqual(try folder.contents("file"), [1, 2], "contents")
      try expectFailure(ENOENT, of: "opening what is missing") { () throws(SystemError) in _ = try folder.open("no") }
      try expectFailure(ENOTDIR, of: "a file as a folder") { () throws(SystemError) in _ = try folder.open("file/x") }
      try expectFailure(EISDIR, of: "writing a folder") { () throws(SystemError) in _ = try folder.open(".") }
    },
    FileSystemRule("the umask is taken off once") { folder in
      let file = try folder.make("file", mode: 0o666)
      let before = umask(0)
      umask(before)
      try expectEqual(try file.status().st_mode & 0o7777, 0o666 & ~before, "mode")
    },
    FileSystemRule("special files keep their type") { folder in
      try folder.directory().makeNode("pipe", mode: S_IFIFO | 0o600, device: 0)
      try folder.directory().makeNode("socket", mode: S_IFSOCK | 0o600, device: 0)
      try expectEqual(try folder.directory().status(of: "pipe").st_mode & S_IFMT, S_IFIFO, "pipe")
      try expectEqual(try folder.directory().status(of: "socket").st_mode & S_IFMT, S_IFSOCK, "socket")
    },
    FileSystemRule("device nodes keep their numbers", needs: .root) { folder in
      try folder.directory().makeNode("device", mode: S_IFCHR | 0o600, device: dev_t(0x0103))
      let status = try folder.directory().status(of: "device")
      try expectEqual(status.st_mode & S_IFMT, S_IFCHR, "type")
      try expectEqual(status.st_rdev, dev_t(0x0103), "device number")
    },
  ]
}

/// 0, or the errno.
private func makeFile(_ folder: String, _ name: [UInt8]) -> Int32 {
  let path = (Array(folder.utf8) + [0x2F] + name + [0]).map { CChar(bitPattern: $0) }
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
  guard file >= 0 else { return errno }
  close(file)
  return 0
}
