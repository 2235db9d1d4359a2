// SPDX-License-Identifier: Apache-2.0
package import ProxyRules
package import StreamSockets

/// What an app declares about its connections.
package struct NetworkRules: Sendable {
  /// Domains that follow people, by its manifests.
  package let trackers: Set<String>
  package let security: TransportSecurity

  package init(trackers: Set<String>, security: TransportSecurity) {
    // As hosts are compared: in small letters, without a dot at the end.
    self.trackers = Set(trackers.map { HostName($0)?.text ?? $0 })
    self.security = security
  }

  func isTracker(_ host: HostName) -> Bool { trackers.contains { host.lies(in: $0) } }
}

/// How the proxy reaches others: as this machine does, or as a test says.
package struct NetworkReach: Sendable {
  package var resolve: @Sendable (String) -> [StreamAddress]
  package var isOwn: @Sendable (StreamAddress) -> Bool
  /// Nil where nobody answers.
  package var connect: @Sendable (StreamAddress, UInt16) -> StreamSocket?

  package init(
    resolve: @escaping @Sendable (String) -> [StreamAddress], isOwn: @escaping @Sendable (StreamAddress) -> Bool,
    connect: @escaping @Sendable (StreamAddress, UInt16) -> StreamSocket?
  ) {
    self.resolve = resolve
    self.isOwn = isOwn
    self.connect = connect
  }

  private static let timeout = Duration.seconds(15)

  package static let machine = NetworkReach(
    resolve: { StreamAddress.resolve($0) }, isOwn: { $0.isOwn },
    connect: { address, port in try? StreamSocket(to: address, port: port, within: timeout) })
}

/// What the person has allowed the app.
package struct NetworkConsent: Sendable {
  /// Without asking.
  package var tracking: @Sendable () -> Bool
  /// Asks where nothing is decided.
  package var localNetwork: @Sendable () -> Bool
  /// Without asking.
  package var localNetworkStands: @Sendable () -> Bool

  package init(
    tracking: @escaping @Sendable () -> Bool, localNetwork: @escaping @Sendable () -> Bool,
    localNetworkStands: @escaping @Sendable () -> Bool
  ) {
    self.tracking = tracking
    self.localNetwork = localNetwork
    self.localNetworkStands = localNetworkStands
  }
}
