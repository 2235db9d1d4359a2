// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Capacity

extension FileSystemRule {
  static let capacity = [
    FileSystemRule("the filesystem says how much room there is") { folder in
      let status = try folder.directory().fileSystemStatus()
      try expect(status.f_blocks > 0 && status.f_bavail <= status.f_bfree, "blocks")
      try expect(status.f_bfree <= status.f_blocks, "free blocks")
      try expectEqual(status.f_namemax, 255, "longest name")
      try expect(status.f_frsize >= 512, "block size \(status.f_frsize)")
    },
    FileSystemRule("a file occupies about what it holds") { folder in
      let file = try folder.make("file", pattern(1_000_000, seed: 14))
      try file.sync()
      let blocks = try file.status().st_blocks
      try expect(blocks >= 1_000_000 / 512 && blocks < 1_200_000 / 512, "\(blocks) blocks of 512 bytes for 1,000,000")
    },
  ]
}
