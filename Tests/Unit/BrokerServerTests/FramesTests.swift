// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import Glibc
import IPCTransport
import Testing
import WireFormat

@testable import BrokerServer
import Threads
import Sockets

/// What the two ends of a connection make of packets.
@Suite struct FramesTests {
  private static let rules = FrameRules(largest: 1 << 20, sender: nil, timeout: .seconds(60), idle: .seconds(60))

  private func frame(of size: Int) throws -> WireBuffer {
    let contents = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var buffer = WireBuffer(capacity: 4 + size)
    try buffer.append(integer: UInt32(size))
    try buffer.append(bytes: contents.span)
    return buffer
  }

  private func bytes(_ buffer: borrowing WireBuffer) -> [UInt8] {
    buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test(arguments: [2, 4091, 4092, 4093, 8188, 8189, 100_000]) func `A frame of any size arrives whole`(size: Int)
    throws
  {
    let pair = try PacketSocket.pair()
    let sent = try frame(of: size)
    let expected = bytes(sent)
    try pair.near.send(frame: sent)
    var received = WireBuffer(smallest: 4096, capacity: 1 << 21)
    try pair.far.receiveFrame(into: &received, Self.rules)
    let found = bytes(received)
    #expect(found == expected)
  }

  /// An end that is closed before it has read everything: the kernel says so before it gives what was sent from there.
  @Test func `The last word of an end that is gone is heard`() throws {
    let pair = try PacketSocket.pair()
    let far = pair.far
    try far.send(frame: try frame(of: 10))
    let near = pair.near
    try near.send(frame: try frame(of: 2))
    _ = consume near
    var received = WireBuffer(smallest: 4096, capacity: 1 << 21)
    try far.receiveFrame(into: &received, Self.rules)
    let size = received.count
    #expect(size == 6)
    do throws(FrameFailure) {
      try far.receiveFrame(into: &received, Self.rules)
      Issue.record("there is nobody to say more")
    } catch {
      #expect(error == .ended)
    }
  }

  /// A peer that reads nothing is not waited for, not even for `idleClose`.
  @Test func `A full connection ends at once`() throws {
    let pair = try PacketSocket.pair()
    while (try? pair.near.send([1, 2, 3].span, .refuses)) != nil {}
    let near = pair.near
    let connection = Connection(near, process: getpid(), account: .process(getpid()))
    #expect(connection.end() == .ended)
  }
}
