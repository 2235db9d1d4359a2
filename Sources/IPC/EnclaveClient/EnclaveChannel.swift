// SPDX-License-Identifier: Apache-2.0
package import EnclaveMessages
import Events
import Glibc
import IPCTransport
import SecretMemory
package import Sockets
import SystemCalls
package import Threads
import WireFormat

/// A channel to the enclave, on which one request at a time waits for its reply.
///
/// Events that arrive between replies are kept for `takeEvents`. After a failure of the channel itself every further
/// call throws `closed`: a late reply must not be taken for the next one's.
package final class EnclaveChannel: Sendable {
  private let state: Locked<Session>
  /// The descriptor to wait on; never to read from.
  package let descriptor: Int32

  /// Makes a channel. Without a timeout, calls wait until the enclave answers or is gone.
  package init(_ socket: consuming PacketSocket, timeout: Duration?) {
    descriptor = socket.raw
    // May fail: then calls wait without a limit, which is better than no calls.
    if let timeout { try? socket.limitWaits(to: timeout) }
    state = Locked(Session(socket, timeout: timeout))
  }

  package func hello() throws(EnclaveClientError) {
    let version = EnclaveProtocol.version
    guard case .welcome(version) = try exchange(.hello(lowest: version, highest: version)) else {
      throw .unexpectedReply
    }
  }

  /// Sends a request and waits for its reply; a refusal is thrown.
  package func exchange(
    _ request: borrowing EnclaveRequest, attached: Int32 = -1, _ waiting: WaitStrategy = .waits
  ) throws(EnclaveClientError) -> EnclaveReply {
    try state.withLock { state throws(EnclaveClientError) in
      guard state.health == .good else { throw .closed }
      defer { state.buffer.wipe() }
      do { try request.encode(into: &state.buffer) } catch { throw .passcodeLength }
      do throws(EnclaveClientError) {
        let takesDescriptor = request.number == .shareMemoryChannel
        let way = state.way(attached: attached, takesDescriptor, waiting)
        return try state.exchange(by: way, attached: attached, waiting)
      } catch {
        if case .refused = error {} else { state.giveUp() }
        throw error
      }
    }
  }

  /// Opens a shared-memory channel for messages without a descriptor, which takes a third less time. If the enclave or
  /// this process cannot have one, the socket is used on.
  func openMemoryChannel() throws(EnclaveClientError) {
    do throws(EnclaveClientError) {
      guard let pages = try part(.pages) else { return }
      var replyNotifier = try part(.replyNotifier)
      var requestNotifier = try part(.requestNotifier)
      state.withLock { state in
        guard let replyNotifier = replyNotifier.take(), let requestNotifier = requestNotifier.take() else { return }
        // May fail: then the socket is used on.
        try? state.openMemoryChannel(pages, replyNotifier, requestNotifier)
      }
    } catch .refused {
      return
    }
  }

  /// Opens pages that are shared with the enclave, for requests whose wait strategy watches for the answer. While both
  /// sides watch them, nothing is sent on the socket.
  func openPages() throws(EnclaveClientError) {
    do throws(EnclaveClientError) {
      guard let memory = try part(.pages) else { return }
      state.withLock { state in state.pages = try? SharedMemoryChannel(sharing: memory) }
    } catch .refused {
      return
    }
  }

  /// Receives one part of a channel; nil where it did not arrive: this process has too many open.
  private func part(_ part: MemoryChannelPart) throws(EnclaveClientError) -> FileDescriptor? {
    guard case .done = try exchange(.shareMemoryChannel(part)) else { throw .unexpectedReply }
    return state.withLock { $0.arrived.take() }
  }

  package func expectDone(_ request: consuming EnclaveRequest) throws(EnclaveClientError) {
    guard case .done = try exchange(request) else { throw .unexpectedReply }
  }

  /// The events kept so far, and those that arrive within the time if there are none.
  package func takeEvents(within time: Duration?) throws(EnclaveClientError) -> [EnclaveEvent] {
    try state.withLock { state throws(EnclaveClientError) in
      guard state.health == .good else { throw .closed }
      defer { state.events = [] }
      if state.events.isEmpty { try state.receiveEvent(within: time) }
      return state.events
    }
  }
}

// MARK: - Parts

private struct Session: ~Copyable {
  enum Health { case good, broken }
  /// How a request goes and its reply comes back; a socket can also give a descriptor.
  enum Way { case socket, socketGiving, memoryChannel, pages }

  let socket: PacketSocket
  /// The channel in shared memory; nil until it is opened.
  private var memoryChannel: ClientMemoryChannel?
  /// The memory shared with the enclave; nil until it is opened. The socket says when it holds a message.
  var pages: SharedMemoryChannel?
  /// The descriptor that came with the reply.
  var arrived: FileDescriptor?
  var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
  var events: [EnclaveEvent] = []
  var health = Health.good
  private let timeout: Duration?

  init(_ socket: consuming PacketSocket, timeout: Duration?) {
    self.socket = socket
    self.timeout = timeout
  }

  mutating func openMemoryChannel(
    _ pages: borrowing FileDescriptor, _ replyNotifier: consuming FileDescriptor,
    _ requestNotifier: consuming FileDescriptor
  ) throws(SystemError) {
    memoryChannel = try ClientMemoryChannel(
      pages: pages, replyNotifier: replyNotifier, requestNotifier: requestNotifier, socket: socket, timeout: timeout)
  }

  /// Ends the session: a late reply must not be taken for that of another request.
  mutating func giveUp() {
    health = .broken
    memoryChannel = nil
    pages = nil
  }

  func way(attached: Int32, _ takesDescriptor: Bool, _ waiting: WaitStrategy) -> Way {
    if takesDescriptor { return .socketGiving }
    if attached >= 0 { return .socket }
    if memoryChannel != nil { return .memoryChannel }
    return pages != nil && waiting.watches ? .pages : .socket
  }

  /// Sends what is in the buffer and waits for the reply.
  mutating func exchange(by way: Way, attached: Int32, _ waiting: WaitStrategy) throws(EnclaveClientError)
    -> EnclaveReply
  {
    try send(attached: attached, way)
    var waiting = waiting
    while true {
      try receive(waiting, way)
      if keepEvent() == .kept { continue }
      switch decodeReply() {
      case .refused(let refusal): throw .refused(refusal)
      case .none: throw .unexpectedReply
      // `done` on the socket only says that the reply is in the pages, where it may have been found before.
      case .done where pages != nil && way != .socketGiving: waiting = .waits
      case .some(let reply): return reply
      }
    }
  }

  private mutating func send(attached: Int32, _ way: Way) throws(EnclaveClientError) {
    do {
      switch way {
      case .socket, .socketGiving: try socket.send(buffer, attached: attached)
      case .memoryChannel: memoryChannel?.send(buffer)
      case .pages: try sendThroughPages()
      }
    } catch {
      throw .closed
    }
  }

  private func decodeReply() -> EnclaveReply? {
    try? buffer.withBytes { bytes throws(Malformation) in try EnclaveReply(decoding: bytes) }
  }

  mutating func receiveEvent(within time: Duration?) throws(EnclaveClientError) {
    let ready: [Bool]
    do { ready = try Poll.readable([socket.raw], within: time) } catch { throw .closed }
    guard ready == [true] else { return }
    try receive(.waits, .socket)
    guard keepEvent() == .kept else { throw .unexpectedReply }
  }

  private mutating func receive(_ waiting: WaitStrategy, _ way: Way) throws(EnclaveClientError) {
    let arrival: PacketArrival?
    do {
      switch way {
      case .socket: arrival = try socket.receive(into: &buffer, waiting)
      case .socketGiving: arrival = try socket.receive(into: &buffer, attached: &arrived, waiting)
      case .memoryChannel: arrival = try memoryChannel?.receive(into: &buffer, waiting)
      case .pages: arrival = try receiveThroughPages(waiting)
      }
    } catch {
      throw error.code == EAGAIN ? .timedOut : .closed
    }
    guard arrival == .packet else { throw .closed }
  }

  private mutating func sendThroughPages() throws(SystemError) {
    // Watch before the request is put there: the reply may come before this process goes on.
    pages?.beginWatching(.replies)
    guard buffer.withBytes({ pages?.put($0, in: .requests) }) == .waits else { return }
    try? EnclaveRequest.look.encode(into: &buffer)
    try socket.send(buffer)
  }

  private mutating func receiveThroughPages(_ waiting: WaitStrategy) throws(SystemError) -> PacketArrival? {
    try buffer.fill { span throws(SystemError) in try pages?.take(from: .replies, into: &span, waiting) ?? 0 }
    return buffer.count > 0 ? .packet : try socket.receive(into: &buffer)
  }

  private enum Kept { case kept, notAnEvent }

  private mutating func keepEvent() -> Kept {
    let event = try? buffer.withBytes { bytes throws(Malformation) in try EnclaveEvent(decoding: bytes) }
    guard let event else { return .notAnEvent }
    events.append(event)
    return .kept
  }
}
