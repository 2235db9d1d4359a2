// SPDX-License-Identifier: Apache-2.0
package import Sockets
package import SystemCalls
package import Threads
package import WireFormat

/// A message between `baileyd` and the process that speaks with the sensor. Both ends of the channel are made by the supervisor, and
/// nobody else has one.
package protocol SensorPacket: Sendable {
  func encode(into buffer: inout WireBuffer) throws(WireError)
  init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError)
}

private let largestPacket = 128

extension SensorPacket {
  /// Reads a packet to its end.
  package init(packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    try self.init(&cursor, in: packet)
    try cursor.end(in: packet)
  }

  package var packet: [UInt8] {
    var buffer = WireBuffer(capacity: largestPacket)
    // Every message fits.
    try? encode(into: &buffer)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Sends it, and throws where there is no room: nobody waits for the other side.
  package func send(on socket: borrowing PacketSocket) throws(SystemError) {
    try socket.send(packet.span, .refuses)
  }

  /// The next message; nil at the end. What is none is passed over.
  package static func next(from socket: borrowing PacketSocket, _ strategy: WaitStrategy = .waits) -> Self? {
    while true {
      var bytes = [UInt8](repeating: 0, count: largestPacket)
      var span = bytes.mutableSpan
      guard let count = try? socket.receive(into: &span, strategy), count > 0 else { return nil }
      if let message = try? Self(packet: bytes.span.extracting(0..<count)) { return message }
    }
  }
}
