// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// What apps of one team know a person as.
enum Subject {
  /// Makes a subject in the form of Apple's: six digits, 32 hexadecimal digits, four digits. Nothing in it says who it
  /// is.
  static func new() -> String {
    let hexadecimal = SystemRandom.bytes(16).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
    return "\(digits(6)).\(hexadecimal).\(digits(4))"
  }

  private static func digits(_ count: Int) -> String {
    // 250 is the largest multiple of ten that a byte holds: what is above it would make some digits likelier.
    var text = ""
    while text.count < count {
      text += SystemRandom.bytes(count).filter { $0 < 250 }.map { String($0 % 10) }.joined()
    }
    return String(text.prefix(count))
  }
}
