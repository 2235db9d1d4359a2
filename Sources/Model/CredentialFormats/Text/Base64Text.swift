// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import SecretMemory

/// Base64 (RFC 4648, section 4) of secrets, decoded from where it lies into secret memory.
package enum Base64Text {
  /// The first bytes of the lines together, as many as are asked for. They are of a form's beginning, and no secret.
  static func beginning(of lines: [Range<Int>], in bytes: Span<UInt8>, count: Int) -> [UInt8] {
    var (result, bits, held) = ([UInt8](), 0, 0)
    for line in lines {
      for place in line {
        guard result.count < count, let value = Base64.value(of: bytes[place]) else { return result }
        (bits, held) = (bits << 6 | Int(value), held + 6)
        if held >= 8 {
          held -= 8
          result.append(UInt8(truncatingIfNeeded: bits >> held))
          bits &= 1 << held - 1
        }
      }
    }
    return result
  }

  /// All of a text without line ends; nil where it is no Base64.
  package static func decode(_ text: Range<Int>, in bytes: Span<UInt8>) -> SecretBytes? {
    var end = text.upperBound
    while end > text.lowerBound, text.upperBound - end < 2, bytes[end - 1] == UInt8(ascii: "=") { end -= 1 }
    let digits = text.lowerBound..<end
    guard text.count % 4 == 0, digits.count % 4 != 1, bytes.all(digits, { Base64.value(of: $0) != nil }) else {
      return nil
    }
    return SecretBytes(count: digits.count * 3 / 4) { target in
      var (bits, held, place) = (0, 0, 0)
      for digit in digits {
        (bits, held) = (bits << 6 | Int(Base64.value(of: bytes[digit]) ?? 0), held + 6)
        guard held >= 8 else { continue }
        held -= 8
        target[place] = UInt8(truncatingIfNeeded: bits >> held)
        (bits, place) = (bits & (1 << held - 1), place + 1)
      }
    }
  }
}
