// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

// MARK: - Sparse files and space

extension FileSystemRule {
  static let holes = [
    FileSystemRule("holes read as zeros and cost little") { folder in
      let file = try folder.make("file")
      try file.write([1].span, at: 50_000_000)
      try expectEqual(try file.status().st_size, 50_000_001, "size")
      try expect(try file.read(count: 65536, at: 1_000_000).allSatisfy { $0 == 0 }, "zeros in the hole")
      try expect(try file.status().st_blocks < 20_000, "space for one byte: \(try file.status().st_blocks) blocks")
    },
    FileSystemRule("a file may be larger than 4 GiB") { folder in
      let file = try folder.make("file")
      let far = (5 << 30) + 123
      try file.write([1, 2, 3].span, at: far)
      try file.write([9].span, at: (1 << 32) - 1)
      try expectEqual(try file.status().st_size, off_t(far + 3), "size")
      try expectEqual(try file.read(count: 5, at: far - 1), [0, 1, 2, 3], "far bytes")
      try expectEqual(try file.read(count: 3, at: (1 << 32) - 2), [0, 9, 0], "bytes around 4 GiB")
      try file.truncate(to: (1 << 32) + 5)
      try expectEqual(try file.read(count: 9, at: (1 << 32) - 1), [9, 0, 0, 0, 0, 0], "after truncation")
    },
    FileSystemRule("looking for data and holes never skips data") { folder in
      let file = try folder.make("file")
      try file.write([1].span, at: 1 << 20)
      try file.truncate(to: 4 << 20)
      let data = try file.seek(.data, from: 0)
      try expect(data <= 1 << 20, "data from 0: \(data)")
      let hole = try file.seek(.hole, from: 1 << 20)
      try expect(hole > 1 << 20 && hole <= 4 << 20, "hole after the data: \(hole)")
      try expectFailure(ENXIO, of: "data past the end") { () throws(SystemError) in
        _ = try file.seek(.data, from: 4 << 20)
      }
    },
    FileSystemRule("fallocate extends, keeps the size, or is not there") { folder in
      let file = try folder.make("file", [7])
      guard try isSupported({ () throws(SystemError) in try file.allocate(mode: 0, offset: 0, count: 100_000) }) else {
        return
      }
      try expectEqual(try file.status().st_size, 100_000, "size")
      try expectEqual(try file.read(count: 3, at: 0), [7, 0, 0], "contents")
      try expectEqual(try file.read(count: 10, at: 99_998), [0, 0], "the end")
      try file.allocate(mode: 0, offset: 0, count: 10)
      try expectEqual(try file.status().st_size, 100_000, "size after a smaller request")
      let keeping = { () throws(SystemError) in
        try file.allocate(mode: AllocationMode.keepSize, offset: 0, count: 300_000)
      }
      if try isSupported(keeping) { try expectEqual(try file.status().st_size, 100_000, "size kept") }
    },
    FileSystemRule("a punched hole reads as zeros between its ends") { folder in
      try checkZeroing(folder, AllocationMode.punchHole | AllocationMode.keepSize)
    },
    FileSystemRule("a zeroed range reads as zeros between its ends") { folder in
      try checkZeroing(folder, AllocationMode.zeroRange | AllocationMode.keepSize)
    },
    FileSystemRule("truncation to an enormous size is sparse or refused") { folder in
      let file = try folder.make("file", [1])
      do throws(SystemError) {
        try file.truncate(to: 1_000_000_000_000_000)
      } catch {
        try expect(error.code == EFBIG || error.code == EINVAL, "\(error)")
        return
      }
      try expectEqual(try file.status().st_size, 1_000_000_000_000_000, "size")
      try expect(try file.status().st_blocks < 20_000, "space")
    },
  ]
}

private func checkZeroing(_ folder: RuleFolder, _ mode: Int32) throws {
  let bytes = pattern(40_000, seed: 6)
  for (from, to) in [(5000, 30_000), (4096, 8192), (0, 4096), (1, 2), (39_000, 50_000), (8192, 40_000)] {
    let file = try folder.make("file-\(from)-\(to)", bytes)
    guard try isSupported({ () throws(SystemError) in try file.allocate(mode: mode, offset: from, count: to - from) })
    else { return }
    var expected = bytes
    for index in from..<min(to, bytes.count) { expected[index] = 0 }
    try expect(try file.read(count: 60_000, at: 0) == expected, "contents with \(from)..<\(to) zeroed")
  }
}

/// Not every filesystem can do everything to the space of a file; it must say so then.
private func isSupported(_ call: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
  do throws(SystemError) {
    try call()
    return true
  } catch {
    guard error.code == EOPNOTSUPP else { throw error }
    return false
  }
}
