// SPDX-License-Identifier: Apache-2.0
package import ProxyRules
package import WireFormat

/// The reports of the proxy and the connector of one start to `bailey-run`.
package enum ProxyReport: ProxyMessage, Equatable {
  case ask(number: UInt32, ProxyQuestion)
  /// The app connected to a host, for the record of what it used.
  case used(HostName, ConnectionOutcome)

  private enum Number: UInt8 { case ask = 1, used }

  package var bytes: [UInt8] {
    switch self {
    case .ask(let number, let question):
      var bytes = [Number.ask.rawValue]
      bytes.append(number: number)
      return bytes + [question.rawValue]
    case .used(let host, let outcome):
      var bytes = [Number.used.rawValue, outcome.rawValue]
      bytes.append(host: host)
      return bytes
    }
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    switch try cursor.number(Number.self, in: packet) {
    case .ask:
      let number = try cursor.integer(UInt32.self, in: packet)
      self = .ask(number: number, try cursor.number(in: packet))
    case .used:
      let outcome = try cursor.number(ConnectionOutcome.self, in: packet)
      self = .used(try cursor.host(in: packet), outcome)
    }
    try cursor.end(in: packet)
  }
}

/// The questions for the person about a connection.
package enum ProxyQuestion: UInt8, Sendable, CaseIterable {
  /// Whether the app may follow people. Nobody is asked.
  case tracking = 1
  /// The question whether the app may reach the local network. The person is asked where nothing is decided.
  case localNetwork = 2
  /// The same, and nobody is asked.
  case localNetworkStands = 3
}

/// The outcome of a connection; a name that was looked up in vain was told to others, as one that was made.
package enum ConnectionOutcome: UInt8, Sendable { case made = 1, refused = 2 }
