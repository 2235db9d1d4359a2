// SPDX-License-Identifier: Apache-2.0
import TerminalText

/// Bytes as a person can read them.
package enum Printable {
  /// Nil for bytes that are no text, or text with control characters other than tabs and line ends.
  package static func text(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F || "\t\n\r".unicodeScalars.contains($0)
    }
    return isPlain ? text : nil
  }

  /// Replaces characters that could make a terminal show something else than the text: control characters, and those that
  /// change the direction of a line.
  package static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.steersTerminals ? "?" : $0 }))
  }

  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
