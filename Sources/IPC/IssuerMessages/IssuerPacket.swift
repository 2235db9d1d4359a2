// SPDX-License-Identifier: Apache-2.0
package import Sockets
package import SystemCalls
package import Threads
package import WireFormat

/// A message between `baileyd` and the process that speaks with an organisation's issuer. Both ends of the channel are made by the
/// supervisor, and nobody else has one.
package protocol IssuerPacket: Sendable {
  func encode(into buffer: inout WireBuffer) throws(WireError)
  init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError)
}

/// The most octets of a request, and of an attestation.
package let largestIssuerBody = 32 << 10
private let largestPacket = largestIssuerBody + 64

extension IssuerPacket {
  /// Reads a packet to its end.
  package init(packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    try self.init(&cursor, in: packet)
    try cursor.end(in: packet)
  }

  /// Fails where a body is too long.
  package func packet() throws(WireError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 256, capacity: largestPacket)
    try encode(into: &buffer)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Sends it, and throws where there is no room: nobody waits for the other side.
  package func send(on socket: borrowing PacketSocket) throws(SystemError) {
    guard let packet = try? packet() else { throw SystemError(.send, code: tooLong) }
    try socket.send(packet.span, .refuses)
  }

  /// The next message; nil at the end. What is none is passed over.
  package static func next(from socket: borrowing PacketSocket, _ strategy: WaitStrategy = .waits) -> Self? {
    while true {
      var bytes = [UInt8](repeating: 0, count: largestPacket)
      var span = bytes.mutableSpan
      guard let count = try? socket.receive(into: &span, strategy), count > 0 else { return nil }
      guard count <= largestPacket else { continue }
      if let message = try? Self(packet: bytes.span.extracting(0..<count)) { return message }
    }
  }
}

/// EMSGSIZE.
private let tooLong: Int32 = 90

extension WireBuffer {
  mutating func append(body: [UInt8]) throws(WireError) {
    guard body.count <= largestIssuerBody else { throw .badValue }
    try append(integer: UInt32(body.count))
    try append(bytes: body.span)
  }
}

extension WireCursor {
  mutating func body(in packet: Span<UInt8>) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt32.self, in: packet))
    guard count <= largestIssuerBody else { throw .badValue }
    return try bytes(count, in: packet)
  }
}
