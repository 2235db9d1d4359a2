// SPDX-License-Identifier: Apache-2.0

/// An address of IPv4 in the network of a sandbox, and what it stands for there.
///
/// None of them is anybody's: 198.18.0.0/15 is for tests of networks, RFC 2544.
package struct TunnelAddress: Sendable, Hashable {
  let number: UInt32

  init(number: UInt32) { self.number = number }

  init(_ bytes: [UInt8]) { number = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }

  package var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) } }

  private static let network: UInt32 = 198 << 24 | 18 << 16
  /// The address from which every program of the sandbox connects.
  package static let program = TunnelAddress(number: network | 1)
  /// Connections that are handed to the proxy seem to come from here.
  static let way = TunnelAddress(number: network | 2)
  /// Names are asked for here.
  package static let names = TunnelAddress(number: network | 3)
  /// The first address that stands for a name.
  private static let firstName: UInt32 = network | 16
  package static let prefix: UInt8 = 15

  var isOfSandbox: Bool { number >> 17 == Self.network >> 17 }
  /// The index of the name that the address stands for, by the order in which names were asked for; nil for none.
  var nameIndex: Int? { isOfSandbox && number >= Self.firstName ? Int(number - Self.firstName) : nil }

  init(nameIndex: Int) { number = Self.firstName + UInt32(nameIndex) }
}
