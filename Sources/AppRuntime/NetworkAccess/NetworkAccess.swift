// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import ConsentModel
import Events
import StreamSockets
package import SystemCalls
import Threads

/// The network of one start of an app or an extension: none but the proxy, which is inside at a port of its loopback.
package final class NetworkAccess: Sendable {
  /// Where the proxy is in the app's own network, in which nothing else is.
  package static let port: UInt16 = 3128

  private let proxy: NetworkProxy
  private let uses: NetworkUses
  private let owner: BrokerClient
  private let isOfExtension: Bool

  /// `owner` is asked for the app that this process started, or for the app whose extension it started: an extension has the
  /// answers of its app, and asks nobody, because it runs while nobody looks at it. `connections` are those at one time.
  package init(_ rules: NetworkRules, owner: BrokerClient, extensionOf app: String? = nil, connections: Int) {
    self.owner = owner
    isOfExtension = app != nil
    // A log that cannot be written keeps nobody from what the person allowed.
    let uses = NetworkUses { notes in try? owner.note(notes, of: app) }
    self.uses = uses
    let asking: ConsentAsking = app == nil ? .person : .standing
    let consent = NetworkConsent(
      tracking: { owner.mayLend(.tracking, asking: .standing, of: app) },
      localNetwork: { owner.mayLend(.localNetwork, asking: asking, of: app) },
      localNetworkStands: { owner.mayLend(.localNetwork, asking: .standing, of: app) })
    proxy = NetworkProxy(rules, consent, uses, atMost: connections)
  }

  /// Before the app runs: on a socket of its sandbox's network.
  package func start(on socket: consuming FileDescriptor) throws(SystemError) {
    let listener = try StreamListener(on: socket, port: Self.port)
    try SystemThread.start(named: "network") { [proxy] in proxy.serve(listener) }
    try SystemThread.start(named: "consent") { [self] in followChanges() }
  }

  /// When the app has ended.
  package func finish() {
    proxy.end()
    uses.flush()
  }

  private static let look = Duration.seconds(1)

  private func followChanges() {
    // Without `baileyd` nothing stands.
    guard isOfExtension else { return owner.followConsent(while: { !proxy.hasEnded }) { [proxy] _ in proxy.recheck() } }
    // It runs for some seconds, beside others: `baileyd` is asked now and then, so that no request waits there for each.
    while !proxy.hasEnded {
      _ = try? Poll.readable([], within: Self.look)
      proxy.recheck()
    }
  }
}
