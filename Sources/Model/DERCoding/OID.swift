// SPDX-License-Identifier: Apache-2.0

/// An object identifier: the name of an algorithm, an attribute, an extension.
package struct OID: Hashable, Sendable {
  /// The contents of its DER encoding.
  package let content: [UInt8]

  private static let longest = 64

  /// Refuses octets that are not an identifier. Its numbers are in base 128 without leading zeros, and the last one is
  /// complete (X.690, 8.19.2).
  package init?(content: [UInt8]) {
    guard !content.isEmpty, content.count <= Self.longest else { return nil }
    var startsNumber = true
    for octet in content {
      if startsNumber && octet == 0x80 { return nil }
      startsNumber = octet < 0x80
    }
    guard startsNumber else { return nil }
    self.content = content
  }

  /// Makes an identifier that is written in code. The first two numbers share an octet.
  package init(_ first: UInt32, _ second: UInt32, _ rest: UInt32...) {
    precondition(first < 2 && second < 40 || first == 2 && second < 1 << 24)
    content = ([first * 40 + second] + rest).flatMap(Self.base128)
  }

  private static func base128(_ number: UInt32) -> [UInt8] {
    var octets = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      octets.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return octets
  }
}

extension OID: CustomStringConvertible {
  /// The dotted form; numbers beyond 64 bits, which nobody assigns, are written as `?`.
  package var description: String {
    var numbers: [UInt64?] = []
    var number: UInt64? = 0
    for octet in content {
      number = number.flatMap { $0 < 1 << 57 ? $0 << 7 | UInt64(octet & 0x7F) : nil }
      guard octet < 0x80 else { continue }
      numbers.append(number)
      number = 0
    }
    guard let first = numbers.first else { return "" }
    let root = first.map { min($0 / 40, 2) } ?? 2
    let pair = [root, first.map { $0 - root * 40 }]
    return (pair + numbers.dropFirst()).map { $0.map(String.init) ?? "?" }.joined(separator: ".")
  }
}
