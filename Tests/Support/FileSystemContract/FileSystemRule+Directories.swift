// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import SystemCalls

// MARK: - Directories

extension FileSystemRule {
  /// More than any answer of the kernel holds; all the more in the long tests.
  private static let many = Environment.value("BAILEY_LONG_TESTS") == "1" ? 100_000 : 10_000

  static let directories = [
    FileSystemRule("a folder of \(many) names is listed whole, each once", needs: .manyFiles) { folder in
      let root = try folder.directory()
      for number in 0..<many { try root.makeNode("entry-\(number)", mode: S_IFREG | 0o600, device: 0) }
      var seen: [[UInt8]] = []
      try root.forEachEntry {
        seen.append($0.name)
        return .proceed
      }
      try expectEqual(seen.count, many, "names")
      try expectEqual(Set(seen).count, many, "different names")
      try expect(folder.exists("entry-\(many - 1)"), "the last")
      for number in 0..<many { try root.unlink("entry-\(number)") }
      try expectEqual(try folder.names(), [], "names after removal")
    },
    FileSystemRule("a listing during changes shows each lasting name once") { folder in
      let root = try folder.directory()
      for number in 0..<2000 { try folder.make("stays-\(number)") }
      var seen: [[UInt8]] = []
      var step = 0
      try root.forEachEntry {
        seen.append($0.name)
        if step % 4 == 0 { _ = try? folder.make("comes-\(step)") }
        if step % 4 == 2 { _ = try? root.unlink("comes-\(step - 2)") }
        step += 1
        return step < 20_000 ? .proceed : .stop
      }
      let lasting = seen.filter { $0.starts(with: Array("stays".utf8)) }
      try expectEqual(lasting.count, 2000, "lasting names")
      try expectEqual(Set(lasting).count, 2000, "different lasting names")
    },
    FileSystemRule("removing while listing empties a folder") { folder in
      let root = try folder.directory()
      for number in 0..<3000 { try folder.make("entry-\(number)") }
      try root.forEachEntry {
        try? root.unlink(String(decoding: $0.name, as: UTF8.self))
        return .proceed
      }
      try expectEqual(try folder.names(), [], "names left")
    },
    FileSystemRule("a listing says what each entry is") { folder in
      let root = try folder.directory()
      try folder.make("file")
      try root.makeDirectory("folder", mode: 0o755)
      try root.makeSymbolicLink("link", target: "x")
      var kinds: [String: UInt8] = [:]
      var inodes: [String: UInt64] = [:]
      try root.forEachEntry {
        kinds[String(decoding: $0.name, as: UTF8.self)] = $0.kind
        inodes[String(decoding: $0.name, as: UTF8.self)] = $0.inode
        return .proceed
      }
      let (unknown, file, directory, link): (UInt8, UInt8, UInt8, UInt8) = (0, 8, 4, 10)
      for (name, kind) in ["file": file, "folder": directory, "link": link] {
        try expect(
          kinds[name] == kind || kinds[name] == unknown, "kind of the \(name): \(String(describing: kinds[name]))")
        try expectEqual(inodes[name], UInt64(try root.status(of: name).st_ino), "inode of the \(name)")
      }
    },
    FileSystemRule("a folder counts its folders as links") { folder in
      let root = try folder.directory()
      for name in ["a", "b", "c"] { try root.makeDirectory(name, mode: 0o755) }
      try expectEqual(try root.status().st_nlink, 5, "links")
      try root.removeDirectory("b")
      try expectEqual(try root.status().st_nlink, 4, "links")
    },
    FileSystemRule("an inode number stays what it was") { folder in
      let root = try folder.directory()
      let file = try folder.make("file", [1])
      let inode = try file.status().st_ino
      try file.write(pattern(100_000, seed: 8).span, at: 0)
      try root.rename("file", to: root, as: "other")
      try expectEqual(try root.status(of: "other").st_ino, inode, "inode")
    },
  ]
}
