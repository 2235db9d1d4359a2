// SPDX-License-Identifier: Apache-2.0

/// Base64 with its usual alphabet and padding (RFC 4648).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(UInt32(0)) { $0 << 8 | (start + $1 < bytes.count ? UInt32(bytes[start + $1]) : 0) }
      for position in 0..<4 {
        text.append(position <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * position) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text; nil for text that `encode` would not have written.
  package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }

  package static func decode(_ characters: [UInt8]) -> [UInt8]? {
    guard characters.count % 4 == 0 else { return nil }
    let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    var bits: UInt32 = 0
    for (index, character) in characters.enumerated() {
      let isPadding = character == UInt8(ascii: "=") && index >= characters.count - padding
      guard let value = isPadding ? 0 : value(of: character) else { return nil }
      bits = bits << 6 | value
      guard index % 4 == 3 else { continue }
      bytes += [
        UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits),
      ]
    }
    let unused = bytes.suffix(padding)
    bytes.removeLast(min(padding, bytes.count))
    // Unused bits of the last character must be zero, as `encode` writes them.
    return unused.allSatisfy { $0 == 0 } ? bytes : nil
  }

  /// The character for the lowest six bits.
  package static func character(_ bits: UInt32) -> UInt8 { alphabet[Int(bits & 63)] }

  /// The value of a character; nil for what is no character of the alphabet; padding is none.
  package static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
