// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import Files
import Glibc
import IPCTransport
import OwnProcess
import Sockets
import SystemCalls
import Threads
import WireFormat

/// A connection to `baileyd`, on which one call at a time waits for its answer.
final class BrokerConnection: Sendable {
  private struct State: ~Copyable {
    var buffer = WireBuffer(
      smallest: PacketSocket.largestPacket, capacity: PacketSocket.frameHead + BrokerProtocol.largestMessage)
    var ticket: [UInt8]
  }

  enum Outcome: Sendable {
    case answered(BrokerReply)
    /// The connection is gone, and the request was not looked at.
    case notTaken
    /// The connection is gone, and what became of the request is not known.
    case lost
  }

  /// The process that made the connection.
  let process: Int32
  private let socket: PacketSocket
  private let state: Locked<State>
  private let rules: FrameRules

  /// The ticket that identifies this program on its next connection.
  var ticket: [UInt8] { state.withLock { $0.ticket } }

  /// `ticket` is the one of an earlier connection.
  init(connectingTo path: String, ticket: [UInt8], _ timeouts: BrokerTimeouts) throws(BrokerClientError) {
    process = Environment.processNumber
    rules = FrameRules(
      largest: BrokerProtocol.largestMessage, sender: nil, timeout: timeouts.answer, idle: timeouts.answer)
    do {
      socket = try Self.connect(path)
      try socket.limitWaits(to: timeouts.handshake)
    } catch {
      throw .unreachable(error)
    }
    state = Locked(State(ticket: ticket))
    try handshake()
    do { try socket.limitWaits(to: timeouts.answer) } catch { throw .unreachable(error) }
  }

  /// Connects by the folder's descriptor, so that a path may be longer than a socket's address. In an app's sandbox
  /// there is a link that leads nowhere: it says under which name `baileyd` listens in the sandbox's own network.
  private static func connect(_ path: String) throws(SystemError) -> PacketSocket {
    let path = SplitPath(path)
    let folder = try FileDescriptor.open(path.folder, OpenFlag.path | O_DIRECTORY)
    if let target = try? folder.symbolicLinkTarget(path.name), target.first == UInt8(ascii: "@") {
      return try PacketSocket.connected(toName: String(decoding: target.dropFirst(), as: UTF8.self))
    }
    return try PacketSocket.connected(to: path.name, in: folder)
  }

  private func handshake() throws(BrokerClientError) {
    try state.withLock { state throws(BrokerClientError) in
      guard case .answered(.challenge(let nonce)) = try receive(&state.buffer) else { throw .closed }
      let version = BrokerProtocol.version
      let hello = BrokerRequest.hello(lowest: version, highest: version, nonce: nonce, ticket: state.ticket)
      switch try exchange(hello, &state.buffer) {
      case .answered(.welcome(version, let ticket)): if !ticket.isEmpty { state.ticket = ticket }
      case .answered(.refused(let refusal)): throw .refused(refusal)
      case .answered: throw .unexpectedReply
      case .notTaken, .lost: throw .closed
      }
    }
  }

  /// `waiting` says how the answer is waited for.
  func exchange(_ request: BrokerRequest, _ waiting: WaitStrategy) throws(BrokerClientError) -> Outcome {
    try state.withLock { state throws(BrokerClientError) in
      defer { state.buffer.wipe() }
      return try exchange(request, &state.buffer, waiting)
    }
  }

  private func exchange(
    _ request: BrokerRequest, _ buffer: inout WireBuffer, _ waiting: WaitStrategy = .waits
  ) throws(BrokerClientError) -> Outcome {
    do { try request.encode(into: &buffer) } catch { throw .tooLarge }
    do {
      try socket.send(frame: buffer)
    } catch {
      // A message that was cut off is not looked at.
      return .notTaken
    }
    return try receive(&buffer, waiting)
  }

  // MARK: - Answers

  /// Lists of several frames are put together.
  private func receive(
    _ buffer: inout WireBuffer, _ waiting: WaitStrategy = .waits
  ) throws(BrokerClientError) -> Outcome {
    var outcome = try receiveFrame(&buffer, waiting)
    while case .answered(let reply) = outcome, reply.isFollowed {
      guard case .answered(let next) = try receiveFrame(&buffer, waiting) else { return .lost }
      // A lock, for example, came before the rest.
      if case .refused = next { return .answered(next) }
      guard let whole = reply.followed(by: next) else { return .lost }
      outcome = .answered(whole)
    }
    return outcome
  }

  private func receiveFrame(
    _ buffer: inout WireBuffer, _ waiting: WaitStrategy
  ) throws(BrokerClientError) -> Outcome {
    var attached: FileDescriptor?
    do {
      try socket.receiveFrame(into: &buffer, rules, attached: &attached, arrival: waiting)
    } catch {
      return .lost
    }
    let reply: BrokerReply
    do {
      reply = try buffer.withBytes { frame throws(BrokerMalformation) in
        try BrokerReply(decoding: frame.extracting(PacketSocket.frameHead..<frame.count))
      }
    } catch {
      throw .unexpectedReply
    }
    if case .idleClose = reply { return .notTaken }
    if case .keychain(.signer) = reply { return .answered(.keychain(.signer(HandedSocket(attached)))) }
    if case .bundles(.launched(let app, _)) = reply {
      return .answered(.bundles(.launched(app, HandedSocket(attached))))
    }
    return .answered(reply)
  }
}
