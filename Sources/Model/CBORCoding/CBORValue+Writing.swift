// SPDX-License-Identifier: Apache-2.0

extension CBORValue {
  /// The one encoding: definite lengths, shortest numbers, keys in order.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .unsigned(let number): Self.writeHead(0, number, to: &bytes)
    case .negative(let number): Self.writeHead(1, number, to: &bytes)
    case .bytes(let content):
      Self.writeHead(2, UInt64(content.count), to: &bytes)
      bytes += content
    case .text(let text):
      Self.writeHead(3, UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    case .array(let elements):
      Self.writeHead(4, UInt64(elements.count), to: &bytes)
      for element in elements { element.write(to: &bytes) }
    case .map(let map):
      Self.writeHead(5, UInt64(map.count), to: &bytes)
      for entry in map.entries {
        entry.key.write(to: &bytes)
        entry.value.write(to: &bytes)
      }
    case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
    case .null: bytes.append(0xF6)
    }
  }

  /// The major type and its argument in as few bytes as hold it (RFC 8949, 3).
  private static func writeHead(_ major: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
    let major = major << 5
    let count: Int
    switch argument {
    case 0..<24: return bytes.append(major | UInt8(argument))
    case 24...0xFF: (count, _) = (1, bytes.append(major | 24))
    case 0x100...0xFFFF: (count, _) = (2, bytes.append(major | 25))
    case 0x1_0000...0xFFFF_FFFF: (count, _) = (4, bytes.append(major | 26))
    default: (count, _) = (8, bytes.append(major | 27))
    }
    for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(8 * index))) }
  }
}
