// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
import IPCTransport
import LinuxSystem
import LockCoordinator
import ProtectionModel
import SecretMemory
import WireFormat

/// One channel to a peer.
final class EnclaveConnection {
  enum Stage { case new, greeted }

  let number: UInt64
  let role: EnclaveRole
  let socket: PacketSocket
  var stage = Stage.new
  /// What is asked again when the keys that are on their way out are gone.
  private var waiting: EnclaveRequest?
  private(set) var waitsFor: EnclaveRequest.Number?
  var lastUse: BootInstant
  /// Of a channel for keys: that of the same process's events.
  weak var partner: EnclaveConnection?
  /// Of a channel on which one key signs.
  var key: EnclaveKey?
  /// Of a channel for keys that asked for one: what carries no descriptor goes through it.
  var mailbox: EnclaveMailbox?
  /// Of a channel on which a program signs, if it asked for them. The socket says when there is something in them.
  var pages: SecretMailbox?
  /// How it asked last, and is answered.
  var way = Way.socket

  enum Way { case socket, mailbox, pages }

  init(number: UInt64, role: EnclaveRole, _ socket: consuming PacketSocket, at now: BootInstant) {
    self.number = number
    self.role = role
    self.socket = socket
    lastUse = now
  }

  var isWaiting: Bool { waitsFor != nil }

  func wait(with request: consuming EnclaveRequest) {
    waitsFor = request.number
    waiting = .some(request)
  }

  func takeWaiting() -> EnclaveRequest? {
    waitsFor = nil
    return waiting.take()
  }

  /// As whom a channel for events is told of locks.
  var observer: LockObserver? { role == .events ? LockObserver(number: number) : nil }
}

// MARK: - Messages

extension EnclaveConnection {
  /// Takes what has come its way.
  func receive(
    into buffer: inout WireBuffer, attached: inout FileDescriptor?, _ patience: Patience
  ) throws(SystemError) -> PacketArrival {
    switch way {
    case .socket: return try socket.receive(into: &buffer, attached: &attached, patience)
    case .mailbox: return try mailbox?.receive(into: &buffer) ?? .end
    case .pages: return try pages?.receive(into: &buffer, patience) ?? .end
    }
  }

  enum Sent { case heard, unseen }

  /// The same way back. Nobody is waited for. What is in pages that are not watched is to be told of.
  func send(_ message: borrowing WireBuffer, attached: Int32) throws(SystemError) -> Sent {
    switch way {
    case .socket: try socket.send(message, attached: attached, .refuses)
    case .mailbox: mailbox?.send(message)
    case .pages: return message.withBytes { pages?.put($0, in: .replies) } == .waits ? .unseen : .heard
    }
    return .heard
  }
}
