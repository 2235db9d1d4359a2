// SPDX-License-Identifier: Apache-2.0
import Glibc
import OwnProcess
import ProxyMessages
import ProxyRules
import Sockets
import StreamSockets
import SystemCallFilter
import SystemCalls
import Threads
import TunnelledPackets

/// The two processes of `bailey-proxy` that are the network of one start of an app. Each ends with `bailey-run`, which gives it
/// its end of a channel as descriptor 3; 4 is its end of the channel between the two.
package enum ProxyService {
  /// A connection is two streams and, while bytes are on their way, two pipes.
  private static let openFiles: UInt64 = 16_384
  private static let (runtime, between): (Int32, Int32) = (3, 4)

  /// Reads what the app sends and what servers answer. Returns when `bailey-run` has gone.
  package static func carry() throws {
    // glibc would open a file to see how many heaps so many threads should have.
    Heaps.share()
    // Fewer connections are possible where the limit is lower.
    try? ResourceLimit.raiseOpenFiles(to: openFiles)
    try ProcessHardening.keep([])
    try ProcessHardening.refuseCoreDumps()
    let runtime = RuntimeChannel(PacketSocket(FileDescriptor(owning: Self.runtime)))
    let connector = ConnectorChannel(PacketSocket(FileDescriptor(owning: between)))
    try SystemCallFilter.enter(allowing: AllowedCall.proxy)
    guard var beginning = runtime.beginning(), let socket = beginning.listener.take() else { return }
    let consent = ProxyConsent(
      tracking: { runtime.allows(.tracking) }, localNetwork: { runtime.allows(.localNetworkStands) })
    let proxy = NetworkProxy(
      beginning.rules, consent, atMost: beginning.connections, use: { runtime.use($0, $1) },
      connect: { (host, port, isLocalOnly) throws(ProxyFailure) in
        try connector.connect(to: host, port, isLocalOnly: isLocalOnly)
      })
    let listener = StreamListener(adopting: socket, port: 0)
    let tunnel = try tunnel(beginning.tunnel.take())
    try SystemThread.start(named: "connections") { connector.follow() }
    try SystemThread.start(named: "proxy") { proxy.serve(listener) { tunnel?.origin($0, $1) ?? .program } }
    let changes = RepeatedWork { proxy.recheck() }
    runtime.follow { changes.begin() }
  }

  private static func tunnel(_ device: consuming FileDescriptor?) throws -> TunnelService? {
    guard let device = device.take() else { return nil }
    let tunnel = TunnelService(device, proxyPort: NetworkTunnel.proxyPort)
    try SystemThread.start(named: "packets") { tunnel.serve() }
    return tunnel
  }

  /// Resolves names and connects, and reads nothing that comes over connections. Returns when `bailey-run` has gone.
  package static func connect() throws {
    Heaps.share()
    let runtime = RuntimeChannel(PacketSocket(FileDescriptor(owning: Self.runtime)))
    let proxy = ConnectorService(PacketSocket(FileDescriptor(owning: between)))
    try confine()
    guard let beginning = runtime.beginning() else { return }
    let consent = ConnectorConsent(
      tracking: { runtime.allows(.tracking) }, localNetwork: { runtime.allows(.localNetwork) })
    let connector = Connector(beginning.rules, consent, use: { runtime.use($0, $1) })
    let connections = beginning.connections
    try SystemThread.start(named: "requests") { proxy.serve(connector, atMost: connections) }
    runtime.follow {}
  }
}

/// Work that is done once more when it was asked for meanwhile, and never twice at a time.
private final class RepeatedWork: Sendable {
  private struct State { var (isRunning, isWanted) = (false, false) }
  private let state = Locked(State())
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func begin() {
    let starts = state.withLock { state in
      state.isWanted = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    do { try SystemThread.start(named: "changes") { [self] in run() } } catch {
      // What was taken back must not go on: nothing does.
      exit(EXIT_FAILURE)
    }
  }

  private func run() {
    while state.withLock({ state in
      defer { (state.isRunning, state.isWanted) = (state.isWanted, false) }
      return state.isWanted
    }) { body() }
  }
}
