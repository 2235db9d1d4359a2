// SPDX-License-Identifier: Apache-2.0
import AccessModel
import BrokerClient
import ConsentModel
import CryptoPrimitives
import Glibc
import InstanceLayout
import PrivacyReports
import Processes
import PropertyLists
import ProxyMessages
import ProxyRules
import ProxyService
import Sockets
import StreamSockets
import SystemCallFilter
import SystemCalls
import Threads

/// `bailey bench consent`: what it costs that apps are asked for, looked after and written down.
package struct ConsentBenchmark: Sendable {
  private static let queries = 2000
  private static let opens = 3000
  private static let events = 100_000
  private static let transfer = 1 << 29
  static let connections = 1000
  /// The address of the server behind the proxy: of the public network, which takes no consent. Nothing is sent there.
  static let server: [UInt8] = [1, 1, 1, 1]

  /// The `bailey` that is measured, and its instance.
  private let program: String
  private let client: BrokerClient
  private let progress: @Sendable (String) -> Void

  /// Measures an instance of its own. `program` is the `bailey` to measure; `folder` is where the instance is made.
  package static func run(
    program: String, folder: String, progress: @escaping @Sendable (String) -> Void
  ) throws(BenchmarkError) -> ConsentTimes {
    let home = BaileyInstance.home(below: folder)
    return try BaileyInstance(program: program).whileMounted(in: home) { _ in
      let client = BrokerClient(socket: home + "/home/run/" + InstanceLocation.brokerSocketName)
      return try ConsentBenchmark(program: program, client: client, progress: progress).run(in: home)
    }
  }

  private func run(in home: String) throws(BenchmarkError) -> ConsentTimes {
    var outcome = ConsentTimes()
    do {
      progress("asking how an app stands")
      try queries(&outcome)
      progress("opening a device")
      try opens(&outcome)
      progress("connecting through the proxy")
      try proxy(&outcome)
      progress("using a folder of the person's")
      try FolderBenchmark(home).run(&outcome)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .unreadableAnswer(program: "baileyd")
    }
    progress("drawing a report of \(Self.events) events")
    outcome.report = Self.report()
    return outcome
  }

  private static func microseconds(_ count: Int, _ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<count { try body() }
    return (clock.now - start).inSeconds * 1_000_000 / Double(count)
  }

  // MARK: - Queries

  private func queries(_ outcome: inout ConsentTimes) throws {
    _ = try client.consentStanding(.pasteboard)
    for _ in 0..<5 {
      // What asks nothing but how the lock is, which is in memory.
      outcome.empty.append(try Self.microseconds(Self.queries) { _ = try client.access() })
      outcome.status.append(try Self.microseconds(Self.queries) { _ = try client.consentStanding(.pasteboard) })
    }
  }

  // MARK: - Opens

  /// A shell that opens a file again and again, with and without being waited for each time.
  private func opens(_ outcome: inout ConsentTimes) throws {
    let device = "/dev/null"
    let script = "i=0; while [ $i -lt \(Self.opens) ]; do : < \(device); i=$((i+1)); done"
    let client = client
    for _ in 0..<3 {
      let plain = try Self.microseconds(1) {
        _ = try ChildProcess.start(ChildPlan(path: "/bin/sh", arguments: ["-c", script])).wait()
      }
      let sockets = try PacketSocket.pair()
      var plan = ChildPlan(path: "/bin/sh", arguments: ["-c", script])
      plan.filter = ChildPlan.CallFilter(try OpenCallFilter.instructions(), listenerTo: sockets.far.raw)
      let clock = ContinuousClock()
      let start = clock.now
      let child = try ChildProcess.start(plan)
      let calls = OpenCalls(
        try OpenCalls.listener(from: sockets.near), concerns: { $0 == device },
        answer: { call, _ in
          // As for a device.
          _ = try? client.consentStanding(.pasteboard)
          guard let file = try? FileDescriptor.open(device, 0) else { return .fails(5) }
          return .gives(file)
        })
      try SystemThread.start(named: "devices") { calls.serve() }
      _ = try child.wait()
      let injected = (clock.now - start).inSeconds * 1_000_000
      outcome.open.append((injected - plain) / Double(Self.opens))
    }
  }

  // MARK: - The proxy

  /// The program itself, which is given what it is given for an app. This process is the connector, for a server of its own.
  private func proxy(_ outcome: inout ConsentTimes) throws {
    let server = try StreamListener()
    try SystemThread.start(named: "server") {
      while let socket = try? server.accept() { try? SystemThread.start(named: "sink") { Self.swallow(socket) } }
    }
    guard let loopback = StreamAddress([127, 0, 0, 1]) else { return }
    let rules = NetworkRules(trackers: [], security: TransportSecurity([:]))
    let reach = NetworkReach(
      resolve: { _ in [StreamAddress(Self.server)].compactMap(\.self) }, isOwn: { _ in false },
      isOnLink: { _ in false },
      connect: { _, _ in try? StreamSocket(to: loopback, port: server.port, within: .seconds(10)) })
    let runtime = try PacketSocket.pair()
    let between = try PacketSocket.pair()
    let process = try proxyProcess(runtime.far, between.far)
    defer {
      try? process.send(SIGKILL)
      _ = try? process.wait()
    }
    let service = ConnectorService(between.near)
    let connector = Connector(
      rules, ConnectorConsent(tracking: { false }, localNetwork: { true }), reach: reach, use: { _, _ in })
    try SystemThread.start(named: "connector") { service.serve(connector, atMost: Self.connections) }
    let listener = try StreamListener()
    for order in ProxyOrder.telling(rules) { try order.send(on: runtime.near) }
    try ProxyOrder.begin(connections: UInt16(Self.connections + 8)).send(on: runtime.near, attached: listener.raw)
    func connect() throws -> StreamSocket {
      try StreamSocket(to: loopback, port: server.port, within: .seconds(10))
    }
    func tunnel() throws -> StreamSocket {
      let socket = try StreamSocket(to: loopback, port: listener.port, within: .seconds(10))
      try socket.send(Array("CONNECT example.org:443 HTTP/1.1\r\n\r\n".utf8), within: .seconds(10))
      _ = try socket.receive(atMost: 1024, within: .seconds(10))
      return socket
    }
    for _ in 0..<3 {
      outcome.direct.append(try Self.rate(connect()))
      outcome.proxied.append(try Self.rate(tunnel()))
    }
    var open: [StreamSocket] = []
    for _ in 0..<Self.connections { open.append(try tunnel()) }
    var answered = 0
    for socket in open {
      try socket.send([1], within: .seconds(10))
      if try socket.receive(atMost: 1, within: .seconds(10)) == [1] { answered += 1 }
    }
    for socket in open { socket.shutDown() }
    outcome.answered = answered
  }

  private func proxyProcess(
    _ runtime: borrowing PacketSocket, _ between: borrowing PacketSocket
  ) throws(SystemError) -> ChildProcess {
    var plan = ChildPlan(path: SplitPath(program).sibling("bailey-proxy"))
    (plan.descriptors, plan.environment) = ([runtime.raw, between.raw], [])
    return try ChildProcess.start(plan)
  }

  /// Says back a byte that comes alone; what comes in masses is thrown away, and its end is told.
  private static func swallow(_ socket: StreamSocket) {
    while let bytes = try? socket.receive(atMost: 1 << 18, within: .seconds(30)), !bytes.isEmpty {
      guard bytes.count == 1 || bytes.last == 0xFF else { continue }
      guard (try? socket.send([bytes[bytes.count - 1]], within: .seconds(10))) != nil else { return }
    }
    socket.shutDown()
  }

  /// The rate of a connection in MiB a second.
  private static func rate(_ socket: StreamSocket) throws -> Double {
    let piece = [UInt8](repeating: 2, count: 1 << 18)
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<(transfer / piece.count) { try socket.send(piece, within: .seconds(30)) }
    try socket.send([2, 0xFF], within: .seconds(30))
    _ = try socket.receive(atMost: 1, within: .seconds(30))
    let seconds = (clock.now - start).inSeconds
    socket.shutDown()
    return Double(transfer) / Double(1 << 20) / seconds
  }

  // MARK: - The report

  /// The times in milliseconds.
  private static func report() -> [Double] {
    let now: Int64 = 1_795_435_200_000
    let services = ConsentService.allCases
    let records = (0..<events).compactMap { index -> AccessRecord? in
      let began = now - Int64(index) * 6_000
      let kind: AccessRecord.Kind
      if index % 4 == 0, let host = NetworkActivity(domain: "host\(index % 400).example", isTracker: index % 40 == 0) {
        kind = .network(host)
      } else {
        kind = .access(services[index % services.count])
      }
      return AccessRecord(
        identifier: SystemRandom.bytes(AccessRecord.identifierSize), app: "org.example.App\(index % 50)", kind: kind,
        began: began, ended: began + 1000, hits: 1)
    }
    return (0..<3).map { _ in
      microseconds(1) { _ = PrivacyReport(records, now: now, offset: 0, since: 0).html } / 1000
    }
  }
}
