// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Mounts
import Sockets
import SupervisorMessages
import SystemCalls
import Testing
import WireFormat

@Suite struct SupervisorMessagesTests {
  @Test func `Every message comes back as it was`() throws {
    let requests: [SupervisorRequest] = [
      .status, .stop, .check, .repair, .mountUsers, .consolePort, .forgetLockLimits,
    ]
    for request in requests { try expectRoundTrip(request) }
    let status = SupervisorStatus(
      mount: "/home/ä/Protected", files: .checking, enclaveProcess: 7, filesProcess: 0, keychain: .away,
      keychainHealth: .damaged(lost: 3, hasDamage: true), register: .refused, brokerProcess: 9, filesKeys: .swappable,
      brokerKeys: .locked,
      restarts: 3, session: .noScreen)
    for reply in [SupervisorReply.done, .status(status)] { try expectRoundTrip(reply) }
    let users = [
      MountUser(process: 12, program: "cat", file: "/mnt/ä"), MountUser(process: -1, program: "", file: ""),
    ]
    try expectRoundTrip(SupervisorReply.mountUsers(users))
    try expectRoundTrip(SupervisorReply.mountUsers([]))
    for refusal in SupervisorRefusal.allCases { try expectRoundTrip(SupervisorReply.refused(refusal)) }
    try expectRoundTrip(StartReport.ready)
    for reason in StartFailure.Reason.allCases {
      try expectRoundTrip(StartReport.failed(StartFailure(reason, code: -9, subject: "bailey-fs")))
    }
    try expectRoundTrip(CheckReport.progress(done: 1, total: .max))
    try expectRoundTrip(CheckReport.finished(checked: 9, damaged: 2, repaired: 1, unchecked: 3))
    for problem in CheckFinding.Problem.allCases {
      try expectRoundTrip(CheckReport.finding(CheckFinding(problem, .found, path: [0xFF, 0x2F, 0x0A])))
    }
  }

  @Test func `Numbers are permanent`() throws {
    #expect(try bytes(of: SupervisorRequest.stop) == [1, 2])
    #expect(try bytes(of: SupervisorRequest.forgetLockLimits) == [1, 8])
    #expect(try bytes(of: SupervisorRequest.consolePort) == [1, 6])
    #expect(try bytes(of: SupervisorReply.refused(.busy)) == [1, 66, 2])
    #expect(
      try bytes(of: SupervisorReply.mountUsers([MountUser(process: 7, program: "a", file: "/b")])) == [
        1, 67, 0, 1, 0, 0, 0, 7, 0, 1, 97, 0, 2, 47, 98,
      ])
    #expect(
      try bytes(of: StartReport.failed(StartFailure(.ended, code: 1, subject: "a"))) == [
        1, 129, 8, 0, 0, 0, 1, 0, 1, 97,
      ])
    #expect(try bytes(of: CheckReport.finding(CheckFinding(.size, .repaired, path: [97]))) == [1, 193, 3, 2, 0, 1, 97])
  }

  @Test func `Any other bytes are refused`() throws {
    for packet in [[], [1], [2, 2], [1, 0], [1, 2, 0], [1, 9], [1, 7, 0, 1, 2]] as [[UInt8]] {
      #expect(decode(SupervisorRequest.self, packet) == nil)
    }
    let whole = try bytes(of: CheckReport.finding(CheckFinding(.size, .found, path: [1, 2, 3])))
    for count in 0..<whole.count {
      #expect(decode(CheckReport.self, Array(whole.prefix(count))) == nil)
    }
    #expect(decode(CheckReport.self, whole + [0]) == nil)
  }

  /// Holds if this process is still there afterwards: what is read out of bounds ends it.
  @Test func `Noise is refused or read`() {
    for _ in 0..<5000 {
      var noise: [UInt8] = [1]
      for _ in 0..<Int.random(in: 0..<40) { noise.append(UInt8.random(in: .min ... .max)) }
      _ = decode(CheckReport.self, noise)
      _ = decode(SupervisorReply.self, noise)
      _ = decode(StartReport.self, noise)
    }
  }

  @Test func `However many users a mount has, a few are told`() throws {
    let long = String(repeating: "ä", count: 5000)
    let users = (0..<100 as Range<Int32>).map { MountUser(process: $0, program: long, file: long) }
    guard case .mountUsers(let told)? = decode(SupervisorReply.self, try bytes(of: SupervisorReply.mountUsers(users)))
    else {
      Issue.record("not decoded")
      return
    }
    #expect(told.map(\.process) == Array(0..<8))
    #expect(decode(SupervisorReply.self, [1, 67, 0, 9]) == nil)
  }

  @Test func `A connection carries messages and their descriptors`() throws {
    let pair = try PacketSocket.pair()
    let extra = try PacketSocket.pair()
    var far = SupervisorConnection(pair.far)
    try talk(SupervisorConnection(pair.near), attached: extra.far.raw)
    var attached: FileDescriptor?
    let first = try far.receive(SupervisorRequest.self, attached: &attached)
    let arrived = attached != nil
    #expect(first == .check && arrived)
    let second = Result { try far.receive(SupervisorRequest.self) }
    #expect(throws: SupervisorConnectionError.malformed) { try second.get() }
    let end = try far.receive(SupervisorRequest.self)
    #expect(end == nil)
  }

  private func talk(_ connection: consuming SupervisorConnection, attached: Int32) throws {
    try connection.send(SupervisorRequest.check, attached: attached)
    try connection.send(StartReport.ready)
  }

  private func expectRoundTrip<Message: SupervisorMessage & Equatable>(_ message: Message) throws {
    let decoded = decode(Message.self, try bytes(of: message))
    #expect(decoded == message)
  }

  private func decode<Message: SupervisorMessage>(_ type: Message.Type, _ packet: [UInt8]) -> Message? {
    try? Message(decoding: packet.span)
  }

  private func bytes(of message: some SupervisorMessage) throws -> [UInt8] {
    var buffer = WireBuffer(capacity: SupervisorProtocol.largestMessage)
    try message.encode(into: &buffer)
    return buffer.withBytes { span in span.indices.map { span[$0] } }
  }
}
