// SPDX-License-Identifier: Apache-2.0
import IPCTransport
package import Sockets
package import SystemCalls
package import Threads
import WireFormat

/// An end of a socket on which messages of the supervisor's protocol are exchanged.
package struct SupervisorConnection: ~Copyable {
  package let socket: PacketSocket
  private var buffer = WireBuffer(capacity: SupervisorProtocol.largestMessage)

  package init(_ socket: consuming PacketSocket) { self.socket = socket }

  package mutating func send(
    _ message: some SupervisorMessage, attached: Int32 = -1, _ strategy: WaitStrategy = .waits
  ) throws(SupervisorConnectionError) {
    do {
      try message.encode(into: &buffer)
    } catch {
      throw .malformed
    }
    do {
      try socket.send(buffer, attached: attached, strategy)
    } catch {
      throw .system(error)
    }
  }

  /// The next message; nil when the other end is gone.
  package mutating func receive<Message: SupervisorMessage>(
    _ type: Message.Type = Message.self
  ) throws(SupervisorConnectionError) -> Message? {
    var attached: FileDescriptor?
    return try receive(type, attached: &attached)
  }

  package mutating func receive<Message: SupervisorMessage>(
    _ type: Message.Type = Message.self, attached: inout FileDescriptor?
  ) throws(SupervisorConnectionError) -> Message? {
    var arrived: FileDescriptor?
    defer { attached = arrived.take() }
    do {
      if try socket.receive(into: &buffer, attached: &arrived) == .end { return nil }
    } catch {
      throw .system(error)
    }
    do {
      return try buffer.withBytes { bytes throws(WireError) in try Message(decoding: bytes) }
    } catch {
      throw .malformed
    }
  }
}

package enum SupervisorConnectionError: Error, Equatable, Sendable {
  case malformed
  case system(SystemError)
}
