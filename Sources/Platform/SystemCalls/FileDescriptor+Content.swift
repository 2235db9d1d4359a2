// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

// MARK: - Reading and writing

extension FileDescriptor {
  /// Reads up to the buffer's size at an offset; fewer bytes only at the end of the file.
  package func read(into buffer: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) -> Int {
    try FaultPlan.check(.pread, raw, offset: offset, count: buffer.count)
    return try unsafe buffer.withUnsafeMutableBytes { bytes in unsafe fill(bytes, from: offset) }.get()
  }

  /// Reads up to `count` bytes at an offset. A count far beyond the end costs nothing: memory that nothing is read into is not touched.
  package func read(count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try FaultPlan.check(.pread, raw, offset: offset, count: count)
    var result = Result<Int, SystemError>.success(0)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      result = unsafe fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
      filled = (try? result.get()) ?? 0
    }
    _ = try result.get()
    return bytes
  }

  /// The number of bytes that were there.
  private func fill(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int) -> Result<Int, SystemError> {
    guard let base = bytes.baseAddress else { return .success(0) }
    var done = 0
    while done < bytes.count {
      let count = unsafe pread(raw, base + done, bytes.count - done, off_t(offset + done))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return .failure(SystemError(.pread)) }
      if count == 0 { break }
      done += count
    }
    return .success(done)
  }

  /// Writes all of the bytes at an offset, or throws. A part may have been written then.
  package func write(_ span: Span<UInt8>, at offset: Int) throws(SystemError) {
    try FaultPlan.check(.pwrite, raw, offset: offset, count: span.count)
    var done = 0
    let result: Result<Void, SystemError> = unsafe span.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return .success(()) }
      while done < bytes.count {
        let count = unsafe pwrite(raw, base + done, bytes.count - done, off_t(offset + done))
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return .failure(SystemError(.pwrite)) }
        done += count
      }
      return .success(())
    }
    try result.get()
  }

  /// Writes all of the bytes at the end of the file, wherever others have brought it, or throws.
  package func append(_ span: Span<UInt8>) throws(SystemError) {
    try FaultPlan.check(.pwrite, raw, count: span.count)
    var done = 0
    let result: Result<Void, SystemError> = unsafe span.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return .success(()) }
      while done < bytes.count {
        let count = unsafe clinux_append(raw, base + done, bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return .failure(SystemError(.pwrite)) }
        done += count
      }
      return .success(())
    }
    try result.get()
  }

  /// Writes all of the bytes at the current position, for pipes and terminals.
  package func write(_ span: Span<UInt8>) throws(SystemError) {
    try FaultPlan.check(.write, raw, count: span.count)
    let result: Result<Void, SystemError> = unsafe span.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return .success(()) }
      var done = 0
      while done < bytes.count {
        let count = unsafe Glibc.write(raw, base + done, bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return .failure(SystemError(.write)) }
        done += count
      }
      return .success(())
    }
    try result.get()
  }

  /// Reads what is there, once: 0 at the end.
  package func readAvailable(into buffer: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
    try FaultPlan.check(.read, raw, count: buffer.count)
    return unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try retryingCount(.read) { unsafe Glibc.read(raw, bytes.baseAddress, bytes.count) }
    }
  }

  /// Reads on to the end, from pipes too, but no more bytes than the limit.
  package func readToEnd(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var contents: [UInt8] = []
    var part = [UInt8](repeating: 0, count: min(limit, 16 << 10))
    while contents.count < limit {
      var span = part.mutableSpan
      let count = try readAvailable(into: &span)
      guard count > 0 else { break }
      contents += part.prefix(min(count, limit - contents.count))
    }
    return contents
  }

  /// Goes back to the beginning, for a file another process is to read from its start.
  package func rewind() throws(SystemError) { try setPosition(0) }

  /// The offset of the next byte that is read, for everyone who has the same open file.
  package func position() throws(SystemError) -> Int {
    try FaultPlan.check(.lseek, raw)
    return try retryingCount(.lseek) { Int(lseek(raw, 0, SEEK_CUR)) }
  }

  package func setPosition(_ offset: Int) throws(SystemError) {
    try FaultPlan.check(.lseek, raw)
    _ = try retryingCount(.lseek) { Int(lseek(raw, off_t(offset), SEEK_SET)) }
  }

  /// Asks the kernel to drop this file's pages from its cache; pages in use stay.
  package func forgetCachedPages() { _ = posix_fadvise(raw, 0, 0, POSIX_FADV_DONTNEED) }

  package func sync() throws(SystemError) {
    try FaultPlan.check(.fsync, raw)
    _ = try retrying(.fsync) { fsync(raw) }
  }

  package func syncData() throws(SystemError) {
    try FaultPlan.check(.fdatasync, raw)
    _ = try retrying(.fdatasync) { fdatasync(raw) }
  }

  /// Writes everything of the filesystem this file is on.
  package func syncFileSystem() throws(SystemError) {
    try FaultPlan.check(.syncfs, raw)
    _ = try retrying(.syncfs) { clinux_syncfs(raw) }
  }

  /// Writes what is in the cache to the disk and waits for it. Neither attributes nor the disk's own cache are flushed,
  /// so that this alone does not survive a power cut.
  package func writeOut() throws(SystemError) {
    try FaultPlan.check(.syncFileRange, raw)
    _ = try retrying(.syncFileRange) { clinux_write_out(raw) }
  }

  package func truncate(to size: Int) throws(SystemError) {
    try FaultPlan.check(.ftruncate, raw, count: size)
    _ = try retrying(.ftruncate) { ftruncate(raw, off_t(size)) }
  }

  package func allocate(mode: Int32, offset: Int, count: Int) throws(SystemError) {
    try FaultPlan.check(.fallocate, raw, offset: offset, count: count)
    _ = try retrying(.fallocate) { clinux_fallocate(raw, mode, Int64(offset), Int64(count)) }
  }

  /// The next data or hole at or after an offset: `whence` is `SeekTarget.data` or `.hole`.
  package func seek(_ target: SeekTarget, from offset: Int) throws(SystemError) -> Int {
    try FaultPlan.check(.lseek, raw, offset: offset)
    let whence = target == .data ? clinux_seek_data : clinux_seek_hole
    return try retryingCount(.lseek) { Int(lseek(raw, off_t(offset), whence)) }
  }
}

/// The kind of range that `seek` looks for.
package enum SeekTarget: Sendable {
  case data, hole

  /// Reads the third argument of `lseek(2)`; nil for the ways to move that only need a position.
  package init?(whence: Int32) {
    switch whence {
    case clinux_seek_data: self = .data
    case clinux_seek_hole: self = .hole
    default: return nil
    }
  }
}

/// Ways to change the space a file occupies, as `fallocate(2)` names them.
package enum AllocationMode {
  package static var keepSize: Int32 { clinux_falloc_keep_size }
  package static var punchHole: Int32 { clinux_falloc_punch_hole }
  package static var zeroRange: Int32 { clinux_falloc_zero_range }
}
