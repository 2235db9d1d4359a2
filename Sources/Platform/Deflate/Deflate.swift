// SPDX-License-Identifier: Apache-2.0
import CDeflate

/// Deflate without a header (RFC 1951), of small values as a whole.
package enum Deflate {
  /// Compresses bytes; nil where memory is short.
  package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    // What does not get smaller has five bytes for each block of 64 KiB, and some at its end.
    var target = [UInt8](repeating: 0, count: bytes.count + bytes.count / 1000 + 64)
    let count = unsafe cdeflate_compress(&target, target.count, bytes, bytes.count)
    return count > 0 ? Array(target[..<count]) : nil
  }

  /// Decompresses bytes; nil unless they are so many bytes, compressed.
  package static func decompress(_ bytes: [UInt8], to size: Int) -> [UInt8]? {
    // One byte more, by which what is too long is told.
    var target = [UInt8](repeating: 0, count: size + 1)
    let count = unsafe cdeflate_decompress(&target, target.count, bytes, bytes.count)
    return count == size && size > 0 ? Array(target[..<size]) : nil
  }
}
