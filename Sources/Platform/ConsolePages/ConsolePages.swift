// SPDX-License-Identifier: Apache-2.0
import CConsolePages
import CZlib

/// A file that the browser is given.
package struct ConsolePage: Sendable {
  package let path: String
  /// The type with the character set, as `Content-Type` says it.
  package let type: String
  package let bytes: [UInt8]
  /// The same as zlib writes it (RFC 1950), which HTTP calls `deflate`; nil where that is not smaller.
  package let deflated: [UInt8]?
}

/// The console's own files: `Sources/C/CConsolePages/pages`, built into the program.
package enum ConsolePages {
  package static let all: [ConsolePage] = (0...).lazy.map(page).prefix { $0 != nil }.compactMap { $0 }

  private static func page(at index: Int) -> ConsolePage? {
    let page = unsafe console_page_at(index)
    guard let path = unsafe page.path, let type = unsafe page.type, let bytes = unsafe page.bytes else { return nil }
    let contents = unsafe Array(UnsafeBufferPointer(start: bytes, count: page.count))
    return unsafe ConsolePage(
      path: String(cString: path), type: String(cString: type), bytes: contents, deflated: deflated(contents))
  }

  private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(count))
    guard unsafe compress2(&output, &count, bytes, UInt(bytes.count), Z_BEST_COMPRESSION) == Z_OK,
      count < bytes.count
    else { return nil }
    return Array(output.prefix(Int(count)))
  }
}
