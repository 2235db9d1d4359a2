// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls
import Testing

/// What `lseek(2)` says of files with holes, whose sealed blocks do not lie where the backing file system's blocks do.
@Suite(.serialized, .enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct HoleTests {
  @Test func `Looking for data finds it, and not the space around it`() throws {
    let files = try MountedFiles()
    let file = try FileDescriptor.open(files("sparse"), O_RDWR | O_CREAT, mode: 0o600)
    try file.write([1, 2, 3].span, at: 0)
    try file.write([UInt8](repeating: 4, count: 5000).span, at: 3 << 20)
    try file.truncate(to: 8 << 20)
    for _ in 0..<2 {
      #expect(try extents(file) == [0..<4096, 3 << 20..<(3 << 20) + 8192])
      try file.sync()
    }
    try file.allocate(mode: AllocationMode.punchHole | AllocationMode.keepSize, offset: 0, count: 4096)
    #expect(try extents(file) == [3 << 20..<(3 << 20) + 8192])
    #expect(try file.seek(.data, from: (3 << 20) + 17) == (3 << 20) + 17)
    #expect(try file.seek(.hole, from: 100) == 100)
  }

  @Test func `A file of nothing but holes has no data, and one without holes nothing else`() throws {
    let files = try MountedFiles()
    let empty = try FileDescriptor.open(files("holes"), O_RDWR | O_CREAT, mode: 0o600)
    try empty.truncate(to: 1 << 20)
    #expect(try extents(empty) == [])
    let full = try FileDescriptor.open(files("full"), O_RDWR | O_CREAT, mode: 0o600)
    // Zeros that were written are data.
    try full.write([UInt8](repeating: 0, count: 100_000).span, at: 0)
    #expect(try extents(full) == [0..<100_000])
  }

  private func extents(_ file: borrowing FileDescriptor) throws -> [Range<Int>] {
    var found: [Range<Int>] = []
    var offset = 0
    while let data = try next(.data, file, offset), let hole = try next(.hole, file, data) {
      found.append(data..<hole)
      offset = hole
    }
    return found
  }

  private func next(_ target: SeekTarget, _ file: borrowing FileDescriptor, _ offset: Int) throws -> Int? {
    do throws(SystemError) {
      return try file.seek(target, from: offset)
    } catch {
      guard error.code == ENXIO else { throw error }
      return nil
    }
  }
}
