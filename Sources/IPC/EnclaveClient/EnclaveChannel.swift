// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import IPCTransport
import LinuxSystem
import WireFormat

/// One channel to the enclave, on which one request at a time waits for its reply.
///
/// Events that arrive between replies are kept for `takeEvents`. After a failure of the channel itself every further
/// call throws `closed`: a late reply must not be taken for the next one's.
final class EnclaveChannel: Sendable {
  private let state: Locked<Conversation>
  private let patience: Duration
  /// To wait on; never to read from.
  let descriptor: Int32

  init(_ socket: consuming PacketSocket, patience: Duration) {
    descriptor = socket.raw
    self.patience = patience
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
    _ request: borrowing EnclaveRequest, attached: Int32 = -1
  ) throws(EnclaveClientError) -> EnclaveReply {
    try state.withLock { state throws(EnclaveClientError) in
      guard state.health == .good else { throw .closed }
      defer { state.buffer.wipe() }
      do { try request.encode(into: &state.buffer) } catch { throw .passcodeLength }
      do throws(EnclaveClientError) {
        try state.send(attached: attached)
        return try state.reply(within: patience)
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

  mutating func reply(within time: Duration) throws(EnclaveClientError) -> EnclaveReply {
    while true {
      guard try receive(within: time) == .packet else { throw .timedOut }
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
    guard try receive(within: time) == .packet else { return }
    guard keepEvent() == .kept else { throw .unexpectedReply }
  }

  private enum Waiting { case packet, timeOver }

  private mutating func receive(within time: Duration?) throws(EnclaveClientError) -> Waiting {
    do {
      guard try Poll.readable([socket.raw], within: time) == [true] else { return .timeOver }
      guard try socket.receive(into: &buffer) == .packet else { throw EnclaveClientError.closed }
      return .packet
    } catch {
      throw .closed
    }
  }

  private enum Kept { case kept, notAnEvent }

  private mutating func keepEvent() -> Kept {
    let event = try? buffer.withBytes { bytes throws(Malformation) in try EnclaveEvent(decoding: bytes) }
    guard let event else { return .notAnEvent }
    events.append(event)
    return .kept
  }
}
