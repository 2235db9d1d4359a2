// SPDX-License-Identifier: Apache-2.0

/// Texts as they lie in PostgreSQL, which has none with a zero in it: U+10FFFF, which stands for no character, and `0` are a zero; it and
/// `1` are itself. Two texts that differ do so there too.
enum PostgreSQLText {
  private static let escape: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBF]
  private static let (zero, itself) = (UInt8(ascii: "0"), UInt8(ascii: "1"))

  static func stored(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 == 0 || $0 == escape[0] }) else { return text }
    var (stored, index): ([UInt8], Int) = ([], 0)
    while index < text.count {
      if text[index] == 0 {
        stored += escape + [zero]
      } else if text[index...].starts(with: escape) {
        stored += escape + [itself]
        index += escape.count - 1
      } else {
        stored.append(text[index])
      }
      index += 1
    }
    return stored
  }

  static func read(_ stored: [UInt8]) -> [UInt8] {
    guard stored.contains(escape[0]) else { return stored }
    var (text, index): ([UInt8], Int) = ([], 0)
    while index < stored.count {
      guard stored[index...].starts(with: escape), index + escape.count < stored.count else {
        text.append(stored[index])
        index += 1
        continue
      }
      text += stored[index + escape.count] == zero ? [0] : escape
      index += escape.count + 1
    }
    return text
  }
}
