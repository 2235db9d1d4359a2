// SPDX-License-Identifier: Apache-2.0

/// Base64 with the URL alphabet and no padding (RFC 4648, section 5; RFC 7515, section 2).
package enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (pending, bits): (UInt32, Int) = (0, 0)
    for byte in bytes {
      (pending, bits) = (pending << 8 | UInt32(byte), bits + 8)
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(pending >> UInt32(bits)) & 63])
      }
    }
    if bits > 0 { text.append(alphabet[Int(pending << UInt32(6 - bits)) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for padding, another alphabet, white space, a length that no bytes have, and bits at the end that are not zero: each
  /// sequence of bytes has one text.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (pending, bits): (UInt32, Int) = (0, 0)
    for letter in text {
      guard let value = value(of: letter) else { return nil }
      (pending, bits) = ((pending << 6 | value) & 0xFFF, bits + 6)
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
    }
    guard bits < 6, pending & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
