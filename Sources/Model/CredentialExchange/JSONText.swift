// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import SecretMemory

/// Strings of a JSON text: those that are no secrets as `String`, those that are in secret memory.
enum JSONText {
  private static let limits = JSONLimits(bytes: 64 << 10, depth: 0, values: 1)

  /// The text of a string; nil for what is no string, and for one that is too long to be a name.
  static func string(_ inside: Span<UInt8>) -> String? {
    guard inside.count < limits.bytes - 2 else { return nil }
    let quoted = [UInt8(ascii: "\"")] + inside.indices.map { inside[$0] } + [UInt8(ascii: "\"")]
    guard case .string(let text)? = try? JSONReader.read(quoted, limits) else { return nil }
    return text
  }

  /// Bytes in base64url without padding. Nil for anything else.
  static func secret(_ inside: Span<UInt8>) -> SecretBytes? {
    guard inside.count > 0, inside.count % 4 != 1 else { return nil }
    var isValid = true
    let bytes = SecretBytes(count: inside.count * 3 / 4) { bytes in
      var bits: UInt32 = 0
      var (pending, count): (UInt32, Int) = (0, 0)
      for index in inside.indices {
        let value = value(of: inside[index])
        isValid = isValid && value < 64
        bits = bits << 6 | UInt32(value & 63)
        pending += 6
        guard pending >= 8 else { continue }
        pending -= 8
        bytes[count] = UInt8(truncatingIfNeeded: bits >> pending)
        count += 1
      }
      isValid = isValid && bits & (1 << pending - 1) == 0
    }
    guard isValid else { return nil }
    return bytes
  }

  /// The same the other way, for a text that is a secret.
  static func base64URL(_ bytes: borrowing SecretBytes) -> SecretBytes {
    bytes.withBytes { bytes in
      SecretBytes(count: (bytes.count * 4 + 2) / 3) { text in
        for index in 0..<text.count {
          // The sextet that begins at this bit.
          let bit = index * 6
          let first = UInt16(bytes[bit / 8]) << 8
          let pair = first | (bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0)
          text[index] = digit(UInt8(truncatingIfNeeded: pair >> (10 - UInt16(bit % 8)) & 63))
        }
      }
    }
  }

  // Computed, so that no table's address tells what was looked up.

  private static func digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: value + UInt8(ascii: "A")
    case 26..<52: value - 26 + UInt8(ascii: "a")
    case 52..<62: value - 52 + UInt8(ascii: "0")
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }

  private static func value(of digit: UInt8) -> UInt8 {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: .max
    }
  }
}
