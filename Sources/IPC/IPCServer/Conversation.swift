// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerMessages
import CryptoPrimitives
import IPCTransport
import KeychainModel
import LinuxSystem
import WireFormat

/// What is said on one connection, by its own thread, from the challenge to the end.
struct Conversation: ~Copyable {
  let connection: Connection
  private let accounts: CallerAccounts
  private let limits: BrokerLimits
  private let rules: FrameRules
  private var buffer = WireBuffer(
    smallest: PacketSocket.largestPacket, capacity: PacketSocket.frameHead + BrokerProtocol.largestMessage)
  private var claimed = 0
  private var malformed = 0

  /// Anything that ends a conversation.
  enum End: Error { case over }

  init(_ connection: Connection, _ accounts: CallerAccounts, _ limits: BrokerLimits) {
    self.connection = connection
    self.accounts = accounts
    self.limits = limits
    rules = FrameRules(
      largest: BrokerProtocol.largestMessage, sender: connection.process, patience: limits.patience,
      idle: limits.idle)
  }

  // MARK: - Who is there

  /// Finds out which program it is, and that it is the one that answers.
  ///
  /// The nonce goes out after the executable was read: whoever brings it back, as the kernel notes it, is the process
  /// that runs that file, not one that connected and became another program, or that only shares the connection.
  mutating func greet(
    _ files: ProgramFiles, user: UInt32, role: (ProgramFile) -> CallerRole
  ) throws(End) -> VerifiedCaller {
    guard let handle = try? connection.socket.peerProcess(), handle.process == connection.process else { throw .over }
    let program = try? files.file(of: handle)
    let caller = VerifiedCaller(handle, user: user, program: program, role: program.map(role) ?? .program)
    let nonce = SystemRandom.bytes(BrokerProtocol.nonceLength)
    try send(.challenge(nonce: nonce))
    while true {
      guard case .hello(let lowest, let highest, let answer) = try receive() else {
        try send(.refused(.outOfOrder))
        continue
      }
      guard answer == nonce, caller.isAlive else { throw .over }
      guard lowest <= BrokerProtocol.version, BrokerProtocol.version <= highest else {
        try send(.refused(.noSharedVersion))
        continue
      }
      try send(.welcome(version: BrokerProtocol.version))
      return caller
    }
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

  /// What is not heard any more is not answered; the rest is told why, and is over too: nobody knows where its next
  /// message would begin.
  private mutating func explain(_ failure: FrameFailure) throws(End) -> Never {
    switch failure {
    case .idle: _ = connection.end()
    case .wrongLength, .overrun: tell(.malformed(.long))
    case .noRoom: tell(.tooManyRequests)
    case .ended, .torn, .stranger, .system: break
    }
    throw .over
  }

  private mutating func tell(_ refusal: BrokerRefusal) {
    guard connection.begin() == .begun else { return }
    try? send(.refused(refusal))
  }

  private mutating func giveBack() {
    guard claimed > 0 else { return }
    buffer.wipe()
    accounts.giveBack(claimed, of: connection)
    claimed = 0
  }

  // MARK: - Answers

  /// In as many frames as it takes.
  mutating func send(_ reply: BrokerReply) throws(End) {
    switch reply {
    case .items(let items, _):
      try send(items, size: \.encodedSize) { .items($0, $1) }
    case .registrations(let apps, _):
      try send(apps, size: \.encodedSize) { .registrations($0, $1) }
    case .signer(let handed): try sendFrame(reply, attached: handed.raw)
    default: try sendFrame(reply)
    }
    connection.finish()
  }

  private mutating func send<Element>(
    _ elements: [Element], size: (Element) -> Int, _ frame: ([Element], BrokerReply.Part) -> BrokerReply
  ) throws(End) {
    var rest = elements[...]
    repeat {
      var room = BrokerProtocol.batchSize
      let batch = rest.prefix { element in
        defer { room -= size(element) }
        return room > 0
      }
      rest = rest.dropFirst(batch.count)
      try sendFrame(frame(Array(batch), rest.isEmpty ? .last : .more))
    } while !rest.isEmpty
  }

  private mutating func sendFrame(_ reply: BrokerReply, attached: Int32 = -1) throws(End) {
    do {
      try reply.encode(into: &buffer)
    } catch {
      // Nothing the keychain holds is larger than a message may be.
      do { try BrokerReply.refused(.keychain(.internalError)).encode(into: &buffer) } catch { throw .over }
    }
    do { try connection.socket.send(frame: buffer, attached: attached) } catch { throw .over }
  }

  /// Gives up what it holds of others' room.
  mutating func close() { giveBack() }
}
