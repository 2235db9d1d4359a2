// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
package import SystemCalls

/// The entries of an open directory from any point on, as the file system itself counts them.
package struct DirectoryStream: ~Copyable, Sendable {
  /// An entry and the offset after it, at which another reading can begin.
  package struct Item: Sendable, Equatable {
    package let name: String
    package let inode: UInt64
    /// A `DT_` constant of readdir(3).
    package let kind: UInt8
    package let next: Int
  }

  private static let headSize = 19
  private static let bufferSize = 32768

  package let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  private var filled = 0
  private var used = 0
  private var offset = 0

  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Goes to an offset that was given with an entry, or to the beginning: 0.
  package mutating func seek(to offset: Int) throws(SystemError) {
    if offset == self.offset && offset != 0 { return }
    try FaultPlan.check(.lseek, descriptor.raw, offset: offset)
    _ = try retryingCount(.lseek) { Int(lseek(descriptor.raw, off_t(offset), SEEK_SET)) }
    self.offset = offset
    used = filled
  }

  /// The next entry, `.` and `..` among them; nil at the end.
  package mutating func next() throws(SystemError) -> Item? {
    if used >= filled { try fill() }
    guard used + Self.headSize <= filled else { return nil }
    let length = Int(buffer[used + 16]) | Int(buffer[used + 17]) << 8
    guard length > Self.headSize, used + length <= filled else { throw SystemError(.getdents, code: EIO) }
    let name = buffer[used + Self.headSize..<used + length].prefix { $0 != 0 }
    let item = Item(
      name: String(decoding: name, as: UTF8.self), inode: word(at: used), kind: buffer[used + 18],
      next: Int(bitPattern: UInt(word(at: used + 8))))
    used += length
    offset = item.next
    return item
  }

  private mutating func fill() throws(SystemError) {
    try FaultPlan.check(.getdents, descriptor.raw)
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.bufferSize) }
    filled = try retryingCount(.getdents) {
      unsafe buffer.withUnsafeMutableBytes { unsafe clinux_getdents(descriptor.raw, $0.baseAddress, $0.count) }
    }
    used = 0
  }

  private func word(at start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(buffer[start + $1]) << UInt64(8 * $1) }
  }
}
