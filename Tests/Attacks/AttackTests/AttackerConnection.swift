// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import Foundation
import Glibc
import IPCTransport
import RunningInstance
import Sockets
import SystemCalls
import WireFormat

extension RunningInstance {
  /// A connection that has said nothing yet.
  func connection(to name: String) throws -> PacketSocket {
    try PacketSocket.connected(
      to: name, in: FileDescriptor.open(home.appending(path: "run").path, O_RDONLY | O_DIRECTORY))
  }

  /// To the enclave, after `hello`.
  func enclaveConnection() throws -> AttackerConnection {
    let connection = AttackerConnection(try connection(to: "enclave.sock"))
    _ = try connection.exchange([1, 1, 1, 1])
    return connection
  }

  /// One that says nothing.
  func silentConnection() throws -> AttackerConnection { AttackerConnection(try connection(to: "enclave.sock")) }
}

/// Says to the enclave whatever an attacker likes.
final class AttackerConnection: Sendable {
  private let socket: PacketSocket

  init(_ socket: consuming PacketSocket) { self.socket = socket }

  var descriptor: Int32 { socket.raw }

  func send(_ packet: [UInt8]) throws { try socket.send(packet.span) }

  func receive() throws -> [UInt8] {
    var answer = WireBuffer(capacity: 4096)
    _ = try socket.receive(into: &answer)
    return answer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  func exchange(_ packet: [UInt8]) throws -> [UInt8] {
    try send(packet)
    return try receive()
  }

  static func unlock(_ passcode: String) -> [UInt8] { [1, 6, 0, UInt8(passcode.utf8.count)] + Array(passcode.utf8) }
  static let lock: [UInt8] = [1, 7, 2]
  static let status: [UInt8] = [1, 2]
}

/// A program that asks `baileyd`, after the handshake, and need not read what it is answered.
final class GreedyProgram {
  private let socket: PacketSocket
  private var buffer = WireBuffer(smallest: 4096, capacity: 4 + BrokerProtocol.largestMessage)
  private static let rules = FrameRules(
    largest: BrokerProtocol.largestMessage, sender: nil, timeout: .seconds(60), idle: .seconds(60))

  struct NotGreeted: Error {}

  convenience init(connectingTo instance: RunningInstance) throws {
    try self.init(try instance.connection(to: "broker.sock"))
  }

  /// To `baileyd`; nothing has been said yet.
  init(_ connected: consuming PacketSocket) throws {
    socket = connected
    guard case .challenge(let nonce) = try receive() else { throw NotGreeted() }
    try send(.hello(lowest: BrokerProtocol.version, highest: BrokerProtocol.version, nonce: nonce))
    guard case .welcome = try receive() else { throw NotGreeted() }
  }

  func send(_ request: BrokerRequest) throws {
    try request.encode(into: &buffer)
    try socket.send(frame: buffer)
  }

  func ask(_ request: BrokerRequest) throws -> BrokerReply {
    try send(request)
    return try receive()
  }

  func receive() throws -> BrokerReply {
    try socket.receiveFrame(into: &buffer, Self.rules)
    return try buffer.withBytes { bytes throws(BrokerMalformation) in
      try BrokerReply(decoding: bytes.extracting(PacketSocket.frameHead..<bytes.count))
    }
  }
}
