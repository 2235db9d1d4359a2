// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsentModel
package import LinuxSystem
import StreamSockets

/// The network of one start of an app: none but the proxy, which is inside at a port of its loopback.
package final class NetworkAccess: Sendable {
  /// Where the proxy is in the app's own network, in which nothing else is.
  package static let port: UInt16 = 3128

  private let proxy: NetworkProxy
  private let uses: NetworkUses
  private let owner: BrokerClient

  /// `owner` is asked by `bailey run`, for the app that it started.
  package init(_ rules: NetworkRules, owner: BrokerClient) {
    self.owner = owner
    // A log that cannot be written keeps nobody from what the person allowed.
    let uses = NetworkUses { notes in try? owner.note(notes) }
    self.uses = uses
    let consent = NetworkConsent(
      tracking: { owner.mayLend(.tracking, asking: .standing) },
      localNetwork: { owner.mayLend(.localNetwork, asking: .person) },
      localNetworkStands: { owner.mayLend(.localNetwork, asking: .standing) })
    proxy = NetworkProxy(rules, consent, uses)
  }

  /// Before the app runs: on a socket of its sandbox's network.
  package func start(on socket: consuming FileDescriptor) throws(SystemError) {
    let listener = try StreamListener(on: socket, port: Self.port)
    try SystemThread.start(named: "network") { [proxy] in proxy.serve(listener) }
    try SystemThread.start(named: "consent") { [self] in followChanges() }
  }

  /// When the app has ended.
  package func finish() { uses.flush() }

  private func followChanges() {
    // Without `baileyd` nothing stands.
    owner.followConsent { [proxy] _ in proxy.recheck() }
  }
}
