// SPDX-License-Identifier: Apache-2.0

/// The scope of an IP address: the networks that it leads to.
///
/// Source: IANA's registries of addresses for special purposes (RFC 6890).
/// https://www.iana.org/assignments/iana-ipv4-special-registry
/// https://www.iana.org/assignments/iana-ipv6-special-registry
package enum AddressScope: Sendable, Equatable {
  /// A network of the Internet.
  case global
  /// A network of somebody's own, or what nobody is given on the Internet: there it may be this one's.
  case local
  /// This machine itself.
  case loopback
  /// Nobody's, or many machines' at once: never connected to.
  case unusable

  /// Reads 4 or 16 bytes; an address of IPv6 that stands for one of IPv4 is what that is.
  package init(_ bytes: [UInt8]) {
    switch bytes.count {
    case 4: self = Self.four(bytes)
    case 16: self = Self.six(bytes)
    default: self = .unusable
    }
  }

  private static func four(_ bytes: [UInt8]) -> AddressScope {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (127, _, _): .loopback
    // This network, multicast, and what is reserved.
    case (0, _, _), (224..., _, _): .unusable
    case (10, _, _), (172, 16...31, _), (192, 168, _), (169, 254, _), (100, 64...127, _), (198, 18...19, _): .local
    // The protocols' own, documentation, and relays of 6to4, which are there no more (RFC 7526).
    case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113), (192, 88, 99): .local
    default: .global
    }
  }

  private static func six(_ bytes: [UInt8]) -> AddressScope {
    let isZero = { (range: Range<Int>) in bytes[range].allSatisfy { $0 == 0 } }
    if isZero(0..<15), bytes[15] <= 1 { return bytes[15] == 1 ? .loopback : .unusable }
    if isZero(0..<10), bytes[10] == 0xFF, bytes[11] == 0xFF { return four(Array(bytes[12...])) }
    if isZero(0..<12) { return carrying(bytes[12...], in: .local) }
    // Beside the well-known prefix there is one for a network's own use, which ends where nobody else knows: RFC 8215.
    if bytes[..<4] == [0x00, 0x64, 0xFF, 0x9B] { return carrying(bytes[12...], in: isZero(4..<12) ? .global : .local) }
    // Packets to these are discarded: RFC 6666 and RFC 9780.
    if bytes[..<2] == [0x01, 0x00], isZero(2..<7), bytes[7] <= 1 { return .unusable }
    if bytes[0] == 0xFF { return .unusable }
    // What is given out lies in 2000::/3.
    guard bytes[0] & 0xE0 == 0x20 else { return .local }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    // 6to4 and Teredo are tunnels to an address of IPv4 inside.
    case (0x20, 0x02, _, _): return carrying(bytes[2..<6], in: .local)
    case (0x20, 0x01, 0, 0): return carrying(bytes[12...].map { ~$0 }, in: .local)
    // The protocols' own; documentation (RFC 3849, RFC 9637).
    case (0x20, 0x01, 0...1, _), (0x20, 0x01, 0x0D, 0xB8), (0x3F, 0xFF, 0...0x0F, _): return .local
    default: return .global
    }
  }

  /// The scope of an address of a network that leads on to one of IPv4.
  private static func carrying(_ inner: some Collection<UInt8>, in network: AddressScope) -> AddressScope {
    switch four(Array(inner)) {
    case .global: network
    case .local: .local
    // That machine is not this one.
    case .loopback, .unusable: .unusable
    }
  }
}
