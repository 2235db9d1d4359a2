// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The address that a socket is to be connected to.
enum SocketAddress: Equatable {
  case network(host: String, port: UInt16)
  case path(String)
  case abstract(String)
  case other

  /// Reads an address as it lies in memory: the family, then its fields. Fields of the network are in its byte order.
  init(_ bytes: [UInt8]) {
    guard bytes.count > 2 else {
      self = .other
      return
    }
    let family = Int32(bytes[0]) | Int32(bytes[1]) << 8
    let rest = bytes.dropFirst(2)
    switch family {
    case AF_INET where bytes.count >= 8: self = .network(host: Self.version4(bytes[4..<8]), port: Self.port(bytes))
    case AF_INET6 where bytes.count >= 24:
      self = .network(host: Self.version6(Array(bytes[8..<24])), port: Self.port(bytes))
    case AF_UNIX where rest.first == 0: self = .abstract(Self.text(rest.dropFirst()))
    case AF_UNIX: self = .path(Self.text(rest))
    default: self = .other
    }
  }

  /// Whether the network of the sandbox itself has it.
  static func isInside(_ host: String) -> Bool { host.hasPrefix("127.") || ["::1", "0.0.0.0", "::"].contains(host) }

  private static func port(_ bytes: [UInt8]) -> UInt16 { UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

  private static func version4(_ bytes: ArraySlice<UInt8>) -> String { bytes.map { String($0) }.joined(separator: ".") }

  /// An IPv6 address as text, its longest run of zeros left out (RFC 5952, section 4); a mapped IPv4 address in its own form.
  private static func version6(_ bytes: [UInt8]) -> String {
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF { return version4(bytes[12...]) }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    var longest = 0..<0
    var start = 0
    for (index, group) in groups.enumerated() {
      if group != 0 { start = index + 1 }
      if index + 1 - start > max(1, longest.count) { longest = start..<index + 1 }
    }
    func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
    return longest.isEmpty
      ? text(groups[...]) : text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
