// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import BrokerTesting
import IPCTransport
import Sockets
import WireFormat

/// One end of a connection to a server, played by a test.
struct Peer: ~Copyable {
  let socket: PacketSocket
  private var buffer = WireBuffer(smallest: 4096, capacity: 4 + BrokerProtocol.largestMessage)
  private static let rules = FrameRules(
    largest: BrokerProtocol.largestMessage, sender: nil, timeout: .seconds(60), idle: .seconds(60))

  init(_ broker: ScriptedBroker) throws { socket = try broker.connection() }

  /// Connected and established.
  static func established(by broker: ScriptedBroker) throws -> Peer {
    var peer = try Peer(broker)
    guard case .challenge(let nonce) = try peer.receive(),
      case .welcome = try peer.ask(
        .hello(lowest: BrokerProtocol.version, highest: BrokerProtocol.version, nonce: nonce))
    else { throw BrokerMalformation.badValue }
    return peer
  }

  mutating func send(_ request: BrokerRequest) throws {
    try request.encode(into: &buffer)
    try socket.send(frame: buffer)
  }

  func send(raw bytes: [UInt8]) throws { try socket.send(bytes.span) }

  mutating func receive() throws(FrameFailure) -> BrokerReply {
    try socket.receiveFrame(into: &buffer, Self.rules)
    let reply = buffer.withBytes { try? BrokerReply(decoding: $0.extracting(4..<$0.count)) }
    guard let reply else { throw .wrongLength }
    return reply
  }

  mutating func ask(_ request: BrokerRequest) throws -> BrokerReply {
    try send(request)
    return try receive()
  }

  /// Whether the server has ended the connection, after what it still had to say.
  mutating func isEnded() -> Bool {
    while true {
      do throws(FrameFailure) { _ = try receive() } catch { return error == .ended }
    }
  }
}

extension BrokerReply {
  var refusal: BrokerRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
