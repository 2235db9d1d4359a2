// SPDX-License-Identifier: Apache-2.0
import Glibc
import SecretMemory
import Sockets
import SystemCalls
import Testing
import Threads

/// Where the kernel has `memfd_secret`: without it there are none.
@Suite(.enabled(if: SecretPages.haveRoom(for: 8192), "too little memory may be locked here"))
struct SharedMemoryChannelTests {
  @Test func `One message goes each way`() throws {
    let memory = try SharedMemoryChannel.memory()
    let near = try SharedMemoryChannel(sharing: memory)
    let far = try SharedMemoryChannel(sharing: memory)
    #expect(try take(far, .requests) == nil)
    _ = near.put([1, 2, 3].span, in: .requests)
    _ = far.put([4].span, in: .replies)
    #expect(try take(far, .requests) == [1, 2, 3])
    #expect(try take(near, .replies) == [4])
    #expect(try take(far, .requests) == nil)
    #expect(try take(near, .replies) == nil)
    let largest = [UInt8](repeating: 7, count: SharedMemoryChannel.largestMessage)
    _ = near.put(largest.span, in: .requests)
    #expect(try take(far, .requests, room: largest.count) == largest)
  }

  @Test func `What is too large is lost and gone`() throws {
    let memory = try SharedMemoryChannel.memory()
    let memoryChannel = try SharedMemoryChannel(sharing: memory)
    var raw = try MappedMemory(sharing: memory, offset: 0, count: 8192)
    _ = memoryChannel.put([1, 2, 3].span, in: .requests)
    #expect(throws: SystemError(.receive, code: EMSGSIZE)) { _ = try take(memoryChannel, .requests, room: 2) }
    for length in [4089, 8192, UInt32.max] as [UInt32] {
      raw.publish(length, at: 0)
      #expect(throws: SystemError(.receive, code: EMSGSIZE)) { _ = try take(memoryChannel, .requests, room: 8192) }
    }
    raw.withBytes { bytes in #expect(bytes.indices.allSatisfy { bytes[$0] == 0 }) }
  }

  @Test func `Nobody takes pages away`() throws {
    let memory = try SharedMemoryChannel.memory()
    #expect(ftruncate(memory.raw, 0) != 0)
    #expect(ftruncate(memory.raw, 1 << 20) != 0)
    // FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE
    #expect(throws: SystemError.self) { try memory.allocate(mode: 3, offset: 0, count: 4096) }
  }

  @Test func `What nobody took goes with either side`() throws {
    let memory = try SharedMemoryChannel.memory()
    let raw = try MappedMemory(sharing: memory, offset: 0, count: 8192)
    do {
      let memoryChannel = try SharedMemoryChannel(sharing: memory)
      _ = memoryChannel.put([1, 2, 3].span, in: .replies)
      raw.withBytes { bytes in #expect(bytes.indices.contains { bytes[$0] != 0 }) }
    }
    raw.withBytes { bytes in #expect(bytes.indices.allSatisfy { bytes[$0] == 0 }) }
  }

  @Test func `Who watches need not be told`() throws {
    let memory = try SharedMemoryChannel.memory()
    let near = try SharedMemoryChannel(sharing: memory)
    let far = try SharedMemoryChannel(sharing: memory)
    #expect(near.put([1].span, in: .requests) == .waits)
    #expect(try take(far, .requests, .looks) == [1])
    #expect(try take(far, .requests, .looks) == nil)
    #expect(near.put([2].span, in: .requests) == .waits)
    #expect(try take(far, .requests, .watches) == [2])
    // What it says while it watches.
    var raw = try MappedMemory(sharing: memory, offset: 0, count: 8192)
    raw.publish(1, at: 4)
    #expect(near.put([3].span, in: .requests) == .watches)
    #expect(near.put([4].span, in: .replies) == .waits)
  }

  /// The other side wipes its pages when it goes, whatever the reader is doing.
  @Test func `A message that is taken back is not taken in part`() throws {
    let whole = [UInt8](repeating: 0xff, count: 4000)
    for _ in 0..<2000 {
      let memory = try SharedMemoryChannel.memory()
      let far = try SharedMemoryChannel(sharing: memory)
      let near = Locked<Side?>(Side(try SharedMemoryChannel(sharing: memory)))
      near.withLock { _ = $0?.memoryChannel.put(whole.span, in: .replies) }
      let thread = try SystemThread(named: "goes") { near.withLock { $0 = nil } }
      defer { thread.join() }
      if let message = try take(far, .replies, room: 4096) { #expect(message == whole) }
    }
  }

  private final class Side: Sendable {
    let memoryChannel: SharedMemoryChannel
    init(_ memoryChannel: consuming SharedMemoryChannel) { self.memoryChannel = memoryChannel }
  }

  /// Wherever one of the two is when the other one puts something there, it is found or told of.
  @Test func `Nothing is missed between watching and waiting`() throws {
    let memory = try SharedMemoryChannel.memory()
    let near = try SharedMemoryChannel(sharing: memory)
    let notifier = try Notifier()
    let ends = try PacketSocket.pair()
    let reader = try Reader(
      SharedMemoryChannel(sharing: memory), Notifier.Listener(notifier.listener(), until: ends.near))
    let rounds = 2000
    let thread = try SystemThread(named: "reads") { reader.take(rounds) }
    for round in 0..<rounds {
      let byte = UInt8(truncatingIfNeeded: round)
      if near.put([byte].span, in: .requests) == .waits { notifier.notify() }
      while reader.taken.withLock({ $0 }) == round, reader.stage.withLock({ $0 }) == .reads { sched_yield() }
    }
    thread.join()
    #expect(reader.taken.withLock { $0 } == rounds)
  }

  private final class Reader: Sendable {
    private let memoryChannel: SharedMemoryChannel
    private let listener: Notifier.Listener
    let taken = Locked(0)
    let stage = Locked(Stage.reads)

    enum Stage { case reads, hasEnded }

    init(_ memoryChannel: consuming SharedMemoryChannel, _ listener: consuming Notifier.Listener) {
      self.memoryChannel = memoryChannel
      self.listener = listener
    }

    /// Every other one by watching at first; ends with the first that is missed.
    func take(_ rounds: Int) {
      defer { stage.withLock { $0 = .hasEnded } }
      for round in 0..<rounds {
        var found = try? SharedMemoryChannelTests.take(memoryChannel, .requests, round % 2 == 0 ? .refuses : .looks)
        while found == nil {
          guard (try? listener.wait(within: .seconds(10))) == .notification else { return }
          found = try? SharedMemoryChannelTests.take(memoryChannel, .requests)
        }
        guard found == [UInt8(truncatingIfNeeded: round)] else { return }
        taken.withLock { $0 += 1 }
      }
    }
  }

  // MARK: - Parts

  private func take(
    _ memoryChannel: borrowing SharedMemoryChannel, _ slot: SharedMemoryChannel.Slot,
    _ strategy: WaitStrategy = .refuses, room: Int = 64
  ) throws(SystemError) -> [UInt8]? {
    try Self.take(memoryChannel, slot, strategy, room: room)
  }

  private static func take(
    _ memoryChannel: borrowing SharedMemoryChannel, _ slot: SharedMemoryChannel.Slot,
    _ strategy: WaitStrategy = .refuses, room: Int = 64
  ) throws(SystemError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: room)
    var span = buffer.mutableSpan
    guard let count = try memoryChannel.take(from: slot, into: &span, strategy) else { return nil }
    return Array(buffer.prefix(count))
  }
}
