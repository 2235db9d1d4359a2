// SPDX-License-Identifier: Apache-2.0
import WidgetMessages
package import WireFormat

extension BrokerRequest {
  /// The whole frame. Fails only where something is larger than `KeychainLimits` and `BrokerProtocol` allow.
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.beginFrame(number.rawValue)
    switch self {
    case .hello(let lowest, let highest, let nonce, let ticket):
      try buffer.append(integer: lowest)
      try buffer.append(integer: highest)
      guard nonce.count == BrokerProtocol.nonceLength else { throw .badValue }
      try buffer.append(bytes: nonce.span)
      // A program of an earlier version has none, and is told by its number that it is too old.
      guard highest >= BrokerProtocol.firstWithTickets || ticket.isEmpty else { throw .badValue }
      if highest >= BrokerProtocol.firstWithTickets { try buffer.append(ticket: ticket) }
    case .keychain(let request): try request.encode(into: &buffer)
    case .apps(let request): try request.encode(into: &buffer)
    case .person(let request): try request.encode(into: &buffer)
    case .consent(let request): try request.encode(into: &buffer)
    case .bundles(let request): try request.encode(into: &buffer)
    case .access(let request): try request.encode(into: &buffer)
    case .widgets(let request): try request.encode(into: &buffer)
    }
    try buffer.endFrame()
  }

  /// From what a frame holds after its length.
  package init(decoding message: Span<UInt8>) throws(BrokerMalformation) {
    var cursor = WireCursor()
    let number = try cursor.frameHead(Number.self, in: message)
    do {
      let request = try Self.fields(of: number, &cursor, in: message)
      try cursor.end(in: message)
      self = request
    } catch {
      throw BrokerMalformation(error)
    }
  }

  private static func fields(
    of number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(WireError) -> BrokerRequest {
    switch number {
    case .hello:
      let lowest = try cursor.byte(in: message)
      let highest = try cursor.byte(in: message)
      let nonce = try cursor.bytes(BrokerProtocol.nonceLength, in: message)
      let ticket = highest < BrokerProtocol.firstWithTickets ? [] : try cursor.ticket(in: message)
      return .hello(lowest: lowest, highest: highest, nonce: nonce, ticket: ticket)
    case .keychain(let number): return .keychain(try KeychainRequest(fieldsOf: number, &cursor, in: message))
    case .apps(let number): return .apps(try AppsRequest(fieldsOf: number, &cursor, in: message))
    case .person(let number): return .person(try PersonRequest(fieldsOf: number, &cursor, in: message))
    case .consent(let number): return .consent(try ConsentRequest(fieldsOf: number, &cursor, in: message))
    case .bundles(let number): return .bundles(try BundlesRequest(fieldsOf: number, &cursor, in: message))
    case .access(let number): return .access(try AccessRequest(fieldsOf: number, &cursor, in: message))
    case .widgets(let number): return .widgets(try WidgetsRequest(fieldsOf: number, &cursor, in: message))
    }
  }
}
