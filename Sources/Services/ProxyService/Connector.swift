// SPDX-License-Identifier: Apache-2.0
import InternetAddresses
import NameResolution
package import ProxyMessages
package import ProxyRules
package import StreamSockets

/// Makes the connections of one app, after it has looked where each leads. It reads no byte that comes over them.
///
/// A name is resolved here once, and what it was resolved to is what is connected to: an answer that changes later changes
/// nothing. A proxy that the app has taken over reaches no more than the app may.
package struct Connector: Sendable {
  private let rules: NetworkRules
  private let consent: ConnectorConsent
  private let reach: NetworkReach
  private let use: @Sendable (HostName, ConnectionOutcome) -> Void

  package init(
    _ rules: NetworkRules, _ consent: ConnectorConsent, reach: NetworkReach = .machine,
    use: @escaping @Sendable (HostName, ConnectionOutcome) -> Void
  ) {
    (self.rules, self.consent, self.reach, self.use) = (rules, consent, reach, use)
  }

  package func connect(to host: HostName, _ port: UInt16, isLocalOnly: Bool) throws(ProxyFailure) -> ProxyRoute {
    do throws(ProxyFailure) {
      let route = try self.route(to: host, port, isLocalOnly)
      use(host, .made)
      return route
    } catch {
      // A name that was looked up was told to others.
      use(host, error == .unreachable ? .made : .refused)
      throw error
    }
  }

  private func route(to host: HostName, _ port: UInt16, _ isLocalOnly: Bool) throws(ProxyFailure) -> ProxyRoute {
    let isTracker = rules.isTracker(host)
    if isTracker, !consent.tracking() { throw .tracking }
    if host.lies(in: "localhost") { throw .machine }
    // Before it is looked up: whether such a name is there is the local network's own matter.
    if host.isLocalName, !consent.localNetwork() { throw .localNetwork }
    let addresses = try self.addresses(of: host)
    let local = Set(addresses.filter { host.isLocalName || scope(of: $0) == .local })
    // A name that leads into the local network is of that network, however it is spelled.
    if !local.isEmpty, !host.isLocalName, !consent.localNetwork() { throw .localNetwork }
    // Beside an address of the local network a name may have others, by which what may stay in there would leave it.
    let open = isLocalOnly ? addresses.filter(local.contains) : addresses
    if open.isEmpty { throw .notEncrypted }
    for address in open {
      guard let socket = reach.connect(address, port) else { continue }
      return ProxyRoute(socket: socket, isTracker: isTracker, isLocal: local.contains(address))
    }
    throw .unreachable
  }

  /// The addresses that are not this machine's.
  private func addresses(of host: HostName) throws(ProxyFailure) -> [StreamAddress] {
    let found: [StreamAddress]
    switch host {
    case .address(let bytes): found = [StreamAddress(bytes)].compactMap(\.self)
    case .name(let name): found = reach.resolve(name)
    }
    if found.isEmpty { throw .unreachable }
    let others = found.filter { isOthers($0) && !reach.isOwn($0) }
    if others.isEmpty { throw .machine }
    return others
  }

  private func isOthers(_ address: StreamAddress) -> Bool {
    switch AddressScope(address.bytes) {
    case .global, .local: true
    case .loopback, .unusable: false
    }
  }

  /// A global address may be one of a device next to this one: of IPv6, most are.
  private func scope(of address: StreamAddress) -> AddressScope {
    let scope = AddressScope(address.bytes)
    return scope == .global && reach.isOnLink(address) ? .local : scope
  }
}

/// The access that the person has allowed the app.
package struct ConnectorConsent: Sendable {
  /// Whether tracking is allowed, without asking.
  let tracking: @Sendable () -> Bool
  /// Asks where nothing is decided.
  let localNetwork: @Sendable () -> Bool

  package init(tracking: @escaping @Sendable () -> Bool, localNetwork: @escaping @Sendable () -> Bool) {
    (self.tracking, self.localNetwork) = (tracking, localNetwork)
  }
}

/// How others are reached: as this machine does, or as a test says.
package struct NetworkReach: Sendable {
  let resolve: @Sendable (String) -> [StreamAddress]
  let isOwn: @Sendable (StreamAddress) -> Bool
  let isOnLink: @Sendable (StreamAddress) -> Bool
  /// Connects to an address; nil where nobody answers.
  let connect: @Sendable (StreamAddress, UInt16) -> StreamSocket?

  package init(
    resolve: @escaping @Sendable (String) -> [StreamAddress], isOwn: @escaping @Sendable (StreamAddress) -> Bool,
    isOnLink: @escaping @Sendable (StreamAddress) -> Bool,
    connect: @escaping @Sendable (StreamAddress, UInt16) -> StreamSocket?
  ) {
    (self.resolve, self.isOwn, self.isOnLink, self.connect) = (resolve, isOwn, isOnLink, connect)
  }

  private static let timeout = Duration.seconds(15)

  package static let machine = NetworkReach(
    resolve: { StreamAddress.resolve($0) }, isOwn: { $0.isOwn }, isOnLink: { $0.isOnLink },
    connect: { address, port in try? StreamSocket(to: address, port: port, within: timeout) })
}
