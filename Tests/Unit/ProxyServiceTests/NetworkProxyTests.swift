// SPDX-License-Identifier: Apache-2.0
import Foundation
import PropertyLists
import ProxyMessages
import ProxyRules
import ProxyService
import StreamSockets
import Testing
import Threads

@Suite struct NetworkProxyTests {
  /// A server of the test's own stands for every host; what the proxy resolves a name to is the test's to say.
  private final class World: Sendable {
    let tracking = Locked(false)
    let local = Locked(false)
    let outcomes = Locked<[HostName: [ConnectionOutcome]]>([:])
    let resolved = Locked<[String: [[UInt8]]]>([:])
    let reached = Locked<[[UInt8]]>([])
    let lookedUp = Locked<[String]>([])
    /// What the server says to the beginning of TLS.
    let answers = Locked(NetworkProxyTests.serverHello())
    let onLink = Locked<[[UInt8]]>([])
    let asked = Locked(0)
    let rules: NetworkRules
    let proxy: NetworkProxy
    let port: UInt16
    let server: StreamListener

    init(trackers: Set<String> = [], info: [String: PropertyListValue] = [:]) throws {
      let (outcomes, resolved, reached, onLink, asked) = (outcomes, resolved, reached, onLink, asked)
      let (tracking, local, answers, lookedUp) = (tracking, local, answers, lookedUp)
      let server = try StreamListener()
      self.server = server
      let loopback = try #require(StreamAddress([127, 0, 0, 1]))
      let reach = NetworkReach(
        resolve: { name in
          lookedUp.withLock { $0.append(name) }
          return (resolved.withLock { $0[name] } ?? [[93, 184, 216, 34]]).compactMap { StreamAddress($0) }
        },
        isOwn: { $0.bytes == [203, 0, 113, 5] },
        isOnLink: { address in onLink.withLock { $0.contains(address.bytes) } },
        connect: { address, _ in
          reached.withLock { $0.append(address.bytes) }
          return try? StreamSocket(to: loopback, port: server.port, within: .seconds(5))
        })
      rules = NetworkRules(domains: trackers, security: TransportSecurity(info))
      let use: @Sendable (HostName, ConnectionOutcome) -> Void = { host, outcome in
        outcomes.withLock { $0[host, default: []].append(outcome) }
      }
      let connector = Connector(
        rules,
        ConnectorConsent(
          tracking: { tracking.withLock { $0 } },
          localNetwork: {
            asked.withLock { $0 += 1 }
            return local.withLock { $0 }
          }), reach: reach, use: use)
      proxy = NetworkProxy(
        rules, ProxyConsent(tracking: { tracking.withLock { $0 } }, localNetwork: { local.withLock { $0 } }), use: use,
        connect: { (host, port, isLocalOnly) throws(ProxyFailure) in
          try connector.connect(to: host, port, isLocalOnly: isLocalOnly)
        })
      let listener = try StreamListener()
      port = listener.port
      try SystemThread.start(named: "proxy") { [proxy] in proxy.serve(listener) }
      // It says back what it hears, and answers as a server of TLS does.
      try SystemThread.start(named: "server") {
        while let socket = try? server.accept() {
          try? SystemThread.start(named: "echo") {
            while let bytes = try? socket.receive(atMost: 4096, within: .seconds(20)), !bytes.isEmpty {
              let answer = bytes.first == 22 ? answers.withLock { $0 } : bytes
              guard (try? socket.send(answer, within: .seconds(5))) != nil else { return }
            }
            socket.shutDown()
          }
        }
      }
    }

    func connect() throws -> StreamSocket {
      try StreamSocket(to: try #require(StreamAddress([127, 0, 0, 1])), port: port, within: .seconds(5))
    }

    /// The first line of the answer.
    func ask(_ text: String) throws -> String {
      let socket = try connect()
      try socket.send(Array(text.utf8), within: .seconds(5))
      let answer = String(decoding: try socket.receive(atMost: 4096, within: .seconds(10)), as: UTF8.self)
      return answer.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }

    func tunnel(_ host: String) throws -> StreamSocket? {
      let socket = try connect()
      try socket.send(Array("CONNECT \(host):443 HTTP/1.1\r\n\r\n".utf8), within: .seconds(5))
      let answer = String(decoding: try socket.receive(atMost: 4096, within: .seconds(10)), as: UTF8.self)
      return answer.hasPrefix("HTTP/1.1 200") ? socket : nil
    }

    /// Whether bytes come back through a tunnel.
    func carries(_ socket: StreamSocket, _ bytes: [UInt8]) throws -> Bool {
      try socket.send(bytes, within: .seconds(5))
      let answer = bytes.first == 22 ? answers.withLock { $0 } : bytes
      return try socket.receive(atMost: 4096, within: .seconds(10)) == answer
    }

    /// By host: how many were made, and how many refused.
    func counts() -> [String] {
      outcomes.withLock { outcomes in
        outcomes.map { host, outcomes in
          let refused = outcomes.count { $0 == .refused }
          return "\(host.text) \(outcomes.count - refused) \(refused)\(rules.isTracker(host) ? " tracker" : "")"
        }.sorted()
      }
    }
  }

  private static func hello(_ name: String, versions: [UInt8] = [3, 4]) -> [UInt8] {
    func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes }
    let sni = [0, 0] + counted(counted([0] + counted(Array(name.utf8))))
    let supported = [0, 43] + counted([UInt8(versions.count)] + versions)
    let body =
      [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + counted([0x13, 1]) + [1, 0] + counted(sni + supported)
    return [22, 3, 1] + counted([1, 0] + counted(body))
  }

  private static func serverHello(_ version: UInt16 = 0x0304, suite: UInt16 = 0x1301) -> [UInt8] {
    func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    let supported = version >= 0x0304 ? [0, 6, 0, 43, 0, 2] + bytes(version) : []
    let body = bytes(min(version, 0x0303)) + [UInt8](repeating: 7, count: 32) + [0] + bytes(suite) + [0] + supported
    return [22, 3, 3, 0, UInt8(body.count + 4), 2, 0, 0, UInt8(body.count)] + body
  }

  @Test func `What a server answers is held to the version and to forward secrecy, as the app declares them`() throws {
    func carries(_ answer: [UInt8], _ exception: [String: PropertyListValue]? = nil) throws -> Bool {
      let exceptions = PropertyListValue.dictionary(exception.map { ["example.org": .dictionary($0)] } ?? [:])
      let world = try World(info: ["NSAppTransportSecurity": .dictionary(["NSExceptionDomains": exceptions])])
      world.answers.withLock { $0 = answer }
      let socket = try #require(try world.tunnel("example.org"))
      try socket.send(Self.hello("example.org"), within: .seconds(5))
      return (try? socket.receive(atMost: 4096, within: .seconds(10))) == answer
    }
    #expect(try carries(Self.serverHello()))
    #expect(try carries(Self.serverHello(0x0303, suite: 0xC02F)))
    // A server that refuses may say so.
    #expect(try carries([21, 3, 3, 0, 2, 2, 40]))
    // TLS 1.1; RSA alone, and with a key for one connection that is on no curve; and nothing that is TLS.
    #expect(try !carries(Self.serverHello(0x0302, suite: 0xC013)))
    #expect(try !carries(Self.serverHello(0x0303, suite: 0x009C)))
    #expect(try !carries(Self.serverHello(0x0303, suite: 0x009E)))
    #expect(try !carries(Array("hello".utf8)))
    #expect(
      try carries(Self.serverHello(0x0303, suite: 0x009C), ["NSExceptionRequiresForwardSecrecy": .boolean(false)]))
    #expect(try carries(Self.serverHello(0x0302, suite: 0xC013), ["NSExceptionMinimumTLSVersion": .string("TLSv1.1")]))
    #expect(try !carries(Self.serverHello(0x0303, suite: 0xC02F), ["NSExceptionMinimumTLSVersion": .string("TLSv1.3")]))
  }

  @Test func `A tunnel carries bytes both ways and is written down`() throws {
    let world = try World()
    let socket = try #require(try world.tunnel("example.org"))
    #expect(try world.carries(socket, Self.hello("example.org")))
    #expect(try world.carries(socket, [1, 2, 3]))
    #expect(world.counts() == ["example.org 1 0"])
    #expect(world.reached.withLock { $0 } == [[93, 184, 216, 34]])
  }

  @Test func `Much and little come through whole and in order, both ways, and so does the end`() throws {
    let world = try World()
    let socket = try #require(try world.tunnel("example.org"))
    #expect(try world.carries(socket, Self.hello("example.org")))
    // Pieces of a byte fill a pipe before its bytes do.
    let sizes = [1, 1, 1, 3, 70_000, 300_000] + [Int](repeating: 1, count: 200) + [5, 2_000_000, 17, 1]
    let sent = sizes.enumerated().map { index, size in
      (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) }
    }
    let got = Locked<[UInt8]>([])
    let count = sizes.reduce(0, +)
    let reader = try SystemThread(named: "reader") {
      while got.withLock({ $0.count }) < count,
        let bytes = try? socket.receive(atMost: 1 << 16, within: .seconds(20)), !bytes.isEmpty
      {
        got.withLock { $0 += bytes }
      }
    }
    for piece in sent { try socket.send(piece, within: .seconds(20)) }
    reader.join()
    #expect(got.withLock { $0 } == Array(sent.joined()))
    #expect(try world.carries(socket, [9]))
    socket.shutDown()
    #expect((try? socket.receive(atMost: 1, within: .seconds(5)))?.isEmpty ?? true)
  }

  @Test func `SOCKS 5 carries bytes too`() throws {
    let world = try World()
    let socket = try world.connect()
    try socket.send([5, 1, 0], within: .seconds(5))
    #expect(try socket.receive(atMost: 10, within: .seconds(5)) == [5, 0])
    try socket.send([5, 1, 0, 3, 3] + Array("a.b".utf8) + [1, 187], within: .seconds(5))
    #expect(try socket.receive(atMost: 10, within: .seconds(5)).first == 5)
    #expect(try world.carries(socket, Self.hello("a.b")))
  }

  @Test func `A domain that follows people is refused until tracking is allowed, and again when it is taken back`()
    throws
  {
    let world = try World(trackers: ["follow.example"])
    #expect(try world.tunnel("x.follow.example") == nil)
    #expect(try world.tunnel("X.Follow.Example.") == nil)
    #expect(world.reached.withLock { $0 }.isEmpty)
    world.tracking.withLock { $0 = true }
    let socket = try #require(try world.tunnel("x.follow.example"))
    #expect(try world.carries(socket, Self.hello("x.follow.example")))
    world.tracking.withLock { $0 = false }
    world.proxy.recheck()
    #expect(try socket.receive(atMost: 10, within: .seconds(5)).isEmpty)
    #expect(world.counts() == ["x.follow.example 1 2 tracker"])
  }

  @Test func `What a tunnel names inside counts as if it had been asked for`() throws {
    let world = try World(trackers: ["follow.example"])
    let socket = try #require(try world.tunnel("innocent.example"))
    try socket.send(Self.hello("follow.example"), within: .seconds(5))
    #expect((try? socket.receive(atMost: 10, within: .seconds(5)))?.isEmpty ?? true)
    let encoded = try #require(try world.tunnel("innocent.example"))
    try encoded.send(Self.hello("follow%2eexample"), within: .seconds(5))
    #expect((try? encoded.receive(atMost: 10, within: .seconds(5)))?.isEmpty ?? true)
    let byAddress = try #require(try world.tunnel("93.184.216.34"))
    try byAddress.send(Self.hello("follow.example"), within: .seconds(5))
    #expect((try? byAddress.receive(atMost: 10, within: .seconds(5)))?.isEmpty ?? true)
    #expect(world.counts().contains("follow.example 0 2 tracker"))
  }

  @Test func `A tunnel to another host that names a domain that follows people ends when tracking is taken back`()
    throws
  {
    let world = try World(trackers: ["Follow.Example."])
    world.tracking.withLock { $0 = true }
    let (named, other) = (
      try #require(try world.tunnel("innocent.example")), try #require(try world.tunnel("innocent.example"))
    )
    #expect(try world.carries(named, Self.hello("a.follow.example")))
    #expect(try world.carries(other, Self.hello("innocent.example")))
    world.tracking.withLock { $0 = false }
    world.proxy.recheck()
    #expect(try named.receive(atMost: 10, within: .seconds(5)).isEmpty)
    #expect(try world.carries(other, [1]))
  }

  @Test func `SOCKS, and addresses of IPv6 that stand for others, are judged as CONNECT is`() throws {
    let world = try World(trackers: ["follow.example"])
    world.resolved.withLock { $0 = ["rebound.example": [[127, 0, 0, 1]]] }
    func asked(_ kind: UInt8, _ host: [UInt8]) throws -> UInt8? {
      let socket = try world.connect()
      try socket.send([5, 1, 0], within: .seconds(5))
      #expect(try socket.receive(atMost: 2, within: .seconds(5)) == [5, 0])
      let counted = kind == 3 ? [UInt8(host.count)] + host : host
      try socket.send([5, 1, 0, kind] + counted + [1, 187], within: .seconds(5))
      return try socket.receive(atMost: 10, within: .seconds(5)).dropFirst().first
    }
    for name in ["follow.example", "localhost", "rebound.example", "127.1", "a%2eb", "[::1]", "::ffff:127.0.0.1"] {
      #expect(try asked(3, Array(name.utf8)) == 2, "\(name)")
    }
    #expect(try asked(1, [127, 0, 0, 1]) == 2)
    #expect(try asked(1, [10, 0, 0, 1]) == 2)
    let zeros = [UInt8](repeating: 0, count: 10)
    #expect(try asked(4, zeros + [0xFF, 0xFF, 127, 0, 0, 1]) == 2)
    #expect(try asked(4, [0, 0x64, 0xFF, 0x9B, 0, 1] + zeros) == 2)
    #expect(world.reached.withLock { $0 }.isEmpty)
    #expect(try asked(3, Array("example.org".utf8)) == 0)
  }

  @Test func `This computer is never reached, by whatever name or form`() throws {
    let world = try World()
    world.local.withLock { $0 = true }
    world.resolved.withLock {
      $0 = ["rebound.example": [[127, 0, 0, 1]], "own.example": [[203, 0, 113, 5]]]
      $0["six.example"] = [[UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1]]
    }
    for host in [
      "127.0.0.1", "localhost", "a.localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "rebound.example",
      "own.example", "[::ffff:203.0.113.5]", "six.example", "[64:ff9b::7f00:1]", "127.1", "2130706433", "0x7f.1",
      "%6cocalhost",
    ] {
      #expect(try world.tunnel(host) == nil, "\(host)")
    }
    #expect(world.reached.withLock { $0 }.isEmpty)
  }

  @Test func `The local network takes consent, also for a name that leads there, and ends when it is taken back`()
    throws
  {
    let world = try World()
    world.resolved.withLock { $0 = ["rebound.example": [[192, 168, 1, 9]], "printer.local": [[192, 168, 1, 9]]] }
    for host in ["192.168.1.1", "rebound.example", "printer.local", "[fe80::1]", "169.254.169.254"] {
      #expect(try world.tunnel(host) == nil, "\(host)")
    }
    #expect(world.reached.withLock { $0 }.isEmpty)
    world.local.withLock { $0 = true }
    let socket = try #require(try world.tunnel("printer.local"))
    #expect(try world.carries(socket, Self.hello("printer.local")))
    world.local.withLock { $0 = false }
    world.proxy.recheck()
    #expect(try socket.receive(atMost: 10, within: .seconds(5)).isEmpty)
  }

  @Test func `A name of the local network is asked for before it is looked up, and tells nobody whether it is there`()
    throws
  {
    let world = try World(info: ["NSAppTransportSecurity": .dictionary(["NSAllowsLocalNetworking": .boolean(true)])])
    world.resolved.withLock {
      $0 = ["there.local": [[192, 168, 1, 9]], "gone.local": [], "there": [[192, 168, 1, 9]]]
    }
    let answers = try ["there.local", "gone.local", "there", "gone", "x.home.arpa"].map {
      try world.ask("GET http://\($0)/ HTTP/1.1\r\n\r\n")
    }
    #expect(Set(answers) == ["HTTP/1.1 403 Forbidden"] && answers.count == 5)
    #expect(world.lookedUp.withLock { $0 }.isEmpty && world.asked.withLock { $0 } == 5)
    world.local.withLock { $0 = true }
    #expect(try world.ask("GET http://gone.local/ HTTP/1.1\r\n\r\n") == "HTTP/1.1 502 Bad Gateway")
    #expect(try world.ask("GET http://there.local/ HTTP/1.1\r\n\r\n") == "GET / HTTP/1.1")
    // This computer is none of the local network: nobody is asked for it.
    #expect(try world.ask("GET http://localhost/ HTTP/1.1\r\n\r\n") == "HTTP/1.1 403 Forbidden")
    #expect(world.asked.withLock { $0 } == 7)
  }

  @Test func `A device next to this machine is of the local network, whatever its address is`() throws {
    let world = try World()
    let six: [UInt8] = [0x3F, 0xFE, 0x0D, 0xB8] + [UInt8](repeating: 1, count: 12)
    world.onLink.withLock { $0 = [six, [198, 51, 101, 7]] }
    world.resolved.withLock {
      $0 = ["near.example": [six], "both.example": [[93, 184, 216, 34], [198, 51, 101, 7]]]
    }
    let hosts = [
      "near.example", "both.example", "198.51.101.7", "[::ffff:198.51.101.7]", "[3ffe:db8:101:101:101:101:101:101]",
    ]
    for host in hosts { #expect(try world.tunnel(host) == nil, "\(host)") }
    #expect(world.reached.withLock { $0 }.isEmpty)
    // One that is reached by a gateway is not.
    #expect(try world.tunnel("198.51.102.7") != nil)
    world.local.withLock { $0 = true }
    let socket = try #require(try world.tunnel("near.example"))
    #expect(try world.carries(socket, Self.hello("near.example")))
    world.local.withLock { $0 = false }
    world.proxy.recheck()
    #expect(try socket.receive(atMost: 10, within: .seconds(5)).isEmpty)
  }

  @Test func `What may be unencrypted in the local network alone stays there, wherever else a name leads`() throws {
    let world = try World(info: ["NSAppTransportSecurity": .dictionary(["NSAllowsLocalNetworking": .boolean(true)])])
    world.local.withLock { $0 = true }
    world.resolved.withLock { $0 = ["both.example": [[93, 184, 216, 34], [192, 168, 1, 9]]] }
    #expect(try world.ask("GET http://both.example/ HTTP/1.1\r\n\r\n") == "GET / HTTP/1.1")
    #expect(world.reached.withLock { $0 } == [[192, 168, 1, 9]])
    let tunnel = try #require(try world.tunnel("both.example"))
    try tunnel.send(Array("GET / HTTP/1.1\r\nHost: both.example\r\n\r\n".utf8), within: .seconds(5))
    #expect((try? tunnel.receive(atMost: 10, within: .seconds(5)))?.isEmpty ?? true)
  }

  @Test func `What is not encrypted is refused unless the app declares an exception`() throws {
    let world = try World()
    #expect(try world.ask("GET http://example.org/ HTTP/1.1\r\n\r\n") == "HTTP/1.1 403 Forbidden")
    let tunnel = try #require(try world.tunnel("example.org"))
    try tunnel.send(Array("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n".utf8), within: .seconds(5))
    #expect((try? tunnel.receive(atMost: 10, within: .seconds(5)))?.isEmpty ?? true)
    let old = try #require(try world.tunnel("example.org"))
    try old.send(Self.hello("example.org", versions: [3, 1]).replacingLegacyVersion(), within: .seconds(5))
    #expect((try? old.receive(atMost: 10, within: .seconds(5)))?.isEmpty ?? true)
    let open = try World(info: ["NSAppTransportSecurity": .dictionary(["NSAllowsArbitraryLoads": .boolean(true)])])
    #expect(try open.ask("GET http://example.org/a HTTP/1.1\r\nHost: x\r\n\r\n") == "GET /a HTTP/1.1")
  }

  @Test func `A flood of connections that say nothing leaves the proxy answering`() throws {
    let world = try World()
    var idle: [StreamSocket] = []
    for _ in 0..<300 { idle.append(try world.connect()) }
    let socket = try #require(try world.tunnel("example.org"))
    #expect(try world.carries(socket, Self.hello("example.org")))
    #expect(try world.ask("GARBAGE\u{0} \r\n\r\n").hasPrefix("HTTP/1.1 400"))
    for one in idle { one.shutDown() }
  }
}

extension [UInt8] {
  /// Says TLS 1.0 where the version stands in older hellos.
  fileprivate func replacingLegacyVersion() -> [UInt8] {
    var bytes = self
    bytes[10] = 1
    return bytes
  }
}
