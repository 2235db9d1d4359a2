// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Foundation
import Glibc
import IPCTransport
import ProtectionModel
import SecretMemory
import Sockets
import SystemCalls
import Testing
import Threads
import WireFormat

/// Peers that say what they may not, too much, or nothing at all.
@Suite struct BadPeersTests {
  private func exchange(_ socket: borrowing PacketSocket, _ packet: [UInt8], attached: Int32 = -1) throws -> [UInt8] {
    try socket.send(packet.span, attached: attached)
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    #expect(try socket.receive(into: &buffer) == .packet)
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  private static let hello: [UInt8] = [1, 1, 1, 1]
  private static let status: [UInt8] = [1, 2]

  private static let bad: [(packet: [UInt8], refusal: [UInt8])] = [
    ([1], [1, 71, 1, 1]),  // short
    ([1, 6, 0, 9, 0x31], [1, 71, 1, 1]),
    ([1, 2, 0], [1, 71, 1, 2]),  // long
    ([1, 7, 9], [1, 71, 1, 3]),  // bad value
    ([2, 2], [1, 71, 1, 4]),  // unknown version
    ([1, 99], [1, 71, 1, 5]),  // unknown number
    ([1, 65], [1, 71, 1, 5]),  // a reply
    ([UInt8](repeating: 1, count: 1025), [1, 71, 1, 2]),  // oversized
    ([UInt8](repeating: 1, count: 60_000), [1, 71, 1, 2]),
    ([1, 9], [1, 71, 2]),  // the volume key, for the command line
    ([1, 10, 1, 1], [1, 71, 2]),
    ([1, 13, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], [1, 71, 2]),
    ([1, 14], [1, 71, 2]),
    ([1, 1, 1, 1], [1, 71, 3]),  // hello again
  ]

  @Test func `Bad input is refused and changes nothing`() throws {
    let enclave = try EnclaveProcess()
    let socket = try enclave.socket()
    _ = try exchange(socket, Self.hello)
    let before = try exchange(socket, Self.status)
    for (packet, refusal) in Self.bad {
      #expect(try exchange(socket, packet) == refusal, "\(packet.prefix(12))")
      #expect(try exchange(socket, Self.status) == before)
    }
  }

  @Test func `Nothing is answered before hello`() throws {
    let enclave = try EnclaveProcess()
    let socket = try enclave.socket()
    #expect(try exchange(socket, Self.status) == [1, 71, 3])
    #expect(try exchange(socket, [1, 8]) == [1, 71, 3])
    #expect(try exchange(socket, [1, 1, 2, 9]) == [1, 71, 4])
    #expect(try exchange(socket, Self.hello) == [1, 64, 1])
    #expect(try exchange(socket, Self.status).count > 3)
  }

  @Test func `A descriptor that nobody asked for is refused`() throws {
    let enclave = try EnclaveProcess()
    let socket = try enclave.socket()
    _ = try exchange(socket, Self.hello)
    #expect(try exchange(socket, Self.status, attached: STDERR_FILENO) == [1, 71, 17])
  }

  @Test func `The files get no keys before they listen`() throws {
    let enclave = try EnclaveProcess()
    let events = try PacketSocket.pair()
    let files = try PacketSocket.pair()
    try enclave.supervisor.adopt(events: events.far.raw, files: files.far.raw)
    #expect(try exchange(files.near, Self.hello) == [1, 64, 1])
    #expect(try exchange(files.near, [1, 9]) == [1, 71, 3])
    #expect(try exchange(events.near, Self.hello) == [1, 64, 1])
    #expect(try exchange(files.near, [1, 9]).count == 66)
    #expect(try exchange(files.near, [1, 6, 0, 1, 0x31]) == [1, 71, 2])
    #expect(try exchange(events.near, [1, 9]) == [1, 71, 2])
    // Keychain classes are not for files.
    #expect(try exchange(files.near, [1, 10, 6, 1]) == [1, 71, 2])
  }

  @Test func `The broker gets keys of the keychain and no others`() throws {
    let enclave = try EnclaveProcess()
    let events = try PacketSocket.pair()
    let broker = try PacketSocket.pair()
    try enclave.supervisor.adopt(events: events.far.raw, broker: [broker.far.raw])
    #expect(try exchange(broker.near, Self.hello) == [1, 64, 1])
    #expect(try exchange(broker.near, [1, 10, 8, 1]) == [1, 71, 3])
    #expect(try exchange(events.near, Self.hello) == [1, 64, 1])
    let wrapped = try exchange(broker.near, [1, 10, 8, 1]).suffix(40)
    #expect(try exchange(broker.near, [1, 11, 8] + wrapped).prefix(2) == [1, 69])
    #expect(try exchange(broker.near, [1, 12, 7, 8] + wrapped).prefix(3) == [1, 70, 7])
    for fileClass in 1...4 as ClosedRange<UInt8> {
      #expect(try exchange(broker.near, [1, 10, fileClass, 1]) == [1, 71, 2])
      #expect(try exchange(broker.near, [1, 12, fileClass, 8] + wrapped) == [1, 71, 2])
    }
    #expect(try exchange(broker.near, [1, 11, 4] + wrapped) == [1, 71, 2])
    #expect(try exchange(broker.near, [1, 9]) == [1, 71, 2])
    #expect(try exchange(broker.near, [1, 8]) == [1, 71, 2])
  }

  @Test func `Keys of the enclave are for the broker alone`() throws {
    let enclave = try EnclaveProcess()
    let files = try PacketSocket.pair()
    let events = try PacketSocket.pair()
    try enclave.supervisor.adopt(events: events.far.raw, files: files.far.raw)
    #expect(try exchange(events.near, Self.hello) == [1, 64, 1])
    #expect(try exchange(files.near, Self.hello) == [1, 64, 1])
    let commandLine = try enclave.socket()
    #expect(try exchange(commandLine, Self.hello) == [1, 64, 1])
    #expect(try exchange(files.near, [1, 17, 8, 0, 0]) == [1, 71, 2])
    #expect(try exchange(commandLine, [1, 17, 8, 0, 0]) == [1, 71, 2])
    let broker = try enclave.broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let sign = [1, 18, 0, UInt8(key.encoded.count)] + key.encoded + [0, 1, 7]
    #expect(try exchange(files.near, sign) == [1, 71, 2])
    #expect(try exchange(commandLine, sign) == [1, 71, 2])
  }

  @Test func `The broker asks on several channels that go together`() throws {
    let enclave = try EnclaveProcess()
    let events = try PacketSocket.pair()
    let first = try PacketSocket.pair()
    let second = try PacketSocket.pair()
    try enclave.supervisor.adopt(events: events.far.raw, broker: [first.far.raw, second.far.raw])
    #expect(try exchange(events.near, Self.hello) == [1, 64, 1])
    #expect(try exchange(first.near, Self.hello) == [1, 64, 1])
    #expect(try exchange(second.near, Self.hello) == [1, 64, 1])
    #expect(try exchange(first.near, [1, 10, 8, 1]).prefix(2) == [1, 68])
    #expect(try exchange(second.near, [1, 10, 8, 1]).prefix(2) == [1, 68])
    // Those of a `bailey-fs` that starts meanwhile take nothing away from it.
    let files = try enclave.files()
    _ = try files.keys.makeKey(.fileNone)
    #expect(try exchange(second.near, [1, 10, 8, 1]).prefix(2) == [1, 68])
    let (firstRaw, secondRaw) = (first.near.raw, second.near.raw)
    let far = events.far
    let others = first.far
    let more = second.far
    _ = consume others
    _ = consume more
    let near = events.near
    _ = consume far
    _ = consume near
    #expect(try Poll.readable([firstRaw], within: .seconds(60)) == [true])
    #expect(try Poll.readable([secondRaw], within: .seconds(60)) == [true])
  }

  @Test func `A broker has so many channels and no more`() throws {
    let enclave = try EnclaveProcess()
    let events = try PacketSocket.pair()
    let keys = try PacketSocket.pair()
    let maximum = EnclaveProtocol.brokerChannels
    try enclave.supervisor.adopt(events: events.far.raw, broker: [Int32](repeating: keys.far.raw, count: maximum))
    #expect(throws: EnclaveClientError.refused(.tooManyRequests)) {
      try enclave.supervisor.adopt(events: events.far.raw, broker: [Int32](repeating: keys.far.raw, count: maximum + 1))
    }
  }

  @Test func `Losing one channel of the files closes the other`() throws {
    let enclave = try EnclaveProcess()
    let events = try PacketSocket.pair()
    let files = try PacketSocket.pair()
    try enclave.supervisor.adopt(events: events.far.raw, files: files.far.raw)
    let far = events.far
    let other = files.far
    _ = consume far
    _ = consume other
    let near = events.near
    _ = consume near
    var buffer = WireBuffer(capacity: 64)
    #expect(try files.near.receive(into: &buffer) == .end)
  }

  @Test func `Files cannot be adopted without events`() throws {
    let enclave = try EnclaveProcess()
    let pair = try PacketSocket.pair()
    #expect(try exchange(enclave.supervisorSocket, [1, 15], attached: pair.far.raw) == [1, 71, 3])
    #expect(try exchange(enclave.supervisorSocket, [1, 14]) == [1, 71, 17])
  }

  @Test func `Who never reads is cut off and holds up nobody`() throws {
    let enclave = try EnclaveProcess()
    let flood = try enclave.socket()
    try flood.send(Self.hello.span)
    var sent = 0
    do {
      while sent < 1_000_000 {
        try flood.send(Self.status.span, .refuses)
        sent += 1
        if sent % 50 == 0 { _ = try enclave.client().status() }
      }
    } catch let error as SystemError {
      #expect([EAGAIN, EPIPE, ECONNRESET].contains(error.code))
    }
    _ = try enclave.client().status()
  }

  @Test func `Idle connections keep nobody out`() throws {
    let enclave = try EnclaveProcess()
    let idle = try (0..<100).map { _ in try enclave.socket().descriptor.duplicate().release() }
    defer { for descriptor in idle { close(descriptor) } }
    let (client, files) = (try enclave.client(), try enclave.files())
    #expect(throws: Never.self) {
      _ = try client.status()
      // Its connection ends with it.
      try withExtendedLifetime(files) { _ = try $0.keys.makeKey(.fileNone) }
    }
  }

  @Test func `Few tries of one process wait at one time`() throws {
    let enclave = try EnclaveProcess()
    try enclave.client().setPasscode(secret("1234"))
    let peers = try (0..<12).map { _ in Peer(try enclave.socket()) }
    for peer in peers { #expect(try exchange(peer.socket, Self.hello) == [1, 64, 1]) }
    for peer in peers { try peer.socket.send(([1, 6, 0, 5] + Array("wrong".utf8)).span) }
    // One is refused without a look at its passcode, while others are tried.
    var waiting = peers
    var answers: [[UInt8]] = []
    while !answers.contains([1, 71, 15]) {
      let ready = try Poll.readable(waiting.map { $0.socket.raw }, within: .seconds(60))
      let index = try #require(ready.firstIndex(of: true), "all others were tried: \(answers)")
      var answer = WireBuffer(capacity: EnclaveProtocol.largestReply)
      #expect(try waiting.remove(at: index).socket.receive(into: &answer) == .packet)
      answers.append(answer.withBytes { bytes in bytes.indices.map { bytes[$0] } })
    }
  }

  private final class Peer {
    let socket: PacketSocket
    init(_ socket: consuming PacketSocket) { self.socket = socket }
  }

  private static let canBecomeNobody =
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  @Test(.enabled(if: canBecomeNobody, "only root can become another user")) func `Another user is not heard`() throws {
    let enclave = try EnclaveProcess()
    for (path, mode) in [("", 0o755), ("/run", 0o755), ("/run/enclave.sock", 0o777)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: enclave.home.path + path)
    }
    let script = """
      sys, socket = __import__("sys"), __import__("socket")
      s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      s.connect(sys.argv[1])
      try:
          s.send(bytes([1, 1, 1, 1]))
          print(len(s.recv(100)))
      except OSError:
          print(0)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments =
      ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", script]
      + ["\(enclave.home.path)/run/enclave.sock"]
    let output = Foundation.Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(said == "0\n")
  }
}
