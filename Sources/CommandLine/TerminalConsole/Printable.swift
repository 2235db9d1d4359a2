// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// Bytes as a person can read them.
package enum Printable {
  /// Text that a terminal may be shown; nil for bytes that are no text, or text with control characters other than tabs
  /// and line ends.
  package static func text(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F || "\t\n\r".unicodeScalars.contains($0)
    }
    return isPlain ? text : nil
  }

  /// Replaces characters that could make a terminal show something else than the text: control characters, those that change
  /// the direction of a line, and those that nobody sees, by which two names can look the same.
  package static func oneLine(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    return String(String.UnicodeScalarView(scalars.indices.map { isHarmless($0, in: scalars) ? scalars[$0] : "?" }))
  }

  private static func isHarmless(_ index: Int, in text: [Unicode.Scalar]) -> Bool {
    func isEmoji(_ index: Int) -> Bool {
      text.indices.contains(index) && !text[index].isASCII && text[index].properties.isEmoji
    }
    guard text[index].isInvisible else { return true }
    // Inside an emoji it changes what is seen.
    switch text[index] {
    case "\u{200D}": return isEmoji(index + 1) && (isEmoji(index - 1) || index > 1 && text[index - 1] == "\u{FE0F}")
    case "\u{FE0F}": return isEmoji(index - 1)
    default: return false
    }
  }

  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
