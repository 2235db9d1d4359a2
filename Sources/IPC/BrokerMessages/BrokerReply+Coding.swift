// SPDX-License-Identifier: Apache-2.0
package import WireFormat

extension BrokerReply {
  /// The whole frame.
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.beginFrame(number)
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
    case .bundles(let reply): try reply.encode(into: &buffer)
    case .consent(let reply): try reply.encode(into: &buffer)
    case .privacySettings(let reply): try reply.encode(into: &buffer)
    case .sharedFiles(let reply): try reply.encode(into: &buffer)
    case .portal(let reply): try reply.encode(into: &buffer)
    case .access(let reply): try reply.encode(into: &buffer)
    case .widgets(let reply): try reply.encode(into: &buffer)
    case .passkeys(let reply): try reply.encode(into: &buffer)
    case .attest(let reply): try reply.encode(into: &buffer)
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
      guard let number = ConnectionNumber(rawValue: number) else { throw .unknownNumber }
      do {
        self = try Self.ofConnection(number, &cursor, in: message)
        try cursor.end(in: message)
      } catch {
        throw BrokerMalformation(error)
      }
    case .keychain: self = .keychain(try KeychainReply(numbered: number, &cursor, in: message))
    case .apps: self = .apps(try AppsReply(numbered: number, &cursor, in: message))
    case .person: self = .person(try PersonReply(numbered: number, &cursor, in: message))
    case .bundles: self = .bundles(try BundlesReply(numbered: number, &cursor, in: message))
    case .consent: self = .consent(try ConsentReply(numbered: number, &cursor, in: message))
    case .privacySettings: self = .privacySettings(try PrivacySettingsReply(numbered: number, &cursor, in: message))
    case .sharedFiles: self = .sharedFiles(try SharedFilesReply(numbered: number, &cursor, in: message))
    case .portal: self = .portal(try PortalReply(numbered: number, &cursor, in: message))
    case .access: self = .access(try AccessReply(numbered: number, &cursor, in: message))
    case .widgets: self = .widgets(try WidgetsReply(numbered: number, &cursor, in: message))
    case .passkeys: self = .passkeys(try PasskeysReply(numbered: number, &cursor, in: message))
    case .attest: self = .attest(try AttestReply(numbered: number, &cursor, in: message))
    }
  }

  private static func ofConnection(
    _ number: ConnectionNumber, _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(WireError) -> BrokerReply {
    switch number {
    case .challenge: return .challenge(nonce: try cursor.bytes(BrokerProtocol.nonceLength, in: message))
    case .welcome:
      return .welcome(version: try cursor.byte(in: message), ticket: try cursor.ticket(in: message))
    case .done: return .done
    case .refused: return .refused(try BrokerRefusal(decoding: message, &cursor))
    case .idleClose: return .idleClose
    }
  }
}
