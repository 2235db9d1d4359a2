// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import IPCTransport
import Sockets
import SystemCalls
import Testing
import Threads
import WireFormat

/// The far end of a channel whose answers are written beforehand: the kernel keeps them until they are read.
struct ScriptedEnclave: ~Copyable {
  let socket: PacketSocket

  init(_ socket: consuming PacketSocket) { self.socket = socket }

  func say(_ reply: consuming EnclaveReply, attached: Int32 = -1) throws {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    try reply.encode(into: &buffer)
    try socket.send(buffer, attached: attached)
  }

  func say(_ event: EnclaveEvent) throws {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    try event.encode(into: &buffer)
    try socket.send(buffer)
  }

  func hear() throws -> EnclaveRequest.Number { try hearWithDescriptor().0 }

  /// Also how many descriptors came along.
  func hearWithDescriptor() throws -> (EnclaveRequest.Number, descriptors: Int) {
    var attached: FileDescriptor?
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestRequest)
    try #require(try socket.receive(into: &buffer, attached: &attached, .refuses) == .packet)
    let number = try buffer.withBytes { try EnclaveRequest(decoding: $0).number }
    return (number, attached == nil ? 0 : 1)
  }
}
