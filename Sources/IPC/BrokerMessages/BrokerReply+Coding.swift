// SPDX-License-Identifier: Apache-2.0
import WidgetMessages
package import WireFormat

extension BrokerReply {
  /// The whole frame.
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.beginFrame(number.rawValue)
    switch self {
    case .challenge(let nonce):
      guard nonce.count == BrokerProtocol.nonceLength else { throw .badValue }
      try buffer.append(bytes: nonce.span)
    case .welcome(let version, let ticket):
      try buffer.append(integer: version)
      try buffer.append(ticket: ticket)
    case .refused(let refusal): try refusal.encode(into: &buffer)
    case .done, .idleClose: break
    case .keychain(let reply): try reply.encode(into: &buffer)
    case .apps(let reply): try reply.encode(into: &buffer)
    case .person(let reply): try reply.encode(into: &buffer)
    case .consent(let reply): try reply.encode(into: &buffer)
    case .bundles(let reply): try reply.encode(into: &buffer)
    case .access(let reply): try reply.encode(into: &buffer)
    case .widgets(let reply): try reply.encode(into: &buffer)
    }
    try buffer.endFrame()
  }

  /// From what a frame holds after its length.
  package init(decoding message: Span<UInt8>) throws(BrokerMalformation) {
    var cursor = WireCursor()
    let number = try cursor.frameHead(Number.self, in: message)
    do {
      let reply = try Self.fields(of: number, &cursor, in: message)
      try cursor.end(in: message)
      self = reply
    } catch {
      throw BrokerMalformation(error)
    }
  }

  private static func fields(
    of number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(WireError) -> BrokerReply {
    switch number {
    case .session(.challenge): return .challenge(nonce: try cursor.bytes(BrokerProtocol.nonceLength, in: message))
    case .session(.welcome):
      return .welcome(version: try cursor.byte(in: message), ticket: try cursor.ticket(in: message))
    case .session(.done): return .done
    case .session(.refused): return .refused(try BrokerRefusal(decoding: message, &cursor))
    case .session(.idleClose): return .idleClose
    case .keychain(let number): return .keychain(try KeychainReply(fieldsOf: number, &cursor, in: message))
    case .apps(let number): return .apps(try AppsReply(fieldsOf: number, &cursor, in: message))
    case .person(let number): return .person(try PersonReply(fieldsOf: number, &cursor, in: message))
    case .consent(let number): return .consent(try ConsentReply(fieldsOf: number, &cursor, in: message))
    case .bundles(let number): return .bundles(try BundlesReply(fieldsOf: number, &cursor, in: message))
    case .access(let number): return .access(try AccessReply(fieldsOf: number, &cursor, in: message))
    case .widgets(let number): return .widgets(try WidgetsReply(fieldsOf: number, &cursor, in: message))
    }
  }
}
