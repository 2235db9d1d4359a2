// SPDX-License-Identifier: Apache-2.0

/// The URL and file name safe alphabet of RFC 4648, section 5, without padding: how JOSE and WebAuthn write bytes.
package enum Base64URL {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: .max, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
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
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for other characters, padding, impossible lengths, and bits set beyond the end: a sequence of bytes has exactly
  /// one text.
  package static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var pending: UInt32 = 0
    for digit in text {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      pending += 6
      if pending >= 8 {
        pending -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> pending))
      }
    }
    return bits & (1 << pending - 1) == 0 ? bytes : nil
  }
}
