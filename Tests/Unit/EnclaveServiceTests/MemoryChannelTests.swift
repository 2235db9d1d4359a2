// SPDX-License-Identifier: Apache-2.0
import EnclaveClient
import EnclaveControl
import EnclaveMessages
import Events
import Glibc
import IPCTransport
import ProtectionModel
import SecretMemory
import Sockets
import SystemCalls
import Testing
import Threads
import WireFormat

/// The shared-memory channel of a channel, from an requester who keeps to the rules and from one who does not.
@Suite(.enabled(if: SecretPages.haveRoom(for: 8192), "too little memory may be locked here")) struct MemoryChannelTests
{
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

    /// A part of the shared-memory channel.
    func part(_ number: UInt8) throws -> FileDescriptor {
      var descriptor: FileDescriptor?
      #expect(try ask([1, 25, number], &descriptor) == [1, 65])
      guard let part = descriptor.take() else { throw EnclaveClientError.unexpectedReply }
      return part
    }

    func openMemoryChannel() throws -> OpenMemoryChannel { try openMemoryChannel(part(1)) }

    func openMemoryChannel(_ pages: borrowing FileDescriptor) throws -> OpenMemoryChannel {
      let memoryChannel = try SharedMemoryChannel(sharing: pages)
      let listener = try Notifier.Listener(part(2), until: socket)
      return OpenMemoryChannel(pages: memoryChannel, replies: listener, bell: try part(3))
    }
  }

  private final class OpenMemoryChannel: Sendable {
    let pages: SharedMemoryChannel
    let replies: Notifier.Listener
    let bell: FileDescriptor

    init(pages: consuming SharedMemoryChannel, replies: consuming Notifier.Listener, bell: consuming FileDescriptor) {
      self.pages = pages
      self.replies = replies
      self.bell = bell
    }

    func ask(_ packet: [UInt8]) throws -> [UInt8] {
      _ = pages.put(packet.span, in: .requests)
      bell.signal()
      #expect(try replies.wait(within: .seconds(60)) == .notification)
      return try answer()
    }

    func answer() throws -> [UInt8] { try MemoryChannelTests.answer(pages) }
  }

  private static func answer(_ pages: borrowing SharedMemoryChannel) throws -> [UInt8] {
    var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
    try buffer.fill { span throws(SystemError) in try pages.take(from: .replies, into: &span) ?? 0 }
    return bytes(buffer)
  }

  @Test func `What is asked there is answered there`() throws {
    let channel = try Channel(EnclaveProcess())
    let memoryChannel = try channel.openMemoryChannel()
    #expect(try memoryChannel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    // The socket goes on.
    #expect(try channel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    #expect(try memoryChannel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
  }

  @Test func `Its parts are given once and in order`() throws {
    let channel = try Channel(EnclaveProcess())
    #expect(try channel.ask([1, 25, 3]) == [1, 71, 3])
    #expect(try channel.ask([1, 25, 4]) == [1, 71, 1, 3])
    let memoryChannel = try channel.openMemoryChannel()
    for part in 1...3 as ClosedRange<UInt8> { #expect(try channel.ask([1, 25, part]) == [1, 71, 3]) }
    #expect(try memoryChannel.ask([1, 25, 1]) == [1, 71, 3])
    #expect(try memoryChannel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
  }

  @Test func `The policy is that of the channel`() throws {
    let enclave = try EnclaveProcess()
    let channel = try Channel(enclave)
    let memoryChannel = try channel.openMemoryChannel()
    #expect(try memoryChannel.ask([1, 9]) == [1, 71, 2])
    #expect(try memoryChannel.ask([1, 10, 1, 1]) == [1, 71, 2])
    #expect(try memoryChannel.ask([1, 6, 0, 1, 0x31]) == [1, 71, 2])
    #expect(try memoryChannel.ask([1]) == [1, 71, 1, 1])
    #expect(try memoryChannel.ask([UInt8](repeating: 1, count: 1025)) == [1, 71, 1, 2])
    #expect(try memoryChannel.ask([UInt8](repeating: 1, count: SharedMemoryChannel.largestMessage)) == [1, 71, 1, 2])
    // What needs a descriptor needs the socket.
    let broker = try enclave.broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    #expect(try memoryChannel.ask([1, 22, 0, UInt8(key.encoded.count)] + key.encoded) == [1, 71, 17])
    #expect(try memoryChannel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
  }

  // MARK: - Of a program that signs

  private func digest(_ byte: UInt8) -> [UInt8] { [1, 23, 0, 32] + [UInt8](repeating: byte, count: 32) }

  private func ask(
    _ channel: Channel, _ pages: borrowing SharedMemoryChannel, _ packet: [UInt8]
  ) throws -> [UInt8] {
    _ = pages.put(packet.span, in: .requests)
    #expect(try channel.ask([1, 26]) == [1, 65])
    return try Self.answer(pages)
  }

  @Test func `A program signs in pages and does nothing else`() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let channel = try Channel(signingWith: key, broker)
    // Without pages there is nothing to look at.
    #expect(try channel.ask([1, 26]) == [1, 71, 3])
    let pages = try SharedMemoryChannel(sharing: channel.part(1))
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
  @Test func `A program that keeps to no rule holds up nobody`() throws {
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
  @Test func `Who does not read what it is told is not cut off`() throws {
    let broker = try EnclaveProcess().broker()
    let key = try broker.keys.makeEnclaveKey(.keychainAlways, binding: [])
    let channel = try Channel(signingWith: key, broker)
    let pages = try SharedMemoryChannel(sharing: channel.part(1))
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
      let pages = Locked(try SharedMemoryChannel(sharing: memory))
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

  @Test func `Nobody else gets one`() throws {
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
  @Test func `Who says nonsense holds up nobody`() throws {
    let enclave = try EnclaveProcess()
    let channel = try Channel(enclave)
    let pages = try channel.part(1)
    var raw = try MappedMemory(sharing: pages, offset: 0, count: 8192)
    let memoryChannel = try channel.openMemoryChannel(pages)
    for _ in 0..<1000 { memoryChannel.bell.signal() }
    for length in [4089, 8184, 8192, 0x7fff_ffff, 0xffff_ffff] as [UInt32] {
      raw.publish(length, at: 0)
      memoryChannel.bell.signal()
      #expect(try memoryChannel.replies.wait(within: .seconds(60)) == .notification)
      #expect(try memoryChannel.answer() == [1, 71, 1, 2])
    }
    #expect(try channel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    // A counter that is full cannot be signalled, and harms only who filled it.
    var maximum = UInt64.max - 1
    _ = unsafe write(memoryChannel.bell.raw, &maximum, 8)
    #expect(try channel.ask([1, 10, 8, 1]).prefix(2) == [1, 68])
    _ = try enclave.client().status()
  }

  @Test func `Nothing of a message stays where it was taken from`() throws {
    let channel = try Channel(EnclaveProcess())
    let pages = try channel.part(1)
    let raw = try MappedMemory(sharing: pages, offset: 0, count: 8192)
    let memoryChannel = try channel.openMemoryChannel(pages)
    #expect(try memoryChannel.ask([1, 10, 8, 16]).prefix(2) == [1, 68])
    raw.withBytes { bytes in #expect(bytes.indices.allSatisfy { bytes[$0] == 0 }) }
  }

  @Test func `Keys come through it`() throws {
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

  @Test func `An enclave that is gone is heard of`() throws {
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
