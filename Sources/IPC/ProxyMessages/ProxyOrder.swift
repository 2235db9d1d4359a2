// SPDX-License-Identifier: Apache-2.0
package import ProxyRules
package import WireFormat

/// The orders of `bailey-run` to the proxy and the connector of one start.
package enum ProxyOrder: ProxyMessage, Equatable {
  /// Domains that follow people; more may come.
  case trackers([HostName])
  case security(allowsEverything: Bool, allowsLocal: Bool)
  /// The exceptions of hosts; further messages may add more.
  case exceptions([HostName: TransportSecurity.Exception])
  /// The rules are complete: so many connections at one time. The proxy is given the socket on which it listens.
  case begin(connections: UInt16)
  case answer(number: UInt32, isAllowed: Bool)
  /// The proxy is given the device by which packets of the app's network leave it. Comes before `begin`, if at all.
  case tunnel
  /// An answer of the person changed what the app may do.
  case changed

  private enum Number: UInt8 { case trackers = 1, security, exceptions, begin, answer, changed, tunnel }

  /// The most hosts in one message.
  package static let most = 64

  package var bytes: [UInt8] {
    switch self {
    case .trackers(let hosts):
      return hosts.reduce(into: [Number.trackers.rawValue, UInt8(hosts.count)]) { $0.append(host: $1) }
    case .security(let everything, let local): return [Number.security.rawValue, everything ? 1 : 0, local ? 1 : 0]
    case .exceptions(let exceptions):
      return exceptions.reduce(into: [Number.exceptions.rawValue, UInt8(exceptions.count)]) { bytes, one in
        bytes.append(host: one.key)
        bytes += one.value.bytes
      }
    case .begin(let connections):
      var bytes = [Number.begin.rawValue]
      bytes.append(number: connections)
      return bytes
    case .answer(let number, let isAllowed):
      var bytes = [Number.answer.rawValue]
      bytes.append(number: number)
      return bytes + [isAllowed ? 1 : 0]
    case .changed: return [Number.changed.rawValue]
    case .tunnel: return [Number.tunnel.rawValue]
    }
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    switch try cursor.number(Number.self, in: packet) {
    case .trackers:
      var hosts: [HostName] = []
      for _ in 0..<(try cursor.count(in: packet)) { hosts.append(try cursor.host(in: packet)) }
      self = .trackers(hosts)
    case .security:
      self = .security(allowsEverything: try cursor.flag(in: packet), allowsLocal: try cursor.flag(in: packet))
    case .exceptions:
      var exceptions: [HostName: TransportSecurity.Exception] = [:]
      for _ in 0..<(try cursor.count(in: packet)) {
        let host = try cursor.host(in: packet)
        guard exceptions.updateValue(try .init(decoding: packet, &cursor), forKey: host) == nil else { throw .badValue }
      }
      self = .exceptions(exceptions)
    case .begin: self = .begin(connections: try cursor.integer(in: packet))
    case .answer: self = .answer(number: try cursor.integer(in: packet), isAllowed: try cursor.flag(in: packet))
    case .changed: self = .changed
    case .tunnel: self = .tunnel
    }
    try cursor.end(in: packet)
  }

  /// The orders that tell the rules of an app, in order.
  package static func telling(_ rules: NetworkRules) -> [ProxyOrder] {
    let (trackers, exceptions) = (Array(rules.trackers), Array(rules.security.exceptions))
    let (everything, local) = (rules.security.allowsEverything, rules.security.allowsLocal)
    return pieces(of: trackers).map { .trackers(Array($0)) }
      + [.security(allowsEverything: everything, allowsLocal: local)]
      + pieces(of: exceptions).map { .exceptions(Dictionary(uniqueKeysWithValues: $0.map { ($0.key, $0.value) })) }
  }

  private static func pieces<Element>(of all: [Element]) -> [ArraySlice<Element>] {
    stride(from: 0, to: all.count, by: most).map { all[$0..<min(all.count, $0 + most)] }
  }
}

extension TransportSecurity.Exception {
  fileprivate var bytes: [UInt8] {
    var bytes = [includesSubdomains, allowsInsecure, requiresForwardSecrecy].map { UInt8($0 ? 1 : 0) }
    bytes.append(number: lowestVersion)
    return bytes
  }

  fileprivate init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let (subdomains, insecure) = (try cursor.flag(in: packet), try cursor.flag(in: packet))
    let secrecy = try cursor.flag(in: packet)
    self.init(
      includesSubdomains: subdomains, allowsInsecure: insecure, lowestVersion: try cursor.integer(in: packet),
      requiresForwardSecrecy: secrecy)
  }
}

extension WireCursor {
  fileprivate mutating func count(in packet: Span<UInt8>) throws(WireError) -> Int {
    let count = Int(try byte(in: packet))
    guard count <= ProxyOrder.most else { throw .badValue }
    return count
  }
}
