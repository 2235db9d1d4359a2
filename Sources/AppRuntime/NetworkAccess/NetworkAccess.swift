// SPDX-License-Identifier: Apache-2.0
import AccessModel
package import BrokerClient
import ConsentModel
import Events
import Glibc
import OwnProcess
import ProxyMessages
package import ProxyRules
import Sockets
import StreamSockets
package import SystemCalls
import Threads
import TunnelledPackets

/// The network of one start of an app or an extension: none but the proxy, which is inside at a port of its loopback, and in a
/// process of its own, as is what connects for it. This process answers both of them what the person has allowed, and writes down
/// what they report.
package final class NetworkAccess: Sendable {
  /// The proxy's port in the app's own network, in which nothing else listens.
  package static let port = NetworkTunnel.proxyPort

  private struct State {
    var peers: [ProxyPeer] = []
    var hasEnded = false
  }

  private let rules: NetworkRules
  private let uses: NetworkUses
  private let answers: NetworkAnswers
  private let owner: BrokerClient
  /// The app whose extension uses the network; nil for the app that this process started.
  private let app: String?
  private let connections: Int
  private let lost: @Sendable () -> Void
  private let state = Locked(State())

  /// `owner` is asked for the app that this process started, or for the app whose extension it started: an extension has the
  /// answers of its app, and asks nobody, because it runs while nobody looks at it. `connections` are those at one time. `lost`
  /// is called once where the app has no network any more, though it runs.
  package init(
    _ rules: NetworkRules, owner: BrokerClient, extensionOf app: String? = nil, connections: Int,
    lost: @escaping @Sendable () -> Void
  ) {
    (self.rules, self.owner, self.connections, self.lost) = (rules, owner, connections, lost)
    self.app = app
    answers = NetworkAnswers(owner, of: app)
    // A log that cannot be written keeps nobody from what the person allowed.
    uses = NetworkUses { notes in try? owner.note(notes, of: app) }
  }

  /// Starts the two processes: while the sandbox is being made, so that nobody waits for them.
  package func prepare() throws(SystemError) {
    let program = try Self.program()
    let between = try PacketSocket.pair()
    let connector = try ProxyPeer(program, ["--connector"], between: between.far)
    let proxy: ProxyPeer
    do throws(SystemError) { proxy = try ProxyPeer(program, [], between: between.near) } catch {
      connector.end()
      throw error
    }
    state.withLock { $0.peers = [proxy, connector] }
  }

  /// The path of the proxy's program, which lies beside this one.
  private static func program() throws(SystemError) -> String {
    SplitPath(try Environment.executablePath()).sibling("bailey-proxy")
  }

  /// Starts the proxy on a socket of the sandbox's network, before the app runs. `tunnel` is the device by which packets leave that; without it,
  /// programs that know no proxy reach nobody.
  package func start(
    on socket: consuming FileDescriptor, tunnel: consuming FileDescriptor?
  ) throws(SystemError) {
    let listener = try StreamListener(on: socket, port: Self.port)
    let peers = state.withLock { $0.peers }
    guard peers.count == 2 else { throw SystemError(.exec, code: ESRCH) }
    do throws(SystemError) {
      try peers[1].begin(rules, connections: connections)
      try peers[0].begin(rules, connections: connections, listener: listener.raw, tunnel: Self.raw(tunnel))
    } catch {
      // It has ended already, which whoever follows it tells.
      guard error.code == EPIPE || error.code == ECONNRESET else { throw error }
    }
    for peer in peers {
      try peer.follow({ [self] report in hear(report, from: peer) }, ended: { [self] in end() })
    }
    try SystemThread.start(named: "consent") { [self] in followChanges() }
  }

  private static func raw(_ tunnel: borrowing FileDescriptor?) -> Int32? {
    switch tunnel {
    case .some(let tunnel): tunnel.raw
    case .none: nil
    }
  }

  private func hear(_ report: ProxyReport, from peer: ProxyPeer) {
    switch report {
    case .ask(let number, let question): answers.answer(question) { peer.tell(.answer(number: number, isAllowed: $0)) }
    case .used(let host, let outcome): uses.count(host, isTracker: rules.isTracker(host), outcome)
    }
  }

  /// Ends both processes: without the one the other is no use.
  private func end() {
    let hadEnded = state.withLock { state in
      defer { state.hasEnded = true }
      return state.hasEnded
    }
    guard !hadEnded else { return }
    for peer in state.withLock({ $0.peers }) { peer.end() }
    try? owner.note([.networkLost], of: app)
    lost()
  }

  /// Ends the access. To be called when the app has ended.
  package func finish() {
    let peers = state.withLock { state in
      state.hasEnded = true
      defer { state.peers = [] }
      return state.peers
    }
    for peer in peers { peer.end() }
    for peer in peers { peer.join() }
    uses.flush()
  }

  private static let look = Duration.seconds(1)
  private var hasEnded: Bool { state.withLock { $0.hasEnded } }

  private func followChanges() {
    let proxy = state.withLock { $0.peers.first }
    // Without `baileyd` nothing stands.
    guard app != nil else { return owner.followConsent(while: { !hasEnded }) { _ in proxy?.tell(.changed) } }
    // It runs for some seconds, beside others: `baileyd` is asked now and then, so that no request waits there for each.
    while !hasEnded {
      _ = try? Poll.readable([], within: Self.look)
      proxy?.tell(.changed)
    }
  }
}
