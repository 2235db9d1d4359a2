// SPDX-License-Identifier: Apache-2.0

/// The network from which somebody asks: one address of IPv4, or the 64 bits of IPv6 that one customer has (RFC 6177).
package struct ClientNetwork: Sendable, Hashable {
  /// 4 or 8 bytes.
  package let bytes: [UInt8]

  /// Reads an address as a proxy writes it; nil for other text. An address of IPv6 that stands for one of IPv4 is what that is.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 45 else { return nil }
    if let four = Self.four(text) {
      bytes = four
      return
    }
    guard let six = Self.six(text) else { return nil }
    let isMapped = six[..<10].allSatisfy { $0 == 0 } && six[10] == 0xFF && six[11] == 0xFF
    bytes = isMapped ? Array(six[12...]) : Array(six[..<8])
  }

  private static func four(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let bytes = parts.compactMap { part in number(part, radix: 10, digits: 3).flatMap { UInt8(exactly: $0) } }
    return bytes.count == 4 ? bytes : nil
  }

  /// RFC 4291, section 2.2.
  private static func six(_ text: some StringProtocol) -> [UInt8]? {
    let bytes = Array(text.utf8)
    let colon = UInt8(ascii: ":")
    let gaps = bytes.indices.dropLast().filter { bytes[$0] == colon && bytes[$0 + 1] == colon }
    guard let gap = gaps.first else {
      let all = groups(bytes[...], mayEndInFour: true)
      return all?.count == 16 ? all : nil
    }
    guard gaps.count == 1, let head = groups(bytes[..<gap], mayEndInFour: false),
      let tail = groups(bytes[(gap + 2)...], mayEndInFour: true), head.count + tail.count <= 14
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// The bytes of groups between colons; none where there is no text.
  private static func groups(_ text: ArraySlice<UInt8>, mayEndInFour: Bool) -> [UInt8]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if let number = number(part, radix: 16, digits: 4) {
        bytes += [UInt8(number >> 8), UInt8(number & 0xFF)]
      } else if mayEndInFour, index == parts.count - 1, let last = four(String(decoding: part, as: UTF8.self)) {
        bytes += last
      } else {
        return nil
      }
    }
    return bytes.count <= 16 ? bytes : nil
  }

  private static func number(_ text: some Collection<UInt8>, radix: Int, digits: Int) -> Int? {
    guard (1...digits).contains(text.count) else { return nil }
    var number = 0
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      guard digit < radix else { return nil }
      number = number * radix + Int(digit)
    }
    return number
  }
}
