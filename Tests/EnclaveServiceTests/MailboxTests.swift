// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveMessages
import Glibc
import IPCTransport
import LinuxSystem
import ProtectionModel
import SecretMemory
import Testing
import WireFormat

/// The mailbox of a channel, from an asker who keeps to the rules and from one who does not.
@Suite(.enabled(if: SecretPages.haveRoom(for: 8192), "too little memory may be locked here")) struct MailboxTests {
  /// A channel of which a test says every byte.
  private final class Channel {
    private let enclave: EnclaveProcess?
    /// Of the `baileyd` that a program has its channel from, which lives as long.
    private let broker: FilesChannels?
    private let events: PacketSocket?
    let socket: PacketSocket

    /// Of role `broker`.
    init(_ enclave: EnclaveProcess) throws {
      self.enclave = enclave
      let events = try PacketSocket.pair()
      let keys = try PacketSocket.pair()
      try enclave.supervisor.adopt(events: events.far.raw, broker: [keys.far.raw])
      broker = nil
      try events.near.send([1, 1, 1, 1].span)
      self.events = .some(events.near)
      socket = keys.near
      #expect(try ask([1, 1, 1, 1]) == [1, 64, 1])
    }

    /// Of a program that signs with the key.
    init(signingWith key: EnclaveKey, _ broker: FilesChannels) throws {
      enclave = nil
      self.broker = broker
      let ends = try PacketSocket.pair()
      try broker.keys.adoptSigner(key, ends.far.raw)
      events = nil
      socket = ends.near
    }

    /// What is answered on the socket, and the descriptor that came along.
    func ask(_ packet: [UInt8], _ descriptor: inout FileDescriptor?) throws -> [UInt8] {
      try socket.send(packet.span)
      var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
      #expect(try socket.receive(into: &buffer, attached: &descriptor) == .packet)
      return bytes(buffer)
    }

    /// The same where none does.
    func ask(_ packet: [UInt8]) throws -> [UInt8] {
      var descriptor: FileDescriptor?
      let answer = try ask(packet, &descriptor)
      let came = descriptor != nil
      #expect(!came)
      return answer
    }

    /// A part of the mailbox.
    func part(_ number: UInt8) throws -> FileDescriptor {
      var descriptor: FileDescriptor?
      #expect(try ask([1, 25, number], &descriptor) == [1, 65])
      guard let part = descriptor.take() else { throw EnclaveClientError.unexpectedReply }
      return part
    }

    func openMailbox() throws -> OpenMailbox { try openMailbox(part(1)) }

    func openMailbox(_ pages: borrowing FileDescriptor) throws -> OpenMailbox {
      let mailbox = try SecretMailbox(sharing: pages)
      let listener = try Doorbell.Listener(part(2), until: socket)
      return OpenMailbox(pages: mailbox, replies: listener, bell: try part(3))
    }
  }

  private final class OpenMailbox: Sendable {
    let pages: SecretMailbox
    let replies: Doorbell.Listener
    let bell: FileDescriptor

    init(pages: consuming SecretMailbox, replies: consuming Doorbell.Listener, bell: consuming FileDescriptor) {
      self.pages = pages
      self.replies = replies
      self.bell = bell
    }

    func ask(_ packet: [UInt8]) throws -> [UInt8] {
      _ = pages.put(packet.span, in: .requests)
      bell.signal()
      #expect(try replies.wait(within: .seconds(60)) == .ring)
      return try answer()
    }

    func answer() throws -> [UInt8] { try MailboxTests.answer(pages) }
  }

  private static func answer(_ pages: borrowing SecretMailbox) throws -> [UInt8] {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    try buffer.fill { span throws(SystemError) in try pages.take(from: .replies, into: &span) ?? 0 }
    return bytes(buffer)
  }

  @Test func whatIsAskedThereIsAnsweredThere() throws {
    let channel = try Channel(EnclaveProcess())
    let mailbox = try channel.openMailbox()
    #expect(try mailbox.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    // The socket goes on.
    #expect(try channel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    #expect(try mailbox.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
  }

  @Test func itsPartsAreGivenOnceAndInOrder() throws {
    let channel = try Channel(EnclaveProcess())
    #expect(try channel.ask([1, 25, 3]) == [1, 71, 3])
    #expect(try channel.ask([1, 25, 4]) == [1, 71, 1, 3])
    let mailbox = try channel.openMailbox()
    for part in 1...3 as ClosedRange<UInt8> { #expect(try channel.ask([1, 25, part]) == [1, 71, 3]) }
    #expect(try mailbox.ask([1, 25, 1]) == [1, 71, 3])
    #expect(try mailbox.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
  }

  @Test func thePolicyIsThatOfTheChannel() throws {
    let enclave = try EnclaveProcess()
    let channel = try Channel(enclave)
    let mailbox = try channel.openMailbox()
    #expect(try mailbox.ask([1, 9]) == [1, 71, 2])
    #expect(try mailbox.ask([1, 10, 1, 1]) == [1, 71, 2])
    #expect(try mailbox.ask([1, 6, 0, 1, 0x31]) == [1, 71, 2])
    #expect(try mailbox.ask([1]) == [1, 71, 1, 1])
    #expect(try mailbox.ask([UInt8](repeating: 1, count: 1025)) == [1, 71, 1, 2])
    #expect(try mailbox.ask([UInt8](repeating: 1, count: SecretMailbox.largestMessage)) == [1, 71, 1, 2])
    // What needs a descriptor needs the socket.
    let broker = try enclave.broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    #expect(try mailbox.ask([1, 22, 0, UInt8(key.encoded.count)] + key.encoded) == [1, 71, 17])
    #expect(try mailbox.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
  }

  // MARK: - Of a program that signs

  private func digest(_ byte: UInt8) -> [UInt8] { [1, 23, 0, 32] + [UInt8](repeating: byte, count: 32) }

  private func ask(
    _ channel: Channel, _ pages: borrowing SecretMailbox, _ packet: [UInt8]
  ) throws -> [UInt8] {
    _ = pages.put(packet.span, in: .requests)
    #expect(try channel.ask([1, 26]) == [1, 65])
    return try Self.answer(pages)
  }

  @Test func aProgramSignsInPagesAndDoesNothingElse() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let channel = try Channel(signingWith: key, broker)
    // Without pages there is nothing to look at.
    #expect(try channel.ask([1, 26]) == [1, 71, 3])
    let pages = try SecretMailbox(sharing: channel.part(1))
    #expect(try ask(channel, pages, digest(1)).prefix(2) == [1, 73])
    let others: [[UInt8]] = [[1, 6, 0, 1, 0x31], [1, 2], [1, 10, 8, 1], [1, 24], [1, 9]]
    for request in others { #expect(try ask(channel, pages, request) == [1, 71, 2]) }
    #expect(try ask(channel, pages, [1, 23, 0, 0]).prefix(3) == [1, 71, 1])
    for request in [[1, 25, 1], [1, 26]] as [[UInt8]] { #expect(try ask(channel, pages, request) == [1, 71, 3]) }
    for part in 1...3 as ClosedRange<UInt8> { #expect(try channel.ask([1, 25, part]) == [1, 71, 3]) }
    // The socket goes on.
    #expect(try channel.ask(digest(2)).prefix(2) == [1, 73])
    #expect(try ask(channel, pages, digest(3)).prefix(2) == [1, 73])
    try broker.keys.dismissSigners()
    var none: FileDescriptor?
    #expect(throws: SystemError(.send, code: EPIPE)) { _ = try channel.ask([1, 26], &none) }
  }

  /// Requests without end that nobody reads the answers of, lengths that are none, and lies about who watches.
  @Test func aProgramThatKeepsToNoRuleHoldsUpNobody() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let channel = try Channel(signingWith: key, broker)
    let flood = try Flood(channel, digest(4))
    defer { flood.stop() }
    for _ in 0..<50 { _ = try broker.keys.makeKey(.keychainAlways) }
    _ = try broker.enclave.client().status()
    #expect(flood.isHeard)
    try broker.keys.dismissSigners()
    _ = try broker.enclave.client().status()
  }

  /// Whoever finds its answers without being told of them does not read what it is told.
  @Test func whoDoesNotReadWhatItIsToldIsNotCutOff() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let channel = try Channel(signingWith: key, broker)
    let pages = try SecretMailbox(sharing: channel.part(1))
    for round in 0..<600 {
      _ = pages.put(digest(UInt8(truncatingIfNeeded: round)).span, in: .requests)
      try channel.socket.send(([1, 26] as [UInt8]).span)
      var answer: [UInt8] = []
      while answer.isEmpty { answer = try Self.answer(pages) }
      #expect(answer.prefix(2) == [1, 73])
    }
  }

  private final class Flood: Sendable {
    private let ends: Locked<Bool>
    private let fails: Locked<Bool>
    private let thread: SystemThread

    var isHeard: Bool { !fails.withLock { $0 } }

    init(_ channel: Channel, _ request: [UInt8]) throws {
      let memory = try channel.part(1)
      let socket = Locked(PacketSocket(try channel.socket.descriptor.duplicate()))
      let raw = Locked(try MappedMemory(sharing: memory, offset: 0, count: 8192))
      let pages = Locked(try SecretMailbox(sharing: memory))
      let ends = Locked(false)
      let fails = Locked(false)
      (self.ends, self.fails) = (ends, fails)
      thread = try SystemThread(named: "floods") {
        var round: UInt32 = 0
        while !ends.withLock({ $0 }) {
          round &+= 1
          pages.withLock { _ = $0.put(request.span, in: .requests) }
          raw.withLock { raw in
            // Over the length, and whether the one and the other side watches.
            if round % 3 == 0 { raw.publish(round &* 977, at: 0) }
            raw.publish(round & 1, at: 4)
            raw.publish(round & 2, at: 4100)
          }
          do throws(SystemError) {
            try socket.withLock { socket throws(SystemError) in try socket.send(([1, 26] as [UInt8]).span, .refuses) }
          } catch {
            fails.withLock { if error.code != EAGAIN { $0 = true } }
          }
        }
      }
    }

    func stop() {
      ends.withLock { $0 = true }
      thread.join()
    }
  }

  @Test func nobodyElseGetsOne() throws {
    let enclave = try EnclaveProcess()
    let events = try PacketSocket.pair()
    let files = try PacketSocket.pair()
    try enclave.supervisor.adopt(events: events.far.raw, files: files.far.raw)
    let commandLine = try enclave.socket()
    for raw in [files.near.raw, commandLine.raw] {
      let socket = PacketSocket(FileDescriptor(owning: fcntl(raw, F_DUPFD_CLOEXEC, 0)))
      var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
      for (packet, answer) in [([1, 1, 1, 1], [1, 64, 1]), ([1, 25, 1], [1, 71, 2])] as [([UInt8], [UInt8])] {
        try socket.send(packet.span)
        #expect(try socket.receive(into: &buffer) == .packet)
        #expect(bytes(buffer) == answer)
      }
    }
  }

  /// A length that no slot has room for, rings for nothing, and replies that nobody takes.
  @Test func whoSaysNonsenseHoldsUpNobody() throws {
    let enclave = try EnclaveProcess()
    let channel = try Channel(enclave)
    let pages = try channel.part(1)
    var raw = try MappedMemory(sharing: pages, offset: 0, count: 8192)
    let mailbox = try channel.openMailbox(pages)
    for _ in 0..<1000 { mailbox.bell.signal() }
    for length in [4089, 8184, 8192, 0x7fff_ffff, 0xffff_ffff] as [UInt32] {
      raw.publish(length, at: 0)
      mailbox.bell.signal()
      #expect(try mailbox.replies.wait(within: .seconds(60)) == .ring)
      #expect(try mailbox.answer() == [1, 71, 1, 2])
    }
    #expect(try channel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    // A counter that is full cannot be signalled, and harms only who filled it.
    var most = UInt64.max - 1
    _ = unsafe write(mailbox.bell.raw, &most, 8)
    #expect(try channel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    _ = try enclave.client().status()
  }

  @Test func nothingOfAMessageStaysWhereItWasTakenFrom() throws {
    let channel = try Channel(EnclaveProcess())
    let pages = try channel.part(1)
    let raw = try MappedMemory(sharing: pages, offset: 0, count: 8192)
    let mailbox = try channel.openMailbox(pages)
    #expect(try mailbox.ask([1, 10, 8, 16]).prefix(2) == [1, 68])
    raw.withBytes { bytes in #expect(bytes.indices.allSatisfy { bytes[$0] == 0 }) }
  }

  @Test func keysComeThroughIt() throws {
    let channels = try EnclaveProcess().broker()
    let new = try channels.keys.makeKey(.keychainAlways)
    let key = try channels.keys.unwrap(new.wrapped)
    #expect(key.withBytes { one in new.key.withBytes { other in one.indices.allSatisfy { one[$0] == other[$0] } } })
    // Found by watching for it, before the bell has been heard, and by waiting, in turn.
    for round in 0..<100 {
      let batch = try channels.keys.makeKeys(.keychainAlways, count: 16, round % 2 == 0 ? .watches : .waits)
      #expect(batch.count == 16)
    }
    #expect(throws: ClassKeyError.noSuchKey(.keychainWhenPasscodeSetThisDeviceOnly)) {
      _ = try channels.keys.makeKey(.keychainWhenPasscodeSetThisDeviceOnly)
    }
  }

  @Test func anEnclaveThatIsGoneIsHeardOf() throws {
    let enclave = try EnclaveProcess()
    let channels = try enclave.broker()
    _ = try channels.keys.makeKey(.keychainAlways)
    try enclave.stop(SIGKILL)
    #expect(throws: ClassKeyError.unavailable) { _ = try channels.keys.makeKey(.keychainAlways) }
  }
}

private func bytes(_ buffer: borrowing WireBuffer) -> [UInt8] {
  buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
}
