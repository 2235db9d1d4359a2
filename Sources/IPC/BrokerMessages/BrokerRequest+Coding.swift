// SPDX-License-Identifier: Apache-2.0
package import WireFormat

extension BrokerRequest {
  /// The whole frame. Fails only where something is larger than `KeychainLimits` and `BrokerProtocol` allow.
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.beginFrame(row.number.rawValue)
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
    case .bundles(let request): try request.encode(into: &buffer)
    case .consent(let request): try request.encode(into: &buffer)
    case .privacySettings(let request): try request.encode(into: &buffer)
    case .sharedFiles(let request): try request.encode(into: &buffer)
    case .portal(let request): try request.encode(into: &buffer)
    case .access(let request): try request.encode(into: &buffer)
    case .widgets(let request): try request.encode(into: &buffer)
    case .passkeys(let request): try request.encode(into: &buffer)
    case .attest(let request): try request.encode(into: &buffer)
    }
    try buffer.endFrame()
  }

  /// Decodes what a frame holds after its length.
  package init(decoding message: Span<UInt8>) throws(BrokerMalformation) {
    var cursor = WireCursor()
    let number = try cursor.frameHead(in: message)
    switch MessageFamily(of: number) {
    case nil: throw .unknownNumber
    case .connection:
      guard number == Number.hello.rawValue else { throw .unknownNumber }
      do { self = try Self.hello(&cursor, in: message) } catch { throw BrokerMalformation(error) }
    case .keychain: self = .keychain(try KeychainRequest(numbered: number, &cursor, in: message))
    case .apps: self = .apps(try AppsRequest(numbered: number, &cursor, in: message))
    case .person: self = .person(try PersonRequest(numbered: number, &cursor, in: message))
    case .bundles: self = .bundles(try BundlesRequest(numbered: number, &cursor, in: message))
    case .consent: self = .consent(try ConsentRequest(numbered: number, &cursor, in: message))
    case .privacySettings: self = .privacySettings(try PrivacySettingsRequest(numbered: number, &cursor, in: message))
    case .sharedFiles: self = .sharedFiles(try SharedFilesRequest(numbered: number, &cursor, in: message))
    case .portal: self = .portal(try PortalRequest(numbered: number, &cursor, in: message))
    case .access: self = .access(try AccessRequest(numbered: number, &cursor, in: message))
    case .widgets: self = .widgets(try WidgetsRequest(numbered: number, &cursor, in: message))
    case .passkeys: self = .passkeys(try PasskeysRequest(numbered: number, &cursor, in: message))
    case .attest: self = .attest(try AttestRequest(numbered: number, &cursor, in: message))
    }
  }

  private static func hello(_ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) -> BrokerRequest {
    let lowest = try cursor.byte(in: message)
    let highest = try cursor.byte(in: message)
    let nonce = try cursor.bytes(BrokerProtocol.nonceLength, in: message)
    let ticket = highest < BrokerProtocol.firstWithTickets ? [] : try cursor.ticket(in: message)
    try cursor.end(in: message)
    return .hello(lowest: lowest, highest: highest, nonce: nonce, ticket: ticket)
  }
}
