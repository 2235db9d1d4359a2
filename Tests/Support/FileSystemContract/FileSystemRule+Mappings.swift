// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Mapped files

extension FileSystemRule {
  static let mappings = [
    FileSystemRule("a mapping shows the file, and what is written to it", needs: .sharedMappings) { folder in
      let file = try folder.make("file", pattern(10_000, seed: 10))
      let mapping = try ForeignMapping(folder("file"), count: 10_000)
      for offset in [0, 4095, 4096, 9999] {
        try expectEqual(mapping[offset], pattern(10_000, seed: 10)[offset], "byte \(offset)")
      }
      try file.write([0xAB].span, at: 5000)
      try expectEqual(mapping[5000], 0xAB, "a byte written since")
    },
    FileSystemRule("a shared mapping writes to the file", needs: .sharedMappings) { folder in
      let file = try folder.make("file", pattern(10_000, seed: 11))
      do {
        let mapping = try ForeignMapping(folder("file"), count: 10_000)
        mapping.store(0xCD, at: 8000)
        try expectEqual(try file.read(count: 1, at: 8000), [0xCD], "the byte, at once")
        mapping.synchronize()
        mapping.store(0xCE, at: 9999)
      }
      try file.sync()
      var expected = pattern(10_000, seed: 11)
      (expected[8000], expected[9999]) = (0xCD, 0xCE)
      try expect(try folder.contents("file") == expected, "contents")
      try expectEqual(try file.status().st_size, 10_000, "size")
    },
    FileSystemRule("a private mapping keeps its changes to itself") { folder in
      let file = try folder.make("file", [1, 2, 3])
      let mapping = try ForeignMapping(folder("file"), count: 3, .private)
      mapping.store(9, at: 1)
      try expectEqual(mapping[1], 9, "the byte in the mapping")
      try expectEqual(try file.read(count: 3, at: 0), [1, 2, 3], "contents")
    },
    FileSystemRule("what lies past the end in the last page is never written", needs: .sharedMappings) { folder in
      let file = try folder.make("file", [1, 2, 3])
      let mapping = try ForeignMapping(folder("file"), count: 4096)
      mapping.store(7, at: 100)
      mapping.synchronize()
      try expectEqual(try folder.contents("file"), [1, 2, 3], "contents")
      try file.truncate(to: 200)
      try expectEqual(try folder.open("file").read(count: 200, at: 3), [UInt8](repeating: 0, count: 197), "the rest")
    },
    FileSystemRule("touching a mapping past the file's end fails", needs: .sharedMappings) { folder in
      let file = try folder.make("file", pattern(8192, seed: 12))
      let mapping = try ForeignMapping(folder("file"), count: 8192)
      try expect(mapping[5000] != nil, "before")
      try file.truncate(to: 10)
      try expectEqual(mapping[5000], nil, "after truncation")
      try expect(mapping[5] != nil, "what is left")
    },
    FileSystemRule("a mapping outlives its file's name", needs: .sharedMappings) { folder in
      try folder.make("file", pattern(8192, seed: 13))
      let mapping = try ForeignMapping(folder("file"), count: 8192)
      try folder.directory().unlink("file")
      try expectEqual(mapping[6000], pattern(8192, seed: 13)[6000], "a byte")
    },
  ]
}
