// SPDX-License-Identifier: Apache-2.0
import DERCoding

extension TaggedValues {
  /// Octet strings, each under its number, in this order.
  static func encoded(_ texts: [(number: Int, text: String)]) -> [UInt8] {
    element(0x30, texts.flatMap { number, text in tag(number) + wrapped(element(0x04, Array(text.utf8))) })
  }

  /// A constructed context tag (X.690, 8.1.2).
  private static func tag(_ number: Int) -> [UInt8] {
    guard number >= 31 else { return [0xA0 | UInt8(number)] }
    var digits = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return [0xBF] + digits
  }

  /// The length and the contents, as they follow a tag of any size.
  private static func wrapped(_ content: [UInt8]) -> [UInt8] { Array(element(0x30, content).dropFirst()) }

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var writer = DERWriter(capacity: content.count + 8)
    writer.append(DERTag(rawValue: tag), content.span)
    return writer.bytes()
  }
}
