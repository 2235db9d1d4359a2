// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Glibc
import IPCTransport
import LinuxSystem
import SecretMemory
import WireFormat

/// One channel to the enclave, on which one request at a time waits for its reply.
///
/// Events that arrive between replies are kept for `takeEvents`. After a failure of the channel itself every further
/// call throws `closed`: a late reply must not be taken for the next one's.
final class EnclaveChannel: Sendable {
  private let state: Locked<Conversation>
  /// To wait on; never to read from.
  let descriptor: Int32

  /// Without patience calls wait until the enclave answers or is gone.
  init(_ socket: consuming PacketSocket, patience: Duration?) {
    descriptor = socket.raw
    // Where it cannot be limited they wait as well, which is no reason not to make any.
    if let patience { try? socket.limitWaits(to: patience) }
    state = Locked(Conversation(socket, patience: patience))
  }

  func hello() throws(EnclaveClientError) {
    let version = EnclaveProtocol.version
    guard case .welcome(version) = try exchange(.hello(lowest: version, highest: version)) else {
      throw .unexpectedReply
    }
  }

  /// Sends a request and waits for its reply; a refusal is thrown.
  func exchange(
    _ request: borrowing EnclaveRequest, attached: Int32 = -1, _ waiting: Patience = .waits
  ) throws(EnclaveClientError) -> EnclaveReply {
    try state.withLock { state throws(EnclaveClientError) in
      guard state.health == .good else { throw .closed }
      defer { state.buffer.wipe() }
      do { try request.encode(into: &state.buffer) } catch { throw .passcodeLength }
      do throws(EnclaveClientError) {
        let takesDescriptor = request.number == .shareMailbox
        let way = state.way(attached: attached, takesDescriptor, waiting)
        return try state.exchange(by: way, attached: attached, waiting)
      } catch {
        if case .refused = error {} else { state.giveUp() }
        throw error
      }
    }
  }

  /// From now on what carries no descriptor goes through a mailbox, which takes a third less time. Where the enclave or this
  /// process cannot have one, the socket goes on.
  func openMailbox() throws(EnclaveClientError) {
    do throws(EnclaveClientError) {
      guard let pages = try part(.pages) else { return }
      var replyBell = try part(.replyBell)
      var requestBell = try part(.requestBell)
      state.withLock { state in
        guard let replyBell = replyBell.take(), let requestBell = requestBell.take() else { return }
        try? state.openMailbox(pages, replyBell, requestBell)
      }
    } catch .refused {
      return
    }
  }

  /// From now on requests that are watched for their answers go through pages that are shared with the enclave, and nothing
  /// is sent while both watch them.
  func openPages() throws(EnclaveClientError) {
    do throws(EnclaveClientError) {
      guard let memory = try part(.pages) else { return }
      state.withLock { state in state.pages = try? SecretMailbox(sharing: memory) }
    } catch .refused {
      return
    }
  }

  /// Nil where it did not arrive: this process has too many open.
  private func part(_ part: MailboxPart) throws(EnclaveClientError) -> FileDescriptor? {
    guard case .done = try exchange(.shareMailbox(part)) else { throw .unexpectedReply }
    return state.withLock { $0.arrived.take() }
  }

  func expectDone(_ request: consuming EnclaveRequest) throws(EnclaveClientError) {
    guard case .done = try exchange(request) else { throw .unexpectedReply }
  }

  /// The events kept so far, and those that arrive within the time if there are none.
  func takeEvents(within time: Duration?) throws(EnclaveClientError) -> [EnclaveEvent] {
    try state.withLock { state throws(EnclaveClientError) in
      guard state.health == .good else { throw .closed }
      defer { state.events = [] }
      if state.events.isEmpty { try state.receiveEvent(within: time) }
      return state.events
    }
  }
}

// MARK: - Parts

private struct Conversation: ~Copyable {
  enum Health { case good, broken }
  /// How a request goes and its reply comes back; a socket can also give a descriptor.
  enum Way { case socket, socketGiving, mailbox, pages }

  let socket: PacketSocket
  /// Once there is one.
  private var mailbox: Mailbox?
  /// Once there are; what is in them is told of on the socket.
  var pages: SecretMailbox?
  /// The descriptor that came with the reply.
  var arrived: FileDescriptor?
  var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
  var events: [EnclaveEvent] = []
  var health = Health.good
  private let patience: Duration?

  init(_ socket: consuming PacketSocket, patience: Duration?) {
    self.socket = socket
    self.patience = patience
  }

  mutating func openMailbox(
    _ pages: borrowing FileDescriptor, _ replyBell: consuming FileDescriptor, _ requestBell: consuming FileDescriptor
  ) throws(SystemError) {
    mailbox = try Mailbox(
      pages: pages, replyBell: replyBell, requestBell: requestBell, socket: socket, patience: patience)
  }

  /// A reply that comes late must not be taken for another one's, and goes with the mailbox.
  mutating func giveUp() {
    health = .broken
    mailbox = nil
    pages = nil
  }

  func way(attached: Int32, _ takesDescriptor: Bool, _ waiting: Patience) -> Way {
    if takesDescriptor { return .socketGiving }
    if attached >= 0 { return .socket }
    if mailbox != nil { return .mailbox }
    return pages != nil && waiting.watches ? .pages : .socket
  }

  /// Sends what is in the buffer and waits for the reply.
  mutating func exchange(by way: Way, attached: Int32, _ waiting: Patience) throws(EnclaveClientError) -> EnclaveReply {
    try send(attached: attached, way)
    var waiting = waiting
    while true {
      try receive(waiting, way)
      if keepEvent() == .kept { continue }
      switch decodeReply() {
      case .refused(let refusal): throw .refused(refusal)
      case .none: throw .unexpectedReply
      // There is something in the pages, or was: it may have been found before.
      case .done where pages != nil && way != .socketGiving: waiting = .waits
      case .some(let reply): return reply
      }
    }
  }

  private mutating func send(attached: Int32, _ way: Way) throws(EnclaveClientError) {
    do {
      switch way {
      case .socket, .socketGiving: try socket.send(buffer, attached: attached)
      case .mailbox: mailbox?.send(buffer)
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

  private mutating func receive(_ waiting: Patience, _ way: Way) throws(EnclaveClientError) {
    let arrival: PacketArrival?
    do {
      switch way {
      case .socket: arrival = try socket.receive(into: &buffer, waiting)
      case .socketGiving: arrival = try socket.receive(into: &buffer, attached: &arrived, waiting)
      case .mailbox: arrival = try mailbox?.receive(into: &buffer, waiting)
      case .pages: arrival = try receiveThroughPages(waiting)
      }
    } catch {
      throw error.code == EAGAIN ? .timedOut : .closed
    }
    guard arrival == .packet else { throw .closed }
  }

  private mutating func sendThroughPages() throws(SystemError) {
    // The answer may be there before this process goes on.
    pages?.beginWatching(.replies)
    guard buffer.withBytes({ pages?.put($0, in: .requests) }) == .waits else { return }
    try? EnclaveRequest.look.encode(into: &buffer)
    try socket.send(buffer)
  }

  private mutating func receiveThroughPages(_ waiting: Patience) throws(SystemError) -> PacketArrival? {
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
