// SPDX-License-Identifier: Apache-2.0
import SecretMemory

/// A line of the Assuan protocol, which pinentry speaks (GnuPG's "Client requests" and "Server responses"): kept in
/// secret memory, because one of them is the passcode.
struct AssuanLine: ~Copyable {
  /// The longest line the protocol allows, without its end.
  static let maximum = 1000

  private var bytes = SecretBytes(count: maximum) { _ in }
  private var count = 0

  enum Kind: Equatable {
    case okay, data, cancelled, declined, error, other
  }

  /// Appends a byte; false for a line that is longer than any may be.
  mutating func append(_ byte: UInt8) -> Bool {
    guard count < Self.maximum else { return false }
    let index = count
    bytes.withMutableBytes { $0[index] = byte }
    count += 1
    return true
  }

  /// `GPG_ERR_CANCELED`, `GPG_ERR_NOT_CONFIRMED`, `GPG_ERR_FULLY_CANCELED`.
  private static let (canceled, notConfirmed, fullyCanceled): (UInt32, UInt32, UInt32) = (99, 114, 198)

  var kind: Kind {
    if starts(with: "D ") { return .data }
    if isWord("OK") { return .okay }
    guard starts(with: "ERR ") else { return .other }
    // The upper half names where the error comes from.
    switch errorNumber & 0xFFFF {
    case Self.canceled, Self.fullyCanceled: return .cancelled
    case Self.notConfirmed: return .declined
    default: return .error
    }
  }

  /// The contents of a data line, with its escapes undone; nil where it is empty or holds something else.
  func data() -> SecretBytes? {
    guard kind == .data else { return nil }
    let count = self.count
    return bytes.withBytes { line in
      var length = 0
      var plain = SecretBytes(count: Self.maximum) { _ in }
      var index = 2
      while index < count {
        var byte = line[index]
        if byte == UInt8(ascii: "%") {
          guard index + 2 < count, let high = hexadecimal(line[index + 1]), let low = hexadecimal(line[index + 2])
          else {
            return nil
          }
          byte = high << 4 | low
          index += 2
        }
        let place = length
        plain.withMutableBytes { $0[place] = byte }
        length += 1
        index += 1
      }
      guard length > 0 else { return nil }
      let size = length
      return plain.withBytes { SecretBytes(copying: $0.extracting(0..<size)) }
    }
  }

  /// A text as it stands in a request.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "%": line += "%25"
      case "\n": line += "%0A"
      case "\r": line += "%0D"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }

  private func isWord(_ word: String) -> Bool {
    let count = self.count
    return starts(with: word) && (count == word.utf8.count || bytes.withBytes { $0[word.utf8.count] == 0x20 })
  }

  private func starts(with word: String) -> Bool {
    guard count >= word.utf8.count else { return false }
    return bytes.withBytes { line in zip(0..., word.utf8).allSatisfy { line[$0] == $1 } }
  }

  private var errorNumber: UInt32 {
    let count = self.count
    return bytes.withBytes { line in
      var number: UInt32 = 0
      var index = 4
      while index < count, case let digit = line[index], (0x30...0x39).contains(digit) {
        number = number &* 10 &+ UInt32(digit - 0x30)
        index += 1
      }
      return number
    }
  }
}

private func hexadecimal(_ digit: UInt8) -> UInt8? {
  switch digit {
  case 0x30...0x39: digit - 0x30
  case 0x41...0x46: digit - 0x41 + 10
  case 0x61...0x66: digit - 0x61 + 10
  default: nil
  }
}
