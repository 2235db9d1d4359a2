// SPDX-License-Identifier: Apache-2.0
import Compression
import Foundation

/// Deflate (RFC 1951), by the framework that apps have for it.
enum DeflatedBytes {
  private struct TooLong: Error {}

  /// Inflates as many bytes as there are to be; nil where they are not so many. No more are ever in memory.
  static func inflated(_ bytes: ArraySlice<UInt8>, to length: Int) -> [UInt8]? {
    var whole: [UInt8] = []
    whole.reserveCapacity(length)
    do {
      let filter = try OutputFilter(.decompress, using: .zlib) { part in
        guard whole.count + (part?.count ?? 0) <= length else { throw TooLong() }
        if let part { whole += part }
      }
      try filter.write(Data(bytes))
      try filter.finalize()
    } catch { return nil }
    return whole.count == length ? whole : nil
  }

  /// Deflates bytes; nil where memory is short.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var whole: [UInt8] = []
    do {
      let filter = try OutputFilter(.compress, using: .zlib) { part in if let part { whole += part } }
      try filter.write(Data(bytes))
      try filter.finalize()
    } catch { return nil }
    return whole
  }
}
