// SPDX-License-Identifier: Apache-2.0
import Events
import EventualConditions
import Foundation
import Glibc
import Processes
import ProxyMessages
import ProxyRules
import RunningInstance
import Sockets
import StreamSockets
import TemporaryFolder
import Testing

/// An app has taken over what reads its bytes, or what resolves its names: the real program, with an attacker's code in it.
@Suite(.enabled(if: Program.isInstalled("clang"), "no C compiler"))
struct ProxyAttacks {
  /// The attacker's code, in a folder that everybody may read.
  private static let library = Result {
    let folder = try TemporaryFolder(mode: 0o755)
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "taken.c").path
    let built = try Program.run("clang", ["-shared", "-fPIC", "-o", folder.path + "/taken.so", source])
    try #require(built.exitCode == 0, "\(built.errors)")
    return folder
  }

  /// One of the two processes, of which this test holds all ends.
  private final class TakenOver {
    let process: ChildProcess
    let runtime: PacketSocket
    let between: PacketSocket
    let secret: String
    private let folder: TemporaryFolder

    init(_ words: [String], trying attempt: String, as user: UInt32?) throws {
      folder = try TemporaryFolder()
      let library = try ProxyAttacks.library.get().path + "/taken.so"
      secret = folder.path + "/secret"
      try "the person's own".write(toFile: secret, atomically: true, encoding: .utf8)
      let near = try PacketSocket.pair()
      let other = try PacketSocket.pair()
      var arguments = ["LD_PRELOAD=\(library)", "ATTEMPT=\(attempt)", "ATTEMPT_FILE=\(secret)"]
      arguments += [try Program.locate("bailey-proxy").path] + words
      if let user {
        for path in [folder.path, secret] { _ = unsafe chown(path, user, user) }
        arguments = ["setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "env"] + arguments
      }
      var plan = ChildPlan(path: "/usr/bin/env", arguments: arguments)
      plan.descriptors = [near.far.raw, other.far.raw]
      process = try ChildProcess.start(plan)
      runtime = near.near
      between = other.near
      try runtime.limitReceives(to: .seconds(20))
      try between.limitReceives(to: .seconds(20))
    }

    deinit { try? process.send(SIGKILL) }

    func end() throws -> ProcessEnd { try process.wait() }

    /// The next host that it reports; what it asks meanwhile is allowed.
    func used() throws -> String? {
      while let report = ProxyReport.next(from: runtime) {
        switch report {
        case .used(let host, _): return host.text
        case .ask(let number, _): try ProxyOrder.answer(number: number, isAllowed: true).send(on: runtime)
        }
      }
      return nil
    }
  }

  private static let nothingAllowed = NetworkRules(
    trackers: [], security: TransportSecurity(allowsEverything: true, allowsLocal: true, exceptions: [:]))

  // MARK: - What reads the app's bytes

  private static let kills = [
    "open", "open-old", "open-new", "write", "create", "exec", "exec-open", "local", "socket", "pair", "listen",
    "connect",
    "trace", "read-others", "signal", "code", "mount", "rights", "namespace",
    "signal-thread", "signal-owner", "signal-kind", "process", "namespace-new",
  ]

  @Test(arguments: OrdinaryUser.everyone)
  func `A proxy that was taken over opens no file, starts nothing and makes no socket: it is ended`(user: UInt32?)
    throws
  {
    for attempt in Self.kills {
      let taken = try TakenOver([], trying: attempt, as: user)
      let listener = try StreamListener()
      for order in ProxyOrder.telling(Self.nothingAllowed) { try order.send(on: taken.runtime) }
      try ProxyOrder.begin(connections: 8).send(on: taken.runtime, attached: listener.raw)
      let app = try StreamSocket(
        to: try #require(StreamAddress([127, 0, 0, 1])), port: listener.port, within: .seconds(5))
      #expect(try taken.end() == .killed(signal: SIGSYS), "\(attempt)")
      app.shutDown()
    }
  }

  @Test(arguments: OrdinaryUser.everyone)
  func `A proxy that tries nothing carries`(user: UInt32?) throws {
    let taken = try TakenOver([], trying: "", as: user)
    let listener = try StreamListener()
    for order in ProxyOrder.telling(Self.nothingAllowed) { try order.send(on: taken.runtime) }
    try ProxyOrder.begin(connections: 100).send(on: taken.runtime, attached: listener.raw)
    let app = try StreamSocket(
      to: try #require(StreamAddress([127, 0, 0, 1])), port: listener.port, within: .seconds(5))
    try app.send(Array("CONNECT example.org:443 HTTP/1.1\r\n\r\n".utf8), within: .seconds(5))
    let next = ConnectRequest.next(from: taken.between)
    let request = try #require(next)
    #expect(request.host.text == "example.org" && request.port == 443)
    try ConnectReply(number: request.number, .refused(.tracking)).send(on: taken.between)
    let answer = String(decoding: try app.receive(atMost: 4096, within: .seconds(5)), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 403"))
    // So do many connections at one time, each of which has a thread.
    var open: [StreamSocket] = []
    for _ in 0..<64 {
      let app = try StreamSocket(
        to: try #require(StreamAddress([127, 0, 0, 1])), port: listener.port, within: .seconds(5))
      try app.send(Array("CONNECT example.org:443 HTTP/1.1\r\n\r\n".utf8), within: .seconds(5))
      open.append(app)
    }
    for _ in open {
      let next = ConnectRequest.next(from: taken.between)
      try ConnectReply(number: try #require(next).number, .refused(.unreachable)).send(on: taken.between)
    }
    for app in open {
      #expect(String(decoding: try app.receive(atMost: 12, within: .seconds(5)), as: UTF8.self) == "HTTP/1.1 502")
    }
  }

  // MARK: - What connects

  /// What a process in the place of the connector gets: an errno, or that it was done.
  private static let attempts: [(String, [Int32])] = [
    ("open", [ENOENT, EACCES]), ("open-old", [EPERM]), ("open-new", [EPERM]), ("write", [EPERM]), ("create", [EPERM]),
    ("root", [EACCES, ENOENT]), ("exec", [EPERM]), ("exec-open", [EPERM]), ("local", [EPERM, ENOENT, EACCES]),
    ("pair", [EPERM]), ("listen", [EPERM]), ("trace", [EPERM]), ("read-others", [EPERM]), ("signal", [EPERM]),
    ("code", [EPERM]), ("mount", [EPERM]), ("rights", [EPERM]), ("namespace", [EPERM]),
    ("signal-thread", [EPERM]), ("signal-owner", [EPERM]), ("signal-kind", [EPERM]), ("signal-socket", [EPERM]),
    ("process", [EPERM]), ("process-new", [ENOSYS]), ("namespace-new", [EPERM]),
  ]

  @Test(.enabled(if: Program.canConfine, "no namespace can be made here"), arguments: OrdinaryUser.everyone)
  func `A connector that was taken over finds no file of the person's, and starts nothing`(user: UInt32?) throws {
    for (attempt, codes) in Self.attempts {
      let taken = try TakenOver(["--connector"], trying: attempt, as: user)
      for order in ProxyOrder.telling(Self.nothingAllowed) { try order.send(on: taken.runtime) }
      try ProxyOrder.begin(connections: 8).send(on: taken.runtime)
      // AS112's network takes what nobody wants (RFC 7535), and has no such port: it begins to connect.
      let host = try #require(HostName("192.31.196.1"))
      try ConnectRequest(number: 1, host: host, port: 4242, isLocalOnly: false).send(on: taken.between)
      let expected = codes.map { "\(attempt).e\($0).example" }
      let found = try taken.used()
      #expect(found.map { expected.contains($0) } == true, "\(attempt): \(found ?? "nothing was reported")")
    }
  }

  @Test(.enabled(if: Program.canConfine, "no namespace can be made here"))
  func `A proxy that was taken over has the connector reach nothing that the app may not`() throws {
    let taken = try TakenOver(["--connector"], trying: "", as: nil)
    let rules = NetworkRules(domains: ["follow.example"], security: Self.nothingAllowed.security)
    for order in ProxyOrder.telling(rules) { try order.send(on: taken.runtime) }
    try ProxyOrder.begin(connections: 8).send(on: taken.runtime)
    let server = try StreamListener()
    let runtime = taken.runtime.raw
    // The person allows nothing.
    func refusal(_ text: String) throws -> ConnectReply.Outcome? {
      let host = try #require(HostName(text))
      try ConnectRequest(number: 9, host: host, port: server.port, isLocalOnly: false).send(on: taken.between)
      while try Poll.readable([runtime, taken.between.raw], within: .seconds(20)) == [true, false] {
        guard case .ask(let number, _)? = ProxyReport.next(from: taken.runtime) else { continue }
        try ProxyOrder.answer(number: number, isAllowed: false).send(on: taken.runtime)
      }
      return ConnectReply.next(from: taken.between)?.outcome
    }
    #expect(try refusal("x.follow.example") == .refused(.tracking))
    for own in ["127.0.0.1", "[::1]", "localhost", "0.0.0.0", "[::ffff:127.0.0.1]"] {
      #expect(try refusal(own) == .refused(.machine), "\(own)")
    }
    for local in ["printer.local", "printer", "10.255.254.253", "[fe80::1]", "169.254.169.254"] {
      #expect(try refusal(local) == .refused(.localNetwork), "\(local)")
    }
  }
}
