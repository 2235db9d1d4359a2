// SPDX-License-Identifier: Apache-2.0

/// The URL and file name safe alphabet of Base64, without padding: RFC 4648, section 5; RFC 7515, section 2.
package enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: .max, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// The number of digits of so many bytes.
  package static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }
  /// The number of bytes of so many digits.
  package static func decodedCount(_ count: Int) -> Int { count * 3 / 4 }

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    encode(Array(bytes), into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the digits of the bytes to a text.
  package static func encode(_ bytes: [UInt8], into text: inout [UInt8]) {
    text.reserveCapacity(text.count + encodedCount(bytes.count))
    var bits: UInt32 = 0
    var pending: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      pending += 8
      while pending >= 6 {
        pending -= 6
        text.append(digits[Int(bits >> pending & 63)])
      }
    }
    if pending > 0 { text.append(digits[Int(bits << (6 - pending) & 63)]) }
  }

  package static func decode(_ text: String) -> [UInt8]? { decode(text.utf8) }

  /// Decodes a text; nil for other characters, padding, impossible lengths, and bits set beyond the end: a sequence of
  /// bytes has exactly one text.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? { decode(text: Array(text)) }

  private static func decode(text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: decodedCount(text.count))
    let values = values
    var written = 0
    var bits: UInt32 = 0
    var pending: UInt32 = 0
    for digit in text {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      pending += 6
      if pending >= 8 {
        pending -= 8
        bytes[written] = UInt8(truncatingIfNeeded: bits >> pending)
        written += 1
      }
    }
    return bits & (1 << pending - 1) == 0 ? bytes : nil
  }
}
