// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import ProxyMessages
import ProxyRules
import Sockets
import SystemCalls
import Testing
import Threads
import WireFormat

@Suite struct ProxyMessageTests {
  private static func host(_ text: String) throws -> HostName { try #require(HostName(text)) }

  private static let exception = TransportSecurity.Exception(
    includesSubdomains: true, allowsInsecure: false, lowestVersion: 0x0304, requiresForwardSecrecy: true)

  @Test func `Messages have the bytes that they have always had`() throws {
    let (example, address) = (try Self.host("a.example"), try Self.host("192.0.2.1"))
    let name: [UInt8] = [9] + Array("a.example".utf8)
    #expect(ProxyOrder.trackers([example]).bytes == [1, 1] + name)
    #expect(ProxyOrder.security(allowsEverything: false, allowsLocal: true).bytes == [2, 0, 1])
    #expect(ProxyOrder.exceptions([example: Self.exception]).bytes == [3, 1] + name + [1, 0, 1, 3, 4])
    #expect(ProxyOrder.begin(connections: 1500).bytes == [4, 5, 0xDC])
    #expect(ProxyOrder.answer(number: 0x0102_0304, isAllowed: true).bytes == [5, 1, 2, 3, 4, 1])
    #expect(ProxyOrder.changed.bytes == [6])
    #expect(ProxyOrder.tunnel.bytes == [7])
    #expect(ProxyReport.ask(number: 7, .localNetwork).bytes == [1, 0, 0, 0, 7, 2])
    #expect(ProxyReport.used(address, .refused).bytes == [2, 2, 9] + Array("192.0.2.1".utf8))
    let request = ConnectRequest(number: 7, host: example, port: 443, isLocalOnly: true)
    #expect(request.bytes == [0, 0, 0, 7, 1, 0xBB, 1] + name)
    #expect(
      ConnectReply(number: 7, .connected(isTracker: true, isLocal: false)).bytes == [0, 0, 0, 7, 0, 1, 0])
    #expect(ConnectReply(number: 7, .refused(.unreachable)).bytes == [0, 0, 0, 7, 8])
  }

  @Test func `What is read is what was written`() throws {
    func holds<Message: ProxyMessage & Equatable>(_ message: Message) throws {
      #expect(message.bytes.count <= largestProxyMessage)
      #expect(try Message(decoding: message.bytes.span) == message)
    }
    let hosts = try (0..<ProxyOrder.most).map {
      try Self.host("\(String(repeating: "a", count: 60)).\(String(repeating: "b", count: 60)).x\($0)")
    }
    try holds(ProxyOrder.trackers(hosts))
    try holds(ProxyOrder.exceptions(Dictionary(uniqueKeysWithValues: hosts.map { ($0, Self.exception) })))
    try holds(ProxyOrder.answer(number: .max, isAllowed: false))
    for question in ProxyQuestion.allCases { try holds(ProxyReport.ask(number: 1, question)) }
    try holds(ProxyReport.used(Self.host("[2001:db8::1]"), .made))
    try holds(ConnectRequest(number: 1, host: Self.host("[::1]"), port: 1, isLocalOnly: false))
    for failure in ProxyFailure.allCases { try holds(ConnectReply(number: 1, .refused(failure))) }
  }

  @Test func `What is no message is refused`() throws {
    let orders: [[UInt8]] = [
      [], [0], [8], [7, 0], [6, 0], [5, 0, 0, 0, 1, 2], [5, 0, 0, 1], [4, 1], [2, 0], [1, 65], [1, 1, 3, 65, 46],
      // A host in another form than the one it has, and one that is there twice.
      [1, 1, 2, 65, 97], [3, 2, 1, 97, 0, 0, 0, 3, 3, 1, 97, 0, 0, 0, 3, 3],
    ]
    for bytes in orders { #expect(throws: WireError.self, "\(bytes)") { try ProxyOrder(decoding: bytes.span) } }
    let reports: [[UInt8]] = [[], [1, 0, 0, 0, 1, 4], [2, 3, 1, 97], [2, 1, 0], [2, 1, 1, 97, 0]]
    for bytes in reports { #expect(throws: WireError.self, "\(bytes)") { try ProxyReport(decoding: bytes.span) } }
    let requests: [[UInt8]] = [
      [0, 0, 0, 1, 0, 0, 0, 1, 97], [0, 0, 0, 1, 0, 80, 2, 1, 97], [0, 0, 0, 1, 0, 80, 0, 1],
    ]
    for bytes in requests { #expect(throws: WireError.self, "\(bytes)") { try ConnectRequest(decoding: bytes.span) } }
    let replies: [[UInt8]] = [[0, 0, 0, 1, 0, 1], [0, 0, 0, 1, 9], [0, 0, 0, 1, 8, 0]]
    for bytes in replies { #expect(throws: WireError.self, "\(bytes)") { try ConnectReply(decoding: bytes.span) } }
  }

  @Test func `The rules of an app arrive whole, however many there are`() throws {
    let trackers = try Set((0..<500).map { try Self.host("t\($0).example") })
    let exceptions = Dictionary(
      uniqueKeysWithValues: try (0..<200).map { (try Self.host("e\($0).example"), Self.exception) })
    let security = TransportSecurity(allowsEverything: true, allowsLocal: true, exceptions: exceptions)
    let rules = NetworkRules(trackers: trackers, security: security)
    let ends = try PacketSocket.pair()
    let near = ends.near
    let given = try FileDescriptor.event()
    let channel = RuntimeChannel(ends.far)
    for order in ProxyOrder.telling(rules) { try order.send(on: near) }
    try ProxyOrder.begin(connections: 64).send(on: near, attached: given.raw)
    guard var beginning = channel.beginning(), let listener = beginning.listener.take() else {
      Issue.record("nothing arrived")
      return
    }
    #expect(beginning.rules == rules && beginning.connections == 64 && listener.raw != given.raw)
  }

  @Test func `Questions have their own answers, and none once bailey-run has gone`() throws {
    let ends = try PacketSocket.pair()
    let near = ends.near
    let channel = RuntimeChannel(ends.far)
    try SystemThread.start(named: "answers") { channel.follow {} }
    let answers = Locked<[ProxyQuestion: Bool]>([:])
    let threads = try ProxyQuestion.allCases.map { question in
      try SystemThread(named: "asks") {
        let isAllowed = channel.allows(question)
        answers.withLock { $0[question] = isAllowed }
      }
    }
    // The last one is answered first.
    var asked: [(UInt32, ProxyQuestion)] = []
    while asked.count < 3, case .ask(let number, let question)? = ProxyReport.next(from: near) {
      asked.append((number, question))
    }
    for (number, question) in asked.reversed() {
      try ProxyOrder.answer(number: number, isAllowed: question == .tracking).send(on: near)
    }
    for thread in threads { thread.join() }
    #expect(answers.withLock { $0 } == [.tracking: true, .localNetwork: false, .localNetworkStands: false])
    near.shutDown()
    #expect(!channel.allows(.tracking))
  }
}
