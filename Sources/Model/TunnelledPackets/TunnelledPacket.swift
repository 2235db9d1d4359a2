// SPDX-License-Identifier: Apache-2.0

/// A packet of IPv4 as it lies in memory, as far as the way out of a sandbox reads it: RFC 791, RFC 793, RFC 768.
///
/// The bytes come from a program in a sandbox. A packet that is not whole, or one piece of several, is none.
struct TunnelledPacket {
  enum Kind: Equatable { case stream, datagram }

  private(set) var bytes: [UInt8]
  let kind: Kind
  /// The offset of the header of TCP or UDP.
  private let start: Int

  private static let (stream, datagram): (UInt8, UInt8) = (6, 17)

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 20, bytes[0] >> 4 == 4 else { return nil }
    start = Int(bytes[0] & 15) * 4
    // A part of a packet: nobody here puts them together.
    guard start >= 20, Self.word(bytes, 2) == bytes.count, Self.word(bytes, 6) & 0x3FFF == 0 else { return nil }
    switch bytes[9] {
    case Self.stream where bytes.count >= start + 20: kind = .stream
    case Self.datagram where bytes.count >= start + 8: kind = .datagram
    default: return nil
    }
    self.bytes = bytes
  }

  var source: TunnelAddress { TunnelAddress(Array(bytes[12..<16])) }
  var target: TunnelAddress { TunnelAddress(Array(bytes[16..<20])) }
  var sourcePort: UInt16 { UInt16(Self.word(bytes, start)) }
  var targetPort: UInt16 { UInt16(Self.word(bytes, start + 2)) }
  /// The payload of a UDP packet.
  var contents: [UInt8] { Array(bytes[(start + 8)...]) }

  private var flags: UInt8 { bytes[start + 13] }
  /// Asks for a new connection.
  var begins: Bool { flags & 0x12 == 0x02 }
  /// Says that nothing more will be sent.
  var finishes: Bool { flags & 0x01 != 0 }
  var resets: Bool { flags & 0x04 != 0 }

  /// Changes the source and destination of a TCP packet. The checksums are kept right by what has changed: RFC 1624.
  mutating func readdress(
    from source: (TunnelAddress, UInt16), to target: (TunnelAddress, UInt16)
  ) {
    let pair = source.0.bytes + target.0.bytes
    for index in stride(from: 0, to: 8, by: 2) {
      set(Self.word(pair, index), at: 12 + index, checksums: [10, start + 16])
    }
    set(Int(source.1), at: start, checksums: [start + 16])
    set(Int(target.1), at: start + 2, checksums: [start + 16])
  }

  private mutating func set(_ value: Int, at place: Int, checksums: [Int]) {
    let before = Self.word(bytes, place)
    put(value, at: place)
    for sum in checksums {
      var total = (~Self.word(bytes, sum) & 0xFFFF) + (~before & 0xFFFF) + value
      while total > 0xFFFF { total = (total & 0xFFFF) + total >> 16 }
      put(~total & 0xFFFF, at: sum)
    }
  }

  private mutating func put(_ value: Int, at place: Int) {
    bytes[place] = UInt8(truncatingIfNeeded: value >> 8)
    bytes[place + 1] = UInt8(truncatingIfNeeded: value)
  }

  /// The refusal that nobody listens: RFC 792, destination unreachable, port unreachable.
  var refusal: [UInt8] {
    let quoted = Array(bytes.prefix(start + 8))
    var message: [UInt8] = [3, 3, 0, 0, 0, 0, 0, 0] + quoted
    Self.sum(&message, 0..<message.count, at: 2)
    return Self.header(protocol: 1, from: target, to: source, count: message.count) + message
  }

  /// The UDP packet that answers the sender. Without a checksum, which IPv4 allows.
  func answer(_ contents: [UInt8]) -> [UInt8] {
    var message: [UInt8] = []
    for value in [targetPort, sourcePort, UInt16(8 + contents.count), 0] {
      message += [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }
    message += contents
    return Self.header(protocol: Self.datagram, from: target, to: source, count: message.count) + message
  }

  private static func header(
    protocol number: UInt8, from source: TunnelAddress, to target: TunnelAddress, count: Int
  ) -> [UInt8] {
    let whole = 20 + count
    var header: [UInt8] = [0x45, 0, UInt8(truncatingIfNeeded: whole >> 8), UInt8(truncatingIfNeeded: whole)]
    header += [0, 0, 0, 0, 64, number, 0, 0] + source.bytes + target.bytes
    sum(&header, 0..<20, at: 10)
    return header
  }

  /// RFC 1071. Where the sum is to be, there are zeros.
  private static func sum(_ bytes: inout [UInt8], _ range: Range<Int>, at place: Int) {
    var total = 0
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      total += Int(bytes[index]) << 8 | (index + 1 < range.upperBound ? Int(bytes[index + 1]) : 0)
    }
    while total > 0xFFFF { total = (total & 0xFFFF) + total >> 16 }
    bytes[place] = UInt8(truncatingIfNeeded: ~total >> 8)
    bytes[place + 1] = UInt8(truncatingIfNeeded: ~total)
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
}
