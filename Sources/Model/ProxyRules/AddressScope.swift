// SPDX-License-Identifier: Apache-2.0

/// The scope of an address: the networks that it leads to.
package enum AddressScope: Sendable, Equatable {
  case global
  /// A network that this machine is part of: it takes the person's consent.
  case local
  /// The address is this machine itself, or nobody's: never connected to.
  case refused

  /// Reads 4 or 16 bytes; an address of IPv6 that stands for one of IPv4 is what that is.
  package init(_ bytes: [UInt8]) {
    switch bytes.count {
    case 4: self = Self.four(bytes)
    case 16: self = Self.six(bytes)
    default: self = .refused
    }
  }

  /// https://www.iana.org/assignments/iana-ipv4-special-registry
  private static func four(_ bytes: [UInt8]) -> AddressScope {
    switch (bytes[0], bytes[1]) {
    case (0, _), (127, _), (224..., _): .refused
    case (10, _), (172, 16...31), (192, 168), (169, 254), (100, 64...127), (198, 18...19): .local
    case (192, 0) where bytes[2] == 0: .local
    default: .global
    }
  }

  private static func six(_ bytes: [UInt8]) -> AddressScope {
    let isZeroToTen = bytes[..<10].allSatisfy { $0 == 0 }
    // ::, ::1, and what stands for IPv4.
    if bytes[..<15].allSatisfy({ $0 == 0 }), bytes[15] <= 1 { return .refused }
    if isZeroToTen, bytes[10] == 0xFF, bytes[11] == 0xFF { return four(Array(bytes[12...])) }
    if bytes[..<12].allSatisfy({ $0 == 0 }) { return stricter(.local, four(Array(bytes[12...]))) }
    if bytes[..<4] == [0x00, 0x64, 0xFF, 0x9B] {
      // Beside the well-known prefix there is one for a network's own use, which ends where nobody else knows: RFC 8215.
      return stricter(bytes[4..<12].allSatisfy { $0 == 0 } ? .global : .local, four(Array(bytes[12...])))
    }
    // 6to4 and Teredo carry an address of IPv4 inside.
    if bytes[0] == 0x20, bytes[1] == 0x02 { return stricter(.global, four(Array(bytes[2..<6]))) }
    if bytes[..<4] == [0x20, 0x01, 0, 0] { return stricter(.global, four(bytes[12...].map { ~$0 })) }
    switch bytes[0] {
    case 0xFF: return .refused
    case 0xFC, 0xFD: return .local
    case 0xFE where bytes[1] & 0xC0 == 0x80 || bytes[1] & 0xC0 == 0xC0: return .local
    default: return bytes[0] & 0xE0 == 0x20 ? .global : .local
    }
  }

  private static func stricter(_ one: AddressScope, _ other: AddressScope) -> AddressScope {
    one == .refused || other == .refused ? .refused : one == .local || other == .local ? .local : .global
  }
}
