// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import BrokerTesting
import Glibc
import IPCServer
import KeychainModel
import LinuxSystem
import Testing

/// Programs that say what they may not, too much, too slowly or nothing at all.
@Suite struct BadPeersTests {
  private static let done: ScriptedBroker.Answer = { _, _ in .done }

  private func find(_ broker: ScriptedBroker) throws -> BrokerRefusal? {
    var peer = try Peer.greeted(by: broker)
    return try peer.ask(.access).refusal
  }

  @Test func nothingIsAnsweredBeforeHello() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer(broker)
      guard case .challenge(let nonce) = try peer.receive() else { throw BrokerMalformation.badValue }
      #expect(try peer.ask(.access).refusal == .outOfOrder)
      #expect(try peer.ask(.hello(lowest: 2, highest: 9, nonce: nonce)).refusal == .noSharedVersion)
      guard case .welcome(1) = try peer.ask(.hello(lowest: 1, highest: 9, nonce: nonce)) else {
        throw BrokerMalformation.badValue
      }
      #expect(try peer.ask(.hello(lowest: 1, highest: 1, nonce: nonce)).refusal == .outOfOrder)
      #expect(try peer.ask(.access).refusal == nil)
    }
  }

  @Test func anAnswerToAnotherChallengeEndsTheConnection() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer(broker)
      _ = try peer.receive()
      try peer.send(.hello(lowest: 1, highest: 1, nonce: [UInt8](repeating: 0, count: 16)))
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  @Test func anotherProcessOnTheSameConnectionIsNotHeard() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      var plan = ChildPlan(path: "/usr/bin/printf", arguments: [#"\000\000\000\002\001\006"#])
      plan.output = peer.socket.raw
      _ = try ChildProcess.start(plan).wait()
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  @Test(arguments: [[0, 0, 0, 0], [0, 0, 0, 1], [0x7F, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
  func aLengthThatCannotBeEndsTheConnection(head: [UInt8]) throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      try peer.send(raw: head)
      #expect(try peer.receive().refusal == .malformed(.long))
      let ended = peer.isEnded()
      #expect(ended)
      #expect(try find(broker) == nil)
    }
  }

  /// Each is answered by itself: nothing of the second is taken for a part of the first.
  @Test func requestsThatAreSentAheadAreAnsweredInTheirOrder() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      try peer.send(raw: [0, 0, 0, 2, 1, 99])
      try peer.send(raw: [0, 0, 0, 2, 1, 6])
      #expect(try peer.receive().refusal == .malformed(.unknownNumber))
      #expect(try peer.receive().refusal == nil)
    }
  }

  /// Two requests at once, and more than there is room for before it is known how long the message is.
  @Test(
    arguments: [
      [0, 0, 0, 2, 1, 6, 0, 0, 0, 2, 1, 6], [0, 0, 0, 2, 1, 6] + [UInt8](repeating: 0, count: 5000),
      [0, 0, 0x40, 0, 1, 6] + [UInt8](repeating: 0, count: 5000),
    ] as [[UInt8]])
  func aPacketThatIsTooLongEndsTheConnection(packet: [UInt8]) throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      try peer.send(raw: packet)
      #expect(try peer.receive().refusal == .malformed(.long))
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  @Test func garbageIsRefusedAndAtLastTheConnectionEnds() throws {
    try withBroker(answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      for _ in 0..<BrokerLimits().malformed {
        try peer.send(raw: [0, 0, 0, 2, 1, 99])
        #expect(try peer.receive().refusal == .malformed(.unknownNumber))
      }
      let ended = peer.isEnded()
      #expect(ended)
      #expect(try find(broker) == nil)
    }
  }

  @Test func whoStopsInTheMiddleIsNotWaitedFor() throws {
    var limits = BrokerLimits()
    limits.patience = .milliseconds(50)
    try withBroker(limits: limits, answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      try peer.send(raw: [0, 0, 0, 9, 1])
      #expect(try find(broker) == nil)
      let ended = peer.isEnded()
      #expect(ended)
      // Also byte by byte: the time is for the whole message.
      var slow = try Peer.greeted(by: broker)
      try slow.send(raw: [0, 1, 0, 0, 1])
      while (try? slow.send(raw: [0])) != nil { usleep(5000) }
      let gone = slow.isEnded()
      #expect(gone)
    }
  }

  @Test func whoNeverReadsHoldsUpNobody() throws {
    var limits = BrokerLimits()
    limits.patience = .milliseconds(50)
    let large = SecretData(copying: [UInt8](repeating: 7, count: KeychainLimits.secret).span)
    let answer: ScriptedBroker.Answer = { request, _ in
      if case .find = request {
        .items(Array(repeating: ItemResult(.key, data: large), count: 20), .last)
      } else {
        .done
      }
    }
    try withBroker(limits: limits, answer: answer) { broker in
      var peer = try Peer.greeted(by: broker)
      try peer.send(.find(ItemQuery(.key)))
      for _ in 0..<20 { #expect(try find(broker) == nil) }
    }
  }

  @Test func anUnusedConnectionIsEndedWithAWord() throws {
    var limits = BrokerLimits()
    limits.idle = .milliseconds(30)
    try withBroker(limits: limits, answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      guard case .goodbye = try peer.receive() else { throw BrokerMalformation.badValue }
      let ended = peer.isEnded()
      #expect(ended)
    }
  }

  @Test func whenThereAreTooManyTheOneIdleLongestGoes() throws {
    var limits = BrokerLimits()
    limits.connections = 3
    try withBroker(limits: limits, answer: Self.done) { broker in
      var first = try Peer.greeted(by: broker)
      usleep(2000)
      var second = try Peer.greeted(by: broker)
      usleep(2000)
      #expect(try first.ask(.access).refusal == nil)
      var third = try Peer.greeted(by: broker)
      var fourth = try Peer.greeted(by: broker)
      guard case .goodbye = try second.receive() else { throw BrokerMalformation.badValue }
      #expect(try first.ask(.access).refusal == nil)
      #expect(try third.ask(.access).refusal == nil)
      #expect(try fourth.ask(.access).refusal == nil)
    }
  }

  @Test func oneProcessDoesNotGetAllConnections() throws {
    var limits = BrokerLimits()
    limits.connectionsOfProcess = 2
    try withBroker(limits: limits, answer: Self.done) { broker in
      var first = try Peer.greeted(by: broker)
      var second: Peer? = try Peer.greeted(by: broker)
      var third = try Peer(broker)
      let ended = third.isEnded()
      #expect(ended)
      #expect(try first.ask(.access).refusal == nil)
      second = nil
      _ = second
      // There is room again once the server has noticed.
      while (try? find(broker)) == nil, (try? Peer.greeted(by: broker)) == nil { usleep(1000) }
    }
  }

  @Test func aFloodOfOneProcessIsWorkedOnAFewAtATime() throws {
    var limits = BrokerLimits()
    limits.requestsOfProcess = 2
    let counts = Locked((now: 0, most: 0))
    let answer: ScriptedBroker.Answer = { _, _ in
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      usleep(500)
      counts.withLock { $0.now -= 1 }
      return .done
    }
    try withBroker(limits: limits, answer: answer) { broker in
      let threads = try (0..<10).map { _ in
        try SystemThread(named: "flood") {
          guard var peer = try? Peer.greeted(by: broker) else { return }
          for _ in 0..<20 { _ = try? peer.ask(.access) }
        }
      }
      for thread in threads { thread.join() }
      #expect(counts.withLock { $0.most } <= 2)
    }
  }

  @Test func largeMessagesOfOneProcessHaveSoMuchRoom() throws {
    var limits = BrokerLimits()
    limits.bytesOfProcess = 1 << 20
    try withBroker(limits: limits, answer: Self.done) { broker in
      var peer = try Peer.greeted(by: broker)
      try peer.send(raw: [0, 0x20, 0, 0, 1])
      // What comes after it is not read any more.
      try peer.send(raw: [UInt8](repeating: 0, count: 4096))
      #expect(try peer.receive().refusal == .tooManyRequests)
      // What was taken is given back.
      var other = try Peer.greeted(by: broker)
      let data = SecretData(copying: [UInt8](repeating: 7, count: 600 << 10).span)
      for _ in 0..<5 { #expect(try other.ask(.add(ItemAddition(.key, data: data))).refusal == nil) }
    }
  }
}
