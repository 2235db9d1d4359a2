// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import BrokerServer
import BrokerTesting
import CallerIdentity
import Glibc
import KeychainModel
import ProcessIsolation
import Processes
import Sockets
import Testing
import Threads

/// Programs that say what they may not, too much, too slowly or nothing at all.
@Suite struct BadPeersTests {
  private static let done: ScriptedBroker.Answer = { _, _ in .done }

  private func find(_ broker: ScriptedBroker) throws -> BrokerRefusal? {
    var peer = try Peer.established(by: broker)
    return try peer.ask(.apps(.access)).refusal
  }

  @Test func `Nothing is answered before hello`() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer(broker)
      guard case .challenge(let nonce) = try peer.receive() else { throw BrokerMalformation.badValue }
      #expect(try peer.ask(.apps(.access)).refusal == .outOfOrder)
      #expect(try peer.ask(.hello(lowest: 1, highest: 1, nonce: nonce)).refusal == .noSharedVersion)
      guard case .welcome(BrokerProtocol.version, _) = try peer.ask(.hello(lowest: 1, highest: 9, nonce: nonce)) else {
        throw BrokerMalformation.badValue
      }
      #expect(
        try peer.ask(.hello(lowest: BrokerProtocol.version, highest: BrokerProtocol.version, nonce: nonce)).refusal
          == .outOfOrder)
      #expect(try peer.ask(.apps(.access)).refusal == nil)
    }
  }

  @Test func `An answer to another challenge ends the connection`() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer(broker)
      _ = try peer.receive()
      try peer.send(.hello(lowest: 1, highest: 1, nonce: [UInt8](repeating: 0, count: 16)))
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  @Test func `Another process on the same connection is not heard`() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      var plan = ChildPlan(path: "/usr/bin/printf", arguments: [#"\000\000\000\002\001\006"#])
      plan.output = peer.socket.raw
      _ = try ChildProcess.start(plan).wait()
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  /// It may have been handed a socket from in there.
  @Test func `Who is not in an apps sandbox is not heard on the apps socket`() throws {
    let child = try ChildProcess.start(
      ChildPlan(path: "/usr/bin/unshare", arguments: ["--user", "--net", "--map-root-user", "/bin/sleep", "60"]))
    defer {
      _ = try? child.send(SIGKILL)
      _ = try? child.wait()
    }
    let own = try SandboxNamespaces(of: ProcessHandle(process: getpid()))
    var sandbox = own
    for _ in 0..<2000 where sandbox == own {
      usleep(1000)
      sandbox = try SandboxNamespaces(of: ProcessHandle(process: child.process))
    }
    let app = LaunchedApp(identifier: "T.diary", entitlements: Entitlements(), launcher: 1)
    try withBroker(origin: .launched(app, sandbox), answer: Self.done) { broker in
      var peer = try Peer(broker)
      let ended = peer.isEnded()
      #expect(ended)
    }
    try withBroker(origin: .launched(app, own), answer: Self.done) { broker in
      let refusal = try find(broker)
      #expect(refusal == nil)
    }
  }

  @Test(arguments: [[0, 0, 0, 0], [0, 0, 0, 1], [0x7F, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func `A length that cannot be ends the connection`(head: [UInt8]) throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      try peer.send(raw: head)
      #expect(try peer.receive().refusal == .malformed(.long))
      let ended = peer.isEnded()
      #expect(ended)
      #expect(try find(broker) == nil)
    }
  }

  /// Each is answered by itself: nothing of the second is taken for a part of the first.
  @Test func `Requests that are sent ahead are answered in their order`() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      try peer.send(raw: [0, 0, 0, 2, 1, 250])
      try peer.send(raw: [0, 0, 0, 3, 2, 2, 1])
      #expect(try peer.receive().refusal == .malformed(.unknownNumber))
      #expect(try peer.receive().refusal == nil)
    }
  }

  /// Two requests at once, and more than there is room for before it is known how long the message is.
  @Test(
    arguments: [
      [0, 0, 0, 3, 2, 2, 1, 0, 0, 0, 3, 2, 2, 1], [0, 0, 0, 3, 2, 2, 1] + [UInt8](repeating: 0, count: 5000),
      [0, 0, 0x40, 0, 2, 2, 1] + [UInt8](repeating: 0, count: 5000),
    ] as [[UInt8]])
  func `A packet that is too long ends the connection`(packet: [UInt8]) throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      try peer.send(raw: packet)
      #expect(try peer.receive().refusal == .malformed(.long))
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  @Test func `Garbage is refused and at last the connection ends`() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      for _ in 0..<BrokerLimits().malformed {
        try peer.send(raw: [0, 0, 0, 2, 1, 250])
        #expect(try peer.receive().refusal == .malformed(.unknownNumber))
      }
      let ended = peer.isEnded()
      #expect(ended)
      #expect(try find(broker) == nil)
    }
  }

  @Test func `Who stops in the middle is not waited for`() throws {
    var limits = BrokerLimits()
    limits.timeout = .milliseconds(50)
    try withBroker(limits: limits, answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      try peer.send(raw: [0, 0, 0, 9, 1])
      #expect(try find(broker) == nil)
      let ended = peer.isEnded()
      #expect(ended)
      // Also byte by byte: the time is for the whole message.
      var slow = try Peer.established(by: broker)
      try slow.send(raw: [0, 1, 0, 0, 1])
      while (try? slow.send(raw: [0])) != nil { usleep(5000) }
      let gone = slow.isEnded()
      #expect(gone)
    }
  }

  @Test func `Who never reads holds up nobody`() throws {
    var limits = BrokerLimits()
    limits.timeout = .milliseconds(50)
    let large = SecretData(copying: [UInt8](repeating: 7, count: KeychainLimits.secret).span)
    let answer: ScriptedBroker.Answer = { request, _ in
      if case .keychain(.find) = request {
        .keychain(.items(Array(repeating: ItemResult(.key, data: large), count: 20), .last))
      } else {
        .done
      }
    }
    try withBroker(limits: limits, answer: answer) { broker in
      var peer = try Peer.established(by: broker)
      try peer.send(.keychain(.find(ItemQuery(.key))))
      for _ in 0..<20 { #expect(try find(broker) == nil) }
    }
  }

  @Test func `An unused connection is ended with a word`() throws {
    var limits = BrokerLimits()
    limits.idle = .milliseconds(30)
    try withBroker(limits: limits, answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      guard case .idleClose = try peer.receive() else { throw BrokerMalformation.badValue }
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  @Test func `When there are too many the one idle longest goes`() throws {
    var limits = BrokerLimits()
    limits.connections = 3
    try withBroker(limits: limits, answer: Self.done) { broker in
      var first = try Peer.established(by: broker)
      usleep(2000)
      var second = try Peer.established(by: broker)
      usleep(2000)
      #expect(try first.ask(.apps(.access)).refusal == nil)
      var third = try Peer.established(by: broker)
      var fourth = try Peer.established(by: broker)
      guard case .idleClose = try second.receive() else { throw BrokerMalformation.badValue }
      #expect(try first.ask(.apps(.access)).refusal == nil)
      #expect(try third.ask(.apps(.access)).refusal == nil)
      #expect(try fourth.ask(.apps(.access)).refusal == nil)
    }
  }

  @Test func `a flood of connections without a handshake ends none that has had its own`() throws {
    var limits = BrokerLimits()
    limits.connections = 3
    limits.silentConnections = 2
    try withBroker(limits: limits, answer: Self.done) { broker in
      var first = try Peer.established(by: broker)
      var second = try Peer.established(by: broker)
      usleep(2000)
      let flood = try (0..<20).map { _ in try Silent(broker) }
      #expect(try first.ask(.apps(.access)).refusal == nil)
      #expect(try second.ask(.apps(.access)).refusal == nil)
      #expect(try find(broker) == nil)
      withExtendedLifetime(flood) {}
    }
  }

  /// A connection that the server has taken in, and that says nothing.
  private final class Silent {
    private var peer: Peer

    init(_ broker: ScriptedBroker) throws {
      peer = try Peer(broker)
      _ = try peer.receive()
    }
  }

  @Test func `a connection without a handshake is ended in a time of its own`() throws {
    var limits = BrokerLimits()
    limits.handshake = .milliseconds(50)
    try withBroker(limits: limits, answer: Self.done) { broker in
      var silent = try Peer(broker)
      let ended = silent.isEnded()
      #expect(ended)
    }
  }

  @Test func `One process does not get all connections`() throws {
    var limits = BrokerLimits()
    limits.connectionsOfProcess = 2
    try withBroker(limits: limits, answer: Self.done) { broker in
      var first = try Peer.established(by: broker)
      var second: Peer? = try Peer.established(by: broker)
      var third = try Peer(broker)
      let ended = third.isEnded()
      #expect(ended)
      #expect(try first.ask(.apps(.access)).refusal == nil)
      second = nil
      _ = second
      // There is room again once the server has noticed.
      while (try? find(broker)) == nil, (try? Peer.established(by: broker)) == nil { usleep(1000) }
    }
  }

  @Test func `A flood of one process is worked on a few at a time`() throws {
    var limits = BrokerLimits()
    limits.requestsOfProcess = 2
    let counts = Locked((now: 0, maximum: 0))
    let answer: ScriptedBroker.Answer = { _, _ in
      counts.withLock { counts in
        counts.now += 1
        counts.maximum = max(counts.maximum, counts.now)
      }
      usleep(500)
      counts.withLock { $0.now -= 1 }
      return .done
    }
    try withBroker(limits: limits, answer: answer) { broker in
      let threads = try (0..<10).map { _ in
        try SystemThread(named: "flood") {
          guard var peer = try? Peer.established(by: broker) else { return }
          for _ in 0..<20 { _ = try? peer.ask(.apps(.access)) }
        }
      }
      for thread in threads { thread.join() }
      #expect(counts.withLock { $0.maximum } <= 2)
    }
  }

  @Test func `Large messages of one process have so much room`() throws {
    var limits = BrokerLimits()
    limits.bytesOfProcess = 1 << 20
    try withBroker(limits: limits, answer: Self.done) { broker in
      var peer = try Peer.established(by: broker)
      try peer.send(raw: [0, 0x20, 0, 0, 1])
      // What comes after it is not read any more.
      try peer.send(raw: [UInt8](repeating: 0, count: 4096))
      #expect(try peer.receive().refusal == .tooManyRequests)
      // What was taken is given back.
      var other = try Peer.established(by: broker)
      let data = SecretData(copying: [UInt8](repeating: 7, count: 600 << 10).span)
      for _ in 0..<5 { #expect(try other.ask(.keychain(.add(ItemAddition(.key, data: data)))).refusal == nil) }
    }
  }
}
