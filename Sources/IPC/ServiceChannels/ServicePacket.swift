// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Sockets
package import SystemCalls
package import Threads
package import WireFormat

/// A message between `baileyd` and a process that speaks with somebody else for it, each in a packet. Both ends of the channel are made
/// by the supervisor, and nobody else has one.
package protocol ServicePacket: Sendable {
  /// The maximum number of octets of such a message.
  static var largestPacket: Int { get }
  func encode(into buffer: inout WireBuffer) throws(WireError)
  init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError)
}

extension ServicePacket {
  /// Reads a packet to its end.
  package init(packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    try self.init(&cursor, in: packet)
    try cursor.end(in: packet)
  }

  /// Throws where a field is longer than it may be.
  package func packet() throws(WireError) -> [UInt8] {
    var buffer = WireBuffer(smallest: min(256, Self.largestPacket), capacity: Self.largestPacket)
    try encode(into: &buffer)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Sends it, and throws where there is no room: nobody waits for the other side. One that is too long throws EMSGSIZE.
  package func send(on socket: borrowing PacketSocket) throws(SystemError) {
    guard let packet = try? packet() else { throw SystemError(.send, code: EMSGSIZE) }
    try socket.send(packet.span, .refuses)
  }

  /// The next message; nil at the end. What is none is passed over.
  package static func next(from socket: borrowing PacketSocket, _ strategy: WaitStrategy = .waits) -> Self? {
    var bytes = [UInt8](repeating: 0, count: largestPacket)
    while true {
      var span = bytes.mutableSpan
      let count: Int
      do { count = try socket.receive(into: &span, strategy) } catch {
        // A longer packet is gone, and what follows it is not.
        guard error.code == EMSGSIZE else { return nil }
        continue
      }
      guard count > 0 else { return nil }
      if let message = try? Self(packet: bytes.span.extracting(0..<count)) { return message }
    }
  }
}
