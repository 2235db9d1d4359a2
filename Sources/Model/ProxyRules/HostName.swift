// SPDX-License-Identifier: Apache-2.0

/// The host that a program connects to: a name, or an address in its one usual form.
///
/// Whatever another part of the way could read in another manner is refused: encoded characters, numbers that some libraries
/// take for addresses, zones.
package enum HostName: Sendable, Hashable {
  /// The name in small letters, without a dot at the end.
  case name(String)
  /// 4 or 16 bytes.
  case address([UInt8])

  package init?(_ text: String) {
    var text = text
    if text.hasPrefix("["), text.hasSuffix("]") {
      guard let address = Self.six(String(text.dropFirst().dropLast())) else { return nil }
      self = .address(address)
      return
    }
    if text.contains(":") {
      guard let address = Self.six(text) else { return nil }
      self = .address(address)
      return
    }
    if text.hasSuffix(".") { text.removeLast() }
    guard (1...253).contains(text.utf8.count) else { return nil }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy({ Self.isLabel($0) }), let last = labels.last else { return nil }
    // What ends in a number is an address: WHATWG URL, "ends in a number".
    if last.allSatisfy({ ("0"..."9").contains($0) }) || last.lowercased().hasPrefix("0x") {
      guard let address = Self.four(labels) else { return nil }
      self = .address(address)
    } else {
      self = .name(text.lowercased())
    }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Four decimal numbers without leading zeros.
  private static func four(_ labels: [Substring]) -> [UInt8]? {
    guard labels.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for label in labels {
      guard label.allSatisfy({ ("0"..."9").contains($0) }), label == "0" || label.first != "0", let byte = UInt8(label)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// RFC 4291, 2.2, without a zone.
  private static func six(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= 45 else { return nil }
    let halves = text.split(separator: ":", omittingEmptySubsequences: false)
    var gap: Int?
    var bytes: [UInt8] = []
    var index = 0
    while index < halves.count {
      let part = halves[index]
      if part.isEmpty {
        let isEdge = index == 0 || index == halves.count - 1
        if isEdge {
          // A colon at an edge stands in a double one.
          let neighbour = index == 0 ? 1 : halves.count - 2
          guard halves.count > 2, halves[neighbour].isEmpty else { return nil }
        }
        if gap == nil {
          gap = bytes.count
        } else if gap != bytes.count || !(isEdge || index == 1) {
          return nil
        }
      } else if part.contains(".") {
        guard index == halves.count - 1,
          let four = four(part.split(separator: ".", omittingEmptySubsequences: false))
        else { return nil }
        bytes += four
      } else {
        guard part.utf8.count <= 4, part.allSatisfy(\.isHexDigit), let value = UInt16(part, radix: 16) else {
          return nil
        }
        bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
      }
      guard bytes.count <= 16 else { return nil }
      index += 1
    }
    guard let gap else { return bytes.count == 16 ? bytes : nil }
    guard bytes.count < 16 else { return nil }
    return Array(bytes[..<gap]) + [UInt8](repeating: 0, count: 16 - bytes.count) + Array(bytes[gap...])
  }

  /// The host's name in text, as it is written down.
  package var text: String {
    switch self {
    case .name(let name): name
    case .address(let bytes) where bytes.count == 4: bytes.map { String($0) }.joined(separator: ".")
    case .address(let bytes):
      stride(from: 0, to: bytes.count - 1, by: 2).map {
        String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
      }
      .joined(separator: ":")
    }
  }

  /// Whether the host is this domain or lies below it.
  package func lies(in domain: String) -> Bool {
    guard case .name(let name) = self else { return text == domain }
    return name == domain || name.hasSuffix("." + domain)
  }

  /// Names that are asked for in the local network alone: RFC 6762, RFC 8375, and names without a dot.
  package var isLocalName: Bool {
    guard case .name(let name) = self else { return false }
    return !name.contains(".") || ["local", "localhost", "internal", "home.arpa", "lan"].contains { lies(in: $0) }
  }
}
