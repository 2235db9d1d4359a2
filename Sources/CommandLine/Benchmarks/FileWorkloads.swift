// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls

/// The workloads that are run on every file system alike, in a folder of its mount.
///
/// A cold read follows `posix_fadvise(DONTNEED)`, which empties the file system's own cache of the file and leaves the
/// store below it warm: what is measured is the file system, not the disk.
struct FileWorkloads: ~Copyable {
  let folder: FileDescriptor
  let path: String
  let clock = ContinuousClock()

  static let sequentialMebibytes = 512
  static let smallFiles = 5000

  init(in path: String) throws(SystemError) {
    self.path = path
    folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
  }

  // MARK: - One large file

  /// Writes 512 MiB of bytes that do not compress, in 1 MiB writes, and syncs. MiB per second.
  func sequentialWrite(_ name: String) throws(SystemError) -> Double {
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    var generator = SystemRandomNumberGenerator()
    for index in piece.indices { piece[index] = UInt8(truncatingIfNeeded: generator.next()) }
    let start = clock.now
    let file = try folder.open(name, O_CREAT | O_WRONLY | O_TRUNC, mode: 0o600)
    for index in 0..<Self.sequentialMebibytes { try file.write(piece.span, at: index << 20) }
    try file.sync()
    return Double(Self.sequentialMebibytes) / (clock.now - start).inSeconds
  }

  /// Reads the file through. MiB per second.
  func sequentialRead(_ name: String, _ temperature: Temperature) throws(SystemError) -> Double {
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    let file = try folder.open(name, O_RDONLY)
    if temperature == .cold { file.forgetCachedPages() }
    let start = clock.now
    var offset = 0
    while true {
      var span = piece.mutableSpan
      let count = try file.read(into: &span, at: offset)
      if count == 0 { break }
      offset += count
    }
    return Double(offset >> 20) / (clock.now - start).inSeconds
  }

  enum Temperature { case cold, hot }

  // MARK: - Many small files

  /// Creates 5,000 files of 4 KiB. Seconds.
  func create() throws(SystemError) -> Double {
    let content = [UInt8](repeating: 0x5A, count: 4096)
    try folder.makeDirectory("small", mode: 0o700)
    let directory = try folder.open("small", O_RDONLY | O_DIRECTORY)
    return try seconds { index throws(SystemError) in
      let file = try directory.open("file-\(index)", O_CREAT | O_EXCL | O_WRONLY, mode: 0o600)
      try file.write(content.span, at: 0)
    }
  }

  func stat() throws(SystemError) -> Double {
    let directory = try folder.open("small", O_RDONLY | O_DIRECTORY)
    return try seconds { index throws(SystemError) in _ = try directory.status(of: "file-\(index)") }
  }

  func rename() throws(SystemError) -> Double {
    let directory = try folder.open("small", O_RDONLY | O_DIRECTORY)
    return try seconds { index throws(SystemError) in
      try directory.rename("file-\(index)", to: directory, as: "renamed-\(index)")
    }
  }

  func remove() throws(SystemError) -> Double {
    let directory = try folder.open("small", O_RDONLY | O_DIRECTORY)
    let time = try seconds { index throws(SystemError) in try directory.unlink("renamed-\(index)") }
    try folder.removeDirectory("small")
    return time
  }

  private func seconds(_ body: (Int) throws(SystemError) -> Void) throws(SystemError) -> Double {
    let start = clock.now
    for index in 0..<Self.smallFiles { try body(index) }
    return (clock.now - start).inSeconds
  }
}
