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
  private let app: BrokerClient

  /// Whoever asks over `app` is the app; `owner` is asked by `bailey` itself.
  package init(_ rules: NetworkRules, app: BrokerClient, owner: BrokerClient) {
    self.app = app
    // A log that cannot be written keeps nobody from what the person allowed.
    let uses = NetworkUses { notes in try? owner.note(notes) }
    self.uses = uses
    // On any error, assume that the person has not allowed it.
    let consent = NetworkConsent(
      tracking: { (try? app.consentStanding(.tracking))?.givesAccess == true },
      localNetwork: {
        guard case .stands(let standing)? = try? app.requestConsent(.localNetwork) else { return false }
        return standing.givesAccess
      },
      localNetworkStands: { (try? app.consentStanding(.localNetwork))?.givesAccess == true })
    proxy = NetworkProxy(rules, consent, uses)
  }

  /// Before the app runs: in the network of a process of its sandbox.
  package func start(inNetworkOf process: Int32) throws(SystemError) {
    let listener = try StreamListener(inNetworkOf: process, port: Self.port)
    try SystemThread.start(named: "network") { [proxy] in proxy.serve(listener) }
    try SystemThread.start(named: "consent") { [self] in followChanges() }
  }

  /// When the app has ended.
  package func finish() { uses.flush() }

  private func followChanges() {
    // Without `baileyd` nothing stands.
    app.followConsent { [proxy] _ in proxy.recheck() }
  }
}
