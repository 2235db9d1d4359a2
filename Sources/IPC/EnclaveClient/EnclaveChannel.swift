// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import Glibc
import IPCTransport
import LinuxSystem
import WireFormat

/// One channel to the enclave, on which one request at a time waits for its reply.
///
/// Events that arrive between replies are kept for `takeEvents`. After a failure of the channel itself every further
/// call throws `closed`: a late reply must not be taken for the next one's.
final class EnclaveChannel: Sendable {
  private let state: Locked<Conversation>
  /// To wait on; never to read from.
  let descriptor: Int32

  init(_ socket: consuming PacketSocket, patience: Duration) {
    descriptor = socket.raw
    // Without it calls wait for ever, which is no reason not to make any.
    try? socket.limitWaits(to: patience)
    state = Locked(Conversation(socket: socket))
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
        try state.send(attached: attached)
        return try state.reply(waiting)
      } catch {
        if case .refused = error {} else { state.health = .broken }
        throw error
      }
    }
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

  let socket: PacketSocket
  var buffer = WireBuffer(capacity: EnclaveProtocol.largestReply)
  var events: [EnclaveEvent] = []
  var health = Health.good

  init(socket: consuming PacketSocket) { self.socket = socket }

  mutating func send(attached: Int32) throws(EnclaveClientError) {
    do { try socket.send(buffer, attached: attached) } catch { throw .closed }
  }

  mutating func reply(_ waiting: Patience) throws(EnclaveClientError) -> EnclaveReply {
    while true {
      try receive(waiting)
      if keepEvent() == .kept { continue }
      switch decodeReply() {
      case .refused(let refusal): throw .refused(refusal)
      case .none: throw .unexpectedReply
      case .some(let reply): return reply
      }
    }
  }

  private func decodeReply() -> EnclaveReply? {
    try? buffer.withBytes { bytes throws(Malformation) in try EnclaveReply(decoding: bytes) }
  }

  mutating func receiveEvent(within time: Duration?) throws(EnclaveClientError) {
    let ready: [Bool]
    do { ready = try Poll.readable([socket.raw], within: time) } catch { throw .closed }
    guard ready == [true] else { return }
    try receive(.waits)
    guard keepEvent() == .kept else { throw .unexpectedReply }
  }

  private mutating func receive(_ waiting: Patience) throws(EnclaveClientError) {
    let arrival: PacketArrival
    do { arrival = try socket.receive(into: &buffer, waiting) } catch {
      throw error.code == EAGAIN ? .timedOut : .closed
    }
    guard arrival == .packet else { throw .closed }
  }

  private enum Kept { case kept, notAnEvent }

  private mutating func keepEvent() -> Kept {
    let event = try? buffer.withBytes { bytes throws(Malformation) in try EnclaveEvent(decoding: bytes) }
    guard let event else { return .notAnEvent }
    events.append(event)
    return .kept
  }
}
