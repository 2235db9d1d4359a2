// SPDX-License-Identifier: Apache-2.0

/// Whose an IP address is, by the registries of addresses for special purposes (IANA, RFC 6890).
package enum AddressKind: Sendable, Equatable {
  /// This machine.
  case loopback
  /// A network of somebody's own, or of no use on the Internet.
  case special
  case global

  /// The kind of an address of four bytes, or sixteen.
  package init(_ bytes: [UInt8]) {
    switch bytes.count {
    case 4: self = Self.version4(bytes)
    case 16: self = Self.version6(bytes)
    default: self = .special
    }
  }

  private static func version4(_ bytes: [UInt8]) -> AddressKind {
    if bytes[0] == 127 { return .loopback }
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (10, _, _), (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 0, 0), (192, 0, 2),
      (192, 88, 99), (192, 168, _), (198, 18...19, _), (198, 51, 100), (203, 0, 113), (224..., _, _):
      return .special
    default: return .global
    }
  }

  private static func version6(_ bytes: [UInt8]) -> AddressKind {
    let isZeroUntil = { (end: Int) in bytes[..<end].allSatisfy { $0 == 0 } }
    if isZeroUntil(15) { return bytes[15] == 1 ? .loopback : .special }
    // An address of version 4 in one of version 6: mapped (RFC 4291), translated (RFC 6052).
    if isZeroUntil(10), bytes[10] == 0xFF, bytes[11] == 0xFF { return version4(Array(bytes[12...])) }
    if bytes[..<4] == [0x00, 0x64, 0xFF, 0x9B] {
      return version4(Array(bytes[12...])) == .global && bytes[4..<12].allSatisfy { $0 == 0 } ? .global : .special
    }
    // What is given out lies in 2000::/3; in it, documentation, benchmarks and tunnels do not.
    guard bytes[0] & 0xE0 == 0x20 else { return .special }
    if bytes[..<2] == [0x20, 0x02] || bytes[..<4] == [0x20, 0x01, 0x0D, 0xB8] { return .special }
    if bytes[..<2] == [0x20, 0x01], bytes[2] < 2 { return .special }
    return .global
  }
}
