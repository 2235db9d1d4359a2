// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// A file of fixed size that is open already: what the keybag writes through, so that a test can lose power at any step.
package protocol ByteStore: AnyObject {
  /// How many bytes there were: fewer than the buffer holds at the end of the file.
  func read(into buffer: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) -> Int
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError)
  /// Returns when everything written is on the disk.
  func syncData() throws(SystemError)
}

/// A file that is not there: it reads as one that holds nothing.
final class MissingFile: ByteStore {
  func read(into buffer: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) -> Int { 0 }
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) { throw SystemError(.pwrite, code: ENOENT) }
  func syncData() throws(SystemError) { throw SystemError(.fdatasync, code: ENOENT) }
}

/// A real file.
package final class FileStore: ByteStore {
  private let file: FileDescriptor

  package init(_ file: consuming FileDescriptor) { self.file = file }

  package func read(into buffer: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) -> Int {
    try file.read(into: &buffer, at: offset)
  }
  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) { try file.write(bytes, at: offset) }
  package func syncData() throws(SystemError) { try file.syncData() }
}
