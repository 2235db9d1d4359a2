// SPDX-License-Identifier: Apache-2.0

/// The file name safe alphabet of RFC 4648, section 5, without padding.
enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: .max, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }
  static func decodedCount(_ count: Int) -> Int { count * 3 / 4 }

  static func encode(_ bytes: [UInt8], into text: inout [UInt8]) {
    text.reserveCapacity(text.count + encodedCount(bytes.count))
    var bits: UInt32 = 0
    var pending = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      pending += 8
      while pending >= 6 {
        pending -= 6
        text.append(digits[Int(bits >> UInt32(pending) & 63)])
      }
    }
    if pending > 0 { text.append(digits[Int(bits << UInt32(6 - pending) & 63)]) }
  }

  /// Nil for other characters, impossible lengths, and bits set beyond the end: a sequence of bytes has exactly one
  /// text.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(decodedCount(text.count))
    var bits: UInt32 = 0
    var pending = 0
    for digit in text {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      pending += 6
      if pending >= 8 {
        pending -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(pending)))
      }
    }
    return bits & (1 << UInt32(pending) - 1) == 0 ? bytes : nil
  }
}
