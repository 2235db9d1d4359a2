// SPDX-License-Identifier: Apache-2.0
import ProxyRules
import Testing
import TunnelledPackets

@Suite struct NetworkTunnelTests {
  private static let (program, way, names): ([UInt8], [UInt8], [UInt8]) = (
    [198, 18, 0, 1], [198, 18, 0, 2], [198, 18, 0, 3]
  )
  private static let (begins, carries, finishes, resets): (UInt8, UInt8, UInt8, UInt8) = (0x02, 0x10, 0x11, 0x14)

  // MARK: - Packets, as RFC 791, RFC 793 and RFC 768 have them

  private static func sum(_ bytes: [UInt8]) -> UInt16 {
    var total = 0
    for index in stride(from: 0, to: bytes.count, by: 2) {
      total += Int(bytes[index]) << 8 | (index + 1 < bytes.count ? Int(bytes[index + 1]) : 0)
    }
    while total > 0xFFFF { total = (total & 0xFFFF) + total >> 16 }
    return UInt16(total)
  }

  private static func pair(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  private static func header(_ kind: UInt8, _ count: Int, from: [UInt8], to: [UInt8]) -> [UInt8] {
    var header: [UInt8] = [0x45, 0] + pair(UInt16(20 + count)) + [1, 2, 0x40, 0, 64, kind, 0, 0] + from + to
    header.replaceSubrange(10..<12, with: pair(~sum(header)))
    return header
  }

  private static func segment(
    _ flags: UInt8, from: [UInt8] = program, _ source: UInt16, to: [UInt8], _ target: UInt16, _ contents: [UInt8] = []
  ) -> [UInt8] {
    var segment =
      pair(source) + pair(target) + [0, 0, 0, 1, 0, 0, 0, 2, 0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0] + contents
    let whole = from + to + [0, 6] + pair(UInt16(segment.count)) + segment
    segment.replaceSubrange(16..<18, with: pair(~sum(whole)))
    return header(6, segment.count, from: from, to: to) + segment
  }

  private static func datagram(_ contents: [UInt8], to: [UInt8] = names, _ port: UInt16 = 53) -> [UInt8] {
    let datagram = pair(4000) + pair(port) + pair(UInt16(8 + contents.count)) + [0, 0] + contents
    return header(17, datagram.count, from: program, to: to) + datagram
  }

  private static func question(_ name: String, _ kind: UInt16 = 1, flags: [UInt8] = [1, 0]) -> [UInt8] {
    let labels = name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    return [0xAB, 0xCD] + flags + [0, 1, 0, 0, 0, 0, 0, 0] + labels + [0] + pair(kind) + [0, 1]
  }

  /// What of the packet says where it comes from and goes; nil where a checksum is wrong.
  private static func ends(_ packet: [UInt8]) -> [[UInt8]]? {
    let (head, rest) = (Array(packet[..<20]), Array(packet[20...]))
    let pseudo = Array(head[12..<20]) + [0, head[9]] + pair(UInt16(rest.count)) + rest
    guard sum(head) == 0xFFFF, head[9] != 6 || sum(pseudo) == 0xFFFF else { return nil }
    return [Array(head[12..<16]), Array(rest[..<2]), Array(head[16..<20]), Array(rest[2..<4])]
  }

  private static func reply(_ tunnel: inout NetworkTunnel, _ name: String, _ kind: UInt16 = 1) throws -> [UInt8] {
    let reply = tunnel.answer(to: datagram(question(name, kind)), now: 0)
    return try #require(reply)
  }

  private static func address(of name: String, _ tunnel: inout NetworkTunnel) throws -> [UInt8] {
    let reply = try reply(&tunnel, name)
    try #require(reply[28 + 3] == 0x80 && reply[28 + 7] == 1, "\(reply)")
    return Array(reply.suffix(4))
  }

  private static func isRefusal(_ packet: [UInt8]?, of original: [UInt8]) -> Bool {
    guard let packet, packet[9] == 1, sum(Array(packet[..<20])) == 0xFFFF else { return false }
    return packet[20...21] == [3, 3] && sum(Array(packet[20...])) == 0xFFFF
      && packet[28...].elementsEqual(original.prefix(28))
      && Array(packet[16..<20]) == program
  }

  // MARK: - Names

  @Test func `Each name has an address that stands for it alone, in whatever letters it is asked for`() throws {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    let first = try Self.address(of: "a.example", &tunnel)
    let second = try Self.address(of: "b.example", &tunnel)
    #expect(first == [198, 18, 0, 16] && second == [198, 18, 0, 17])
    #expect(try Self.address(of: "A.Example", &tunnel) == first)
    #expect(try Self.address(of: "localhost", &tunnel) == [127, 0, 0, 1])
    let reply = try Self.reply(&tunnel, "a.example")
    #expect(Self.ends(reply) == [Self.names, [0, 53], Self.program, [0x0F, 0xA0]])
    #expect(Array(reply[28..<40]) == [0xAB, 0xCD, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
  }

  @Test(arguments: [("a.example", UInt16(28), UInt8(0)), ("a.example", 65, 0), ("127.0.0.1", 1, 3), ("a..b", 1, 0)])
  func `What is no name has no address, and of names there is nothing else`(name: String, kind: UInt16, code: UInt8)
    throws
  {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    let reply = try Self.reply(&tunnel, name, kind)
    #expect(reply[28 + 3] & 15 == code)
    #expect(reply[28 + 7] == (name == "a..b" ? 1 : 0))
  }

  @Test func `No address is given to a second name, and when there are none left that is said`() throws {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    for index in 0..<NetworkTunnel.mostNames { _ = try Self.address(of: "n\(index).example", &tunnel) }
    let reply = try Self.reply(&tunnel, "more.example")
    #expect(reply[28 + 3] & 15 == 5 && reply[28 + 7] == 0)
    #expect(try Self.address(of: "n0.example", &tunnel) == [198, 18, 0, 16])
  }

  @Test func `A question that is none is answered by nothing`() {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    let whole = Self.question("a.example")
    let others: [[UInt8]] = [
      [], Array(whole.dropLast()), Self.question("a.example", flags: [0x81, 0]),
      Self.question("a.example", flags: [0x28, 0]),
      Array(whole[..<12]) + [0xC0, 12, 0, 1, 0, 1], Array(whole[..<12]) + [3, 0x61, 0x2E, 0x62, 0, 0, 1, 0, 1],
    ]
    for other in others {
      let answer = tunnel.answer(to: Self.datagram(other), now: 0)
      #expect(answer == nil, "\(other)")
    }
  }

  // MARK: - Connections

  @Test func `A connection to a name comes to the proxy, and its answers come back`() throws {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    let host = try Self.address(of: "a.example", &tunnel)
    let there = tunnel.answer(to: Self.segment(Self.begins, 40_000, to: host, 443), now: 0)
    #expect(Self.ends(try #require(there)) == [Self.way, [4, 0], Self.program, Self.pair(3128)])
    #expect(tunnel.origin(Self.way, 1024) == .connection(.name("a.example"), port: 443))
    let answer = Self.segment(Self.carries, 3128, to: Self.way, 1024, [1, 2, 3])
    let returned = tunnel.answer(to: answer, now: 1)
    let back = try #require(returned)
    #expect(Self.ends(back) == [host, Self.pair(443), Self.program, Self.pair(40_000)])
    #expect(back.suffix(3) == [1, 2, 3])
    // An address is where it leads itself.
    let direct = Self.segment(Self.begins, 40_000, to: [192, 0, 2, 7], 22)
    let led = tunnel.answer(to: direct, now: 1)
    #expect(Self.ends(try #require(led))?[1] == [4, 1])
    #expect(tunnel.origin(Self.way, 1025) == .connection(.address([192, 0, 2, 7]), port: 22))
    #expect(tunnel.origin([127, 0, 0, 1], 1024) == .program)
    #expect(tunnel.origin(Self.way, 1026) == .unknown && tunnel.origin(Self.way, 80) == .unknown)
  }

  @Test func `Whatever else leaves is refused`() throws {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    _ = try Self.address(of: "a.example", &tunnel)
    let packets = [
      Self.datagram([1, 2, 3], to: [192, 0, 2, 7], 443), Self.datagram([1, 2, 3], Self.names, 54),
      // An address that stands for no name, one for no port, and what belongs to no connection.
      Self.segment(Self.begins, 40_000, to: [198, 18, 0, 17], 443),
      Self.segment(Self.begins, 40_000, to: [198, 19, 255, 255], 443),
      Self.segment(Self.begins, 40_000, to: Self.names, 53),
      Self.segment(Self.begins, 40_000, to: [198, 18, 0, 16], 0),
      Self.segment(Self.carries, 40_000, to: [198, 18, 0, 16], 443),
      Self.segment(Self.begins, 40_000, to: Self.way, 1024), Self.segment(Self.carries, 3128, to: Self.way, 1024),
    ]
    for packet in packets {
      let answer = tunnel.answer(to: packet, now: 0)
      #expect(Self.isRefusal(answer, of: packet), "\(packet)")
    }
  }

  private static func datagram(_ contents: [UInt8], _ to: [UInt8], _ port: UInt16) -> [UInt8] {
    datagram(contents, to: to, port)
  }

  @Test func `What is no whole packet of the sandbox's programs is dropped`() {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    let whole = Self.segment(Self.begins, 40_000, to: [192, 0, 2, 7], 443)
    func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
      var other = whole
      other[place] = byte
      return other
    }
    let others = [
      [], Array(whole.prefix(19)), Array(whole.dropLast()), whole + [0], changed(0, 0x65), changed(0, 0x44),
      changed(0, 0x4F),
      // Parts of packets, other protocols, and senders that are none of these.
      changed(6, 0x20), changed(7, 1), changed(9, 1), changed(9, 41), changed(15, 9), changed(12, 10),
    ]
    for other in others {
      let answer = tunnel.answer(to: other, now: 0)
      #expect(answer == nil, "\(other)")
    }
  }

  @Test func `Where there is no room for a connection it is refused, and those that are over make room`() throws {
    var tunnel = NetworkTunnel(proxyPort: 3128)
    let host = try Self.address(of: "a.example", &tunnel)
    func begin(_ number: Int, _ now: Int64) -> [UInt8]? {
      tunnel.answer(to: Self.segment(Self.begins, UInt16(10_000 + number), to: host, 443), now: now)
    }
    for number in 0..<NetworkTunnel.mostConnections { #expect(begin(number, 0)?[9] == 6) }
    #expect(begin(5000, 10)?[9] == 1)
    // One was ended by both sides, one by force: nothing of them is anybody's any more.
    _ = tunnel.answer(to: Self.segment(Self.finishes, 10_007, to: host, 443), now: 10)
    #expect(begin(5000, 10)?[9] == 1)
    _ = tunnel.answer(to: Self.segment(Self.finishes, 3128, to: Self.way, 1031), now: 10)
    #expect(begin(5000, 10)?[9] == 6)
    _ = tunnel.answer(to: Self.segment(Self.resets, 10_009, to: host, 443), now: 10)
    #expect(begin(5001, 10)?[9] == 6)
    #expect(begin(5002, 10)?[9] == 1)
    // So are those over which nothing went for longer than the proxy keeps one.
    #expect(begin(5003, 2000)?[9] == 6)
  }
}
