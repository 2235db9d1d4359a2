// SPDX-License-Identifier: Apache-2.0
import ProxyRules
package import Sockets
package import SystemCalls
package import WireFormat

/// A message between the processes that are an app's network: `bailey-run` (or `bailey-widgets`), the proxy and the connector. Each is
/// one packet, and what sends it may have been taken over by whoever is at its other side.
package protocol ProxyMessage: Sendable {
  /// The encoded message, of at most `largestProxyMessage`.
  var bytes: [UInt8] { get }
  init(decoding packet: Span<UInt8>) throws(WireError)
}

/// The most bytes of a message.
package let largestProxyMessage = 20 << 10

extension ProxyMessage {
  /// A copy of the descriptor goes along.
  package func send(on socket: borrowing PacketSocket, attached: Int32 = -1) throws(SystemError) {
    try socket.send(bytes.span, attached: attached)
  }

  /// The next message; nil at the end. What is none ends it too: whoever sends that speaks another language.
  package static func next(from socket: borrowing PacketSocket, attached: inout FileDescriptor?) -> Self? {
    var packet = [UInt8](repeating: 0, count: largestProxyMessage)
    var room = packet.mutableSpan
    guard let count = try? socket.receive(into: &room, attached: &attached), count > 0 else { return nil }
    return try? Self(decoding: packet.span.extracting(0..<count))
  }

  /// The same; a descriptor that comes along is closed.
  package static func next(from socket: borrowing PacketSocket) -> Self? {
    var attached: FileDescriptor?
    return next(from: socket, attached: &attached)
  }
}

// MARK: - Fields

extension [UInt8] {
  /// First byte highest.
  mutating func append<Value: FixedWidthInteger & UnsignedInteger>(number: Value) {
    for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Value(shift)))
    }
  }

  /// A host has at most 253 bytes: RFC 1035, 2.3.4.
  mutating func append(host: HostName) {
    let text = Array(host.text.utf8)
    append(UInt8(truncatingIfNeeded: text.count))
    append(contentsOf: text)
  }
}

extension WireCursor {
  mutating func host(in packet: Span<UInt8>) throws(WireError) -> HostName {
    let text = try text(Int(try byte(in: packet)), in: packet)
    // One host, one form.
    guard let host = HostName(text), host.text == text else { throw .badValue }
    return host
  }

  mutating func flag(in packet: Span<UInt8>) throws(WireError) -> Bool {
    let byte = try byte(in: packet)
    guard byte <= 1 else { throw .badValue }
    return byte == 1
  }
}
