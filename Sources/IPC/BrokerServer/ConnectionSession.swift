// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import IPCTransport
import KeychainCoding
import KeychainModel
import Sockets
import WireFormat

/// The server's side of one connection, on a thread of its own, from the challenge to the end.
struct ConnectionSession: ~Copyable {
  let connection: Connection
  private let accounts: CallerAccounts
  private let limits: BrokerLimits
  private let rules: FrameRules
  private var buffer = WireBuffer(
    smallest: PacketSocket.largestPacket, capacity: PacketSocket.frameHead + BrokerProtocol.largestMessage)
  private var claimed = 0
  private var malformed = 0

  /// Anything that ends a session.
  enum End: Error { case over }

  init(_ connection: Connection, _ accounts: CallerAccounts, _ limits: BrokerLimits) {
    self.connection = connection
    self.accounts = accounts
    self.limits = limits
    rules = FrameRules(
      largest: BrokerProtocol.largestMessage, sender: connection.process, timeout: limits.timeout,
      idle: limits.idle)
  }

  // MARK: - Requests

  /// The next request; those that cannot be read are answered here.
  mutating func receive() throws(End) -> BrokerRequest {
    while true {
      giveBack()
      do throws(FrameFailure) {
        try receiveFrame()
      } catch {
        try explain(error)
      }
      guard connection.begin() == .begun else { throw .over }
      do throws(BrokerMalformation) {
        return try buffer.withBytes { frame throws(BrokerMalformation) in
          try BrokerRequest(decoding: frame.extracting(PacketSocket.frameHead..<frame.count))
        }
      } catch {
        try send(.refused(.malformed(error)))
        malformed += 1
        guard malformed < limits.malformed else { throw .over }
      }
    }
  }

  private mutating func receiveFrame() throws(FrameFailure) {
    let (accounts, connection) = (self.accounts, self.connection)
    var claimed = 0
    defer { self.claimed = claimed }
    try connection.socket.receiveFrame(into: &buffer, rules) { bytes in
      guard bytes > PacketSocket.largestPacket else { return .granted }
      guard accounts.claim(bytes, for: connection) else { return .refused }
      claimed = bytes
      return .granted
    }
  }

  /// Tells the other side why its message was not read, where it can still hear that. Either way the session is over:
  /// where the next message would begin is not known.
  private mutating func explain(_ failure: FrameFailure) throws(End) -> Never {
    switch failure {
    case .idle: _ = connection.end()
    case .wrongLength, .overrun: tell(.malformed(.long))
    case .noRoom: tell(.tooManyRequests)
    case .ended, .truncated, .unexpectedSender, .system: break
    }
    throw .over
  }

  private mutating func tell(_ refusal: BrokerRefusal) {
    guard connection.begin() == .begun else { return }
    // The session is over, whether this arrives or not.
    try? send(.refused(refusal))
  }

  private mutating func giveBack() {
    guard claimed > 0 else { return }
    buffer.wipe()
    accounts.giveBack(claimed, of: connection)
    claimed = 0
  }

  // MARK: - Answers

  /// Sends a reply in as many frames as it takes.
  mutating func send(_ reply: BrokerReply) throws(End) {
    switch reply {
    case .keychain(.items(let items, let part)):
      try send(items, part, size: \.encodedSize) { .keychain(.items($0, $1)) }
    case .apps(.registrations(let apps, let part)):
      try send(apps, part, size: \.encodedSize) { .apps(.registrations($0, $1)) }
    case .privacySettings(.rows(let rows, let part)):
      try send(rows, part, size: \.encodedSize) { .privacySettings(.rows($0, $1)) }
    case .sharedFiles(.files(let files, let part)):
      try send(files, part, size: \.encodedSize) { .sharedFiles(.files($0, $1)) }
    case .keychain(.signer(let handed)): try sendFrame(reply, attached: handed.raw)
    case .bundles(.installed(let apps, let part)):
      try send(apps, part, size: \.encodedSize) { .bundles(.installed($0, $1)) }
    case .bundles(.launched(_, let handed)): try sendFrame(reply, attached: handed.raw)
    case .challenge, .welcome, .done, .refused, .idleClose, .keychain, .apps, .person, .bundles, .consent,
      .privacySettings, .sharedFiles, .portal, .access, .widgets, .passkeys, .attest:
      try sendFrame(reply)
    }
    if !reply.isFollowed { connection.finish() }
  }

  private mutating func send<Element>(
    _ elements: [Element], _ part: BrokerReply.Part, size: (Element) -> Int,
    _ frame: ([Element], BrokerReply.Part) -> BrokerReply
  ) throws(End) {
    var rest = elements[...]
    repeat {
      var room = BrokerProtocol.batchSize
      let batch = rest.prefix { element in
        defer { room -= size(element) }
        return room > 0
      }
      rest = rest.dropFirst(batch.count)
      try sendFrame(frame(Array(batch), rest.isEmpty ? part : .more))
    } while !rest.isEmpty
  }

  private mutating func sendFrame(_ reply: BrokerReply, attached: Int32 = -1) throws(End) {
    do {
      try reply.encode(into: &buffer)
    } catch {
      // Not to be expected: nothing the keychain holds is larger than a message may be.
      do { try BrokerReply.refused(.keychain(.internalError)).encode(into: &buffer) } catch { throw .over }
    }
    let time = limits.timeout * (1 + Double(buffer.count) / Double(1 << 20))
    do { try connection.socket.send(frame: buffer, attached: attached, within: time) } catch { throw .over }
    // What was in it may be large, and the next message may take long to come.
    buffer.wipe()
  }

  /// Gives back the room that its messages took.
  mutating func close() { giveBack() }
}
