// SPDX-License-Identifier: Apache-2.0
import Glibc
import ServiceChannels
import Sockets
import SystemCalls
import Testing
import Threads
import WireFormat

@Suite struct ServicePacketTests {
  private struct Packet: ServicePacket, Equatable {
    static let largestPacket = 8
    var bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    func encode(into buffer: inout WireBuffer) throws(WireError) {
      try buffer.append(integer: UInt8(bytes.count))
      try buffer.append(bytes: bytes.span)
    }
    init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError) {
      let count = try cursor.integer(UInt8.self, in: packet)
      bytes = try cursor.bytes(Int(count), in: packet)
    }
  }

  @Test func `What is no message is passed over, and the next one is read`() throws {
    let pair = try PacketSocket.pair()
    let long = [UInt8](repeating: 7, count: 64)
    // Cut off, with something left over, too long.
    for bytes: [UInt8] in [[2, 1], [1, 1, 1], [7] + long] { try pair.near.send(bytes.span, .refuses) }
    try Packet([1, 2]).send(on: pair.near)
    #expect(Packet.next(from: pair.far) == Packet([1, 2]))
    #expect(Packet.next(from: pair.far, .refuses) == nil)
  }

  @Test func `One that is too long is not sent, and its sender knows`() throws {
    let pair = try PacketSocket.pair()
    try Packet([UInt8](repeating: 1, count: 7)).send(on: pair.near)
    #expect(throws: SystemError(.send, code: EMSGSIZE)) {
      try Packet([UInt8](repeating: 1, count: 8)).send(on: pair.near)
    }
    #expect(Packet.next(from: pair.far)?.bytes.count == 7)
    #expect(Packet.next(from: pair.far, .refuses) == nil)
  }
}
