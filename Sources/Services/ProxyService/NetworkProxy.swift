// SPDX-License-Identifier: Apache-2.0
import Events
package import ProxyMessages
package import ProxyRules
package import StreamSockets
import SystemCalls
import Threads
package import TunnelledPackets

/// Makes a connection to a host and a port; to the local network alone where the last is true.
package typealias ProxyConnect = @Sendable (HostName, UInt16, Bool) throws(ProxyFailure) -> ProxyRoute

/// The person's consent to the app's connections. Nobody is asked.
package struct ProxyConsent: Sendable {
  let tracking: @Sendable () -> Bool
  let localNetwork: @Sendable () -> Bool

  package init(tracking: @escaping @Sendable () -> Bool, localNetwork: @escaping @Sendable () -> Bool) {
    (self.tracking, self.localNetwork) = (tracking, localNetwork)
  }
}

/// The only way out of an app's network: it speaks HTTP and SOCKS 5, has the connector make what is asked for, and carries the
/// bytes. What a connection says of itself inside, as far as it is not encrypted, is held to the same rules as what was asked for.
package final class NetworkProxy: Sendable {
  /// A connection that is open, so that it can be ended when what allowed it is taken back.
  private struct Live {
    let ends: [StreamSocket]
    /// Whether the host is a tracker, by the name that was asked for or the one in what was sent.
    var isTracker: Bool
    let isLocal: Bool
  }

  private struct State {
    var connections = 0
    var live: [Int: Live] = [:]
    var next = 0
  }

  private static let idle = Duration.seconds(600)
  private static let timeToAsk = Duration.seconds(30)
  private static let part = 16 << 10

  private let rules: NetworkRules
  private let consent: ProxyConsent
  private let connect: ProxyConnect
  private let use: @Sendable (HostName, ConnectionOutcome) -> Void
  /// The maximum number of connections; further ones are closed at once.
  private let most: Int
  private let state = Locked(State())

  package init(
    _ rules: NetworkRules, _ consent: ProxyConsent, atMost most: Int = 1500,
    use: @escaping @Sendable (HostName, ConnectionOutcome) -> Void, connect: @escaping ProxyConnect
  ) {
    (self.rules, self.consent, self.most, self.use, self.connect) = (rules, consent, most, use, connect)
  }

  /// Takes connections for as long as this process runs. `origin` says of the address and the port that one seems to come from
  /// where it was to lead.
  package func serve(
    _ listener: StreamListener,
    origin: @escaping @Sendable ([UInt8], UInt16) -> NetworkTunnel.Origin = { _, _ in .program }
  ) -> Never {
    while true {
      guard let (socket, address, port) = try? listener.acceptNamed() else {
        // Descriptors may be short for a moment.
        _ = try? Poll.readable([], within: .milliseconds(20))
        continue
      }
      let hasRoom = state.withLock { state in
        guard state.connections < most else { return false }
        state.connections += 1
        return true
      }
      guard hasRoom else {
        socket.shutDown()
        continue
      }
      do {
        try SystemThread.start(named: "proxy") { [self] in
          carry(socket, origin(address, port))
          socket.shutDown()
          state.withLock { $0.connections -= 1 }
        }
      } catch {
        socket.shutDown()
        state.withLock { $0.connections -= 1 }
      }
    }
  }

  /// Ends what is not allowed any more. To be called when an answer changed.
  package func recheck() {
    let live = state.withLock { $0.live.values.filter { $0.isTracker || $0.isLocal } }
    guard !live.isEmpty else { return }
    let (tracking, local) = (consent.tracking(), consent.localNetwork())
    for one in live where (one.isTracker && !tracking) || (one.isLocal && !local) {
      for end in one.ends { end.shutDown() }
    }
  }

  // MARK: - One connection

  private func carry(_ app: StreamSocket, _ origin: NetworkTunnel.Origin) {
    let request: ProxyRequest
    switch origin {
    case .unknown: return
    case .connection(let host, let port): request = ProxyRequest(host: host, port: port, kind: .direct, rest: [])
    case .program:
      guard let asked = try? self.request(from: app) else { return }
      request = asked
    }
    let route: ProxyRoute
    do throws(ProxyFailure) {
      route = try self.route(to: request)
    } catch {
      try? app.send(error.answer(to: request.kind), within: .seconds(5))
      return
    }
    let live = Live(ends: [app, route.socket], isTracker: route.isTracker, isLocal: route.isLocal)
    let number = state.withLock { state in
      state.next += 1
      state.live[state.next] = live
      return state.next
    }
    defer {
      state.withLock { _ = $0.live.removeValue(forKey: number) }
      route.socket.shutDown()
    }
    // What was taken back since it was looked up is not in the list of those that were ended.
    guard !route.isTracker || consent.tracking(), !route.isLocal || consent.localNetwork() else { return }
    guard let namesTracker = try? begin(request, route, app) else { return }
    if namesTracker {
      state.withLock { $0.live[number]?.isTracker = true }
      // Taken back since the name was looked at, it would go on.
      guard consent.tracking() else { return }
    }
    app.relay(to: route.socket, idle: Self.idle)
  }

  private func request(from app: StreamSocket) throws(SystemError) -> ProxyRequest? {
    var (bytes, hasGreeted): ([UInt8], Bool) = ([], false)
    let deadline = ContinuousClock.now + Self.timeToAsk
    while bytes.count <= ProxyRequest.largest + Self.part, ContinuousClock.now < deadline {
      switch ProxyRequest.read(bytes, hasGreeted: hasGreeted) {
      case .request(let request): return request
      case .answer(let answer, let used):
        try app.send(answer, within: Self.timeToAsk)
        hasGreeted = true
        bytes.removeFirst(used)
      case .refused(let refusal):
        let kind: ProxyRequest.Kind = bytes.first == 5 ? .socks : .connect
        if bytes.first == 5, !hasGreeted {
          try app.send([5, 0xFF], within: Self.timeToAsk)
        } else {
          try app.send(ProxyFailure(refusal).answer(to: kind), within: Self.timeToAsk)
        }
        return nil
      case .incomplete:
        let more = try app.receive(atMost: Self.part, within: Self.timeToAsk)
        guard !more.isEmpty else { return nil }
        bytes += more
      }
    }
    return nil
  }

  private func route(to request: ProxyRequest) throws(ProxyFailure) -> ProxyRoute {
    let host = request.host
    guard case .http = request.kind else { return try connect(host, request.port, false) }
    // Not even looked up, which would tell the name to others.
    guard rules.security.allowsPlain(host, isLocal: true) else {
      use(host, .refused)
      throw .notEncrypted
    }
    return try connect(host, request.port, !rules.security.allowsPlain(host, isLocal: false))
  }

  // MARK: - What a tunnel begins with

  private enum HostRefusal: Error { case refused }

  /// Whether what begins names a domain that follows people, in the place of the host that was asked for.
  private func begin(_ request: ProxyRequest, _ route: ProxyRoute, _ app: StreamSocket) throws -> Bool {
    switch request.kind {
    case .http(let head):
      try route.socket.send(head + request.rest, within: Self.timeToAsk)
      return false
    case .connect: try app.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), within: Self.timeToAsk)
    case .direct: break
    case .socks: try app.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0], within: Self.timeToAsk)
    }
    var first = request.rest
    while true {
      // Some servers speak first: that is passed on until the app does.
      while first.isEmpty {
        switch try app.wait(orFor: route.socket, within: Self.idle) {
        case .neither: throw HostRefusal.refused
        case .other:
          let bytes = try route.socket.receive(atMost: Self.part, within: Self.timeToAsk)
          guard !bytes.isEmpty else { throw HostRefusal.refused }
          try app.send(bytes, within: Self.timeToAsk)
        case .this:
          first = try app.receive(atMost: Self.part, within: Self.timeToAsk)
          guard !first.isEmpty else { throw HostRefusal.refused }
        }
      }
      if let named = try named(first, request, route) {
        try route.socket.send(first, within: Self.timeToAsk)
        if first.first == ClientHello.firstByte { try passAnswer(request, route, app) }
        return named == .tracker
      }
      let more = try app.receive(atMost: Self.part, within: Self.timeToAsk)
      guard !more.isEmpty, first.count <= 2 * ClientHello.largest else { throw HostRefusal.refused }
      first += more
    }
  }

  /// A client offers what it can; what the connection has is in the server's answer, which nothing encrypts.
  private func passAnswer(_ request: ProxyRequest, _ route: ProxyRoute, _ app: StreamSocket) throws {
    guard rules.security.asksOfServer(request.host, isLocal: route.isLocal) else { return }
    var answer: [UInt8] = []
    while true {
      switch ServerHello.read(answer) {
      case .alert: return try app.send(answer, within: Self.timeToAsk)
      case .hello(let hello):
        guard rules.security.allows(hello, from: request.host, isLocal: route.isLocal) else {
          throw refusal(of: request.host)
        }
        return try app.send(answer, within: Self.timeToAsk)
      case .other: throw refusal(of: request.host)
      case .incomplete:
        guard answer.count <= 2 * ServerHello.largest else { throw refusal(of: request.host) }
        let more = try route.socket.receive(atMost: Self.part, within: Self.timeToAsk)
        guard !more.isEmpty else { throw HostRefusal.refused }
        answer += more
      }
    }
  }

  private enum Named { case tracker, other }

  /// The host that the bytes name, as soon as enough is there to be judged; throws for what may not pass.
  private func named(_ bytes: [UInt8], _ request: ProxyRequest, _ route: ProxyRoute) throws -> Named? {
    switch ClientHello.read(bytes) {
    case .incomplete: return nil
    case .hello(let hello):
      guard rules.security.allows(version: hello.version, to: request.host) else { throw refusal(of: request.host) }
      guard let name = hello.serverName else { return .other }
      guard let host = HostName(name) else { throw refusal(of: request.host) }
      return try pass(host, request)
    case .other:
      switch ProxyRequest.plain(bytes) {
      case .other: return .other
      case .incomplete: return nil
      case .refused: throw refusal(of: request.host)
      case .request(let named):
        let host = named ?? request.host
        guard rules.security.allowsPlain(host, isLocal: route.isLocal) else { throw refusal(of: host) }
        return try pass(host, request)
      }
    }
  }

  /// Another name than the one that was asked for counts as that name.
  private func pass(_ host: HostName, _ request: ProxyRequest) throws -> Named {
    guard host != request.host else { return .other }
    let isTracker = rules.isTracker(host)
    if isTracker, !consent.tracking() { throw refusal(of: host) }
    use(host, .made)
    return isTracker ? .tracker : .other
  }

  private func refusal(of host: HostName) -> HostRefusal {
    use(host, .refused)
    return .refused
  }
}
