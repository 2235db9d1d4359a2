// SPDX-License-Identifier: Apache-2.0
import CConsolePages

/// A file that the browser is given.
package struct ConsolePage: Sendable {
  package let path: String
  /// With the character set, as `Content-Type` says it.
  package let type: String
  package let bytes: [UInt8]
}

/// The console's own files: `Sources/C/CConsolePages/pages`, built into the program.
package enum ConsolePages {
  package static let all: [ConsolePage] = (0...).lazy.map(page).prefix { $0 != nil }.compactMap { $0 }

  private static func page(at index: Int) -> ConsolePage? {
    let page = unsafe console_page_at(index)
    guard let path = unsafe page.path, let type = unsafe page.type, let bytes = unsafe page.bytes else { return nil }
    return unsafe ConsolePage(
      path: String(cString: path), type: String(cString: type),
      bytes: Array(UnsafeBufferPointer(start: bytes, count: page.count)))
  }
}
