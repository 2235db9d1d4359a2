// SPDX-License-Identifier: Apache-2.0
package import ProxyRules
package import WireFormat

/// A connection that the proxy asks of the connector.
package struct ConnectRequest: ProxyMessage, Equatable {
  package let number: UInt32
  package let host: HostName
  package let port: UInt16
  /// Whether the connection is not encrypted, and may go to the local network alone.
  package let isLocalOnly: Bool

  package init(number: UInt32, host: HostName, port: UInt16, isLocalOnly: Bool) {
    (self.number, self.host, self.port, self.isLocalOnly) = (number, host, port, isLocalOnly)
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: number)
    bytes.append(number: port)
    bytes.append(isLocalOnly ? 1 : 0)
    bytes.append(host: host)
    return bytes
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    number = try cursor.integer(in: packet)
    port = try cursor.integer(in: packet)
    guard port > 0 else { throw .badValue }
    isLocalOnly = try cursor.flag(in: packet)
    host = try cursor.host(in: packet)
    try cursor.end(in: packet)
  }
}

/// The reply of the connector. A connection that was made goes along.
package struct ConnectReply: ProxyMessage, Equatable {
  package let number: UInt32
  package let outcome: Outcome

  package enum Outcome: Sendable, Equatable {
    case connected(isTracker: Bool, isLocal: Bool)
    case refused(ProxyFailure)
  }

  private static let connected: UInt8 = 0

  package init(number: UInt32, _ outcome: Outcome) { (self.number, self.outcome) = (number, outcome) }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: number)
    switch outcome {
    case .connected(let isTracker, let isLocal): return bytes + [Self.connected, isTracker ? 1 : 0, isLocal ? 1 : 0]
    case .refused(let failure): return bytes + [failure.rawValue]
    }
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    number = try cursor.integer(in: packet)
    let code = try cursor.byte(in: packet)
    if code == Self.connected {
      let isTracker = try cursor.flag(in: packet)
      outcome = .connected(isTracker: isTracker, isLocal: try cursor.flag(in: packet))
    } else {
      guard let failure = ProxyFailure(rawValue: code) else { throw .badValue }
      outcome = .refused(failure)
    }
    try cursor.end(in: packet)
  }
}

/// Why no connection is made.
package enum ProxyFailure: UInt8, Error, Sendable, CaseIterable {
  /// The bytes are no request to a proxy.
  case malformed = 1
  /// A host in a form that could mean another one elsewhere.
  case host = 2
  /// Something other than a connection.
  case unsupported = 3
  case tracking = 4
  /// The address is that of this machine itself.
  case machine = 5
  case localNetwork = 6
  case notEncrypted = 7
  case unreachable = 8
}
