// SPDX-License-Identifier: Apache-2.0
import CLinux
import Files
import Glibc
import SystemCalls

// MARK: - Contents

extension FileSystemRule {
  static let contents = [
    FileSystemRule("reads and writes at any offset and size") { folder in
      let file = try folder.make("file")
      var model: [UInt8] = []
      for round in 0..<60 {
        let (offset, count) = (round * 7919 % 40_000, 1 + round * 1237 % 9000)
        let bytes = [UInt8](repeating: UInt8(round + 1), count: count)
        try file.write(bytes.span, at: offset)
        model += [UInt8](repeating: 0, count: max(0, offset + count - model.count))
        model.replaceSubrange(offset..<(offset + count), with: bytes)
      }
      try expect(try file.read(count: 100_000, at: 0) == model, "contents through the descriptor")
      try expect(try folder.contents("file") == model, "contents through another")
      for offset in stride(from: 0, to: model.count, by: 4099) {
        let expected = Array(model[offset..<min(offset + 777, model.count)])
        try expect(try file.read(count: 777, at: offset) == expected, "777 bytes at \(offset)")
      }
    },
    FileSystemRule("reading at and past the end gives nothing") { folder in
      let file = try folder.make("file", [1, 2, 3])
      for offset in [3, 4, 4096, 1 << 40] { try expectEqual(try file.read(count: 10, at: offset), [], "at \(offset)") }
      try expectEqual(try file.read(count: 10, at: 2), [3], "over the end")
    },
    FileSystemRule("large requests are whole") { folder in
      let file = try folder.make("file")
      let bytes = pattern(5_000_000, seed: 1)
      try file.write(bytes.span, at: 3)
      try expect(try file.read(count: 5_000_003, at: 0) == [0, 0, 0] + bytes, "contents")
    },
    FileSystemRule("truncation cuts and extends with zeros") { folder in
      let file = try folder.make("file", pattern(10_000, seed: 2))
      for size in [9999, 4097, 4096, 4095, 1, 0, 5000, 100] {
        try file.truncate(to: size)
        try expectEqual(try file.status().st_size, off_t(size), "size")
      }
      try expectEqual(try file.read(count: 200, at: 0), [UInt8](repeating: 0, count: 100), "contents, cut and extended")
      try file.write([1].span, at: 99)
      try file.truncate(to: 50)
      try file.truncate(to: 100)
      try expectEqual(try file.read(count: 1, at: 99), [0], "the last byte, cut and extended")
    },
    FileSystemRule("O_TRUNC empties") { folder in
      try folder.make("file", pattern(9000, seed: 3))
      _ = try folder.open("file", O_WRONLY | O_TRUNC)
      try expectEqual(try folder.contents("file"), [], "contents")
    },
    FileSystemRule("O_APPEND writes at the end, whoever moved it") { folder in
      let first = try FileDescriptor.open(folder("file"), O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
      let second = try folder.open("file", O_WRONLY | O_APPEND)
      for round in 0..<UInt8(20) {
        try first.write([round].span)
        try second.write([round + 100].span)
      }
      try expectEqual(try folder.contents("file"), (0..<UInt8(20)).flatMap { [$0, $0 + 100] }, "contents")
    },
    FileSystemRule("what one descriptor writes the others read") { folder in
      let writer = try folder.make("file", [1])
      let reader = try folder.open("file", O_RDONLY)
      for byte in UInt8(2)..<50 {
        try writer.write([byte].span, at: 0)
        try expectEqual(try reader.read(count: 1, at: 0), [byte], "byte")
      }
    },
    FileSystemRule("only descriptors opened for it read or write") { folder in
      try folder.make("file", [1])
      let reader = try folder.open("file", O_RDONLY)
      let writer = try folder.open("file", O_WRONLY)
      try expectFailure(EBADF, of: "writing") { () throws(SystemError) in try reader.write([1].span, at: 0) }
      try expectFailure(EBADF, of: "reading") { () throws(SystemError) in _ = try writer.read(count: 1, at: 0) }
      try expectFailure(EINVAL, EBADF, of: "truncating") { () throws(SystemError) in try reader.truncate(to: 0) }
    },
    FileSystemRule("O_DIRECT works or is refused") { folder in
      try folder.make("file", pattern(8192, seed: 4))
      let file: FileDescriptor
      do throws(SystemError) { file = try folder.open("file", O_RDONLY | directFlag) } catch {
        guard error.code == EINVAL else { throw error }
        return
      }
      let bytes = try alignedRead(file, 4096)
      try expect(bytes == Array(pattern(8192, seed: 4).prefix(4096)), "contents")
    },
    FileSystemRule("synchronisation succeeds on files and folders") { folder in
      let file = try folder.make("file", [1])
      try file.sync()
      try file.syncData()
      try folder.directory().sync()
      try folder.directory().syncFileSystem()
    },
    FileSystemRule("copy_file_range copies, in the kernel or not") { folder in
      let from = try folder.make("from", pattern(300_000, seed: 5))
      let to = try folder.make("to")
      var copied = 0
      while copied < 300_000 {
        let count = clinux_copy_file_range(from.raw, Int64(copied), to.raw, Int64(copied), 300_000 - copied)
        try expect(count > 0, "copying: errno \(errno)")
        copied += count
      }
      try expect(try folder.contents("to") == pattern(300_000, seed: 5), "contents")
    },
  ]
}

/// Bytes that repeat in no unit a filesystem could work in.
func pattern(_ count: Int, seed: UInt64) -> [UInt8] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state)
  }
}

private func alignedRead(_ file: borrowing FileDescriptor, _ count: Int) throws(SystemError) -> [UInt8] {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 4096)
  defer { unsafe memory.deallocate() }
  let got = unsafe pread(file.raw, memory.baseAddress, count, 0)
  guard got >= 0 else { throw SystemError(.pread) }
  return unsafe Array(memory.prefix(got))
}

/// `O_DIRECT`.
private let directFlag: Int32 = 0x4000
