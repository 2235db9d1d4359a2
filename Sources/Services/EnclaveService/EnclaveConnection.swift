// SPDX-License-Identifier: Apache-2.0
import Clocks
import EnclaveMessages
import IPCTransport
import LockCoordinator
import ProtectionModel
import SecretMemory
import Sockets
import SystemCalls
import Threads
import WireFormat

/// A channel to a peer.
final class EnclaveConnection {
  enum Stage { case new, established }

  let number: UInt64
  let role: EnclaveRole
  let socket: PacketSocket
  var stage = Stage.new
  /// The process that connected, as the kernel noted it; 0 where the supervisor handed the channel over.
  let process: Int32
  /// The request that is answered later. Until then nothing is read.
  var waitsFor: EnclaveRequest.Number?
  var lastUse: BootInstant
  /// The events channel of the same process, for a channel for keys.
  weak var partner: EnclaveConnection?
  /// The key of a channel on which one key signs.
  var key: EnclaveKey?
  /// The memory for messages without a descriptor, of a channel for keys that asked for it.
  var memoryChannel: ServerMemoryChannel?
  /// The pages that hold requests, of a channel on which a program signs and asked for them. The socket says when.
  var pages: SharedMemoryChannel?
  /// The transfer that the command line has opened.
  var transfer: OpenTransfer?
  /// How its latest request came. The reply goes the same way.
  var way = Way.socket

  enum Way { case socket, memoryChannel, pages }

  init(
    number: UInt64, role: EnclaveRole, _ socket: consuming PacketSocket, process: Int32 = 0, at now: BootInstant
  ) {
    self.number = number
    self.role = role
    self.process = process
    self.socket = socket
    lastUse = now
  }

  var isWaiting: Bool { waitsFor != nil }

  /// The observer as which a channel for events is told of locks.
  var observer: LockObserver? { role == .events ? LockObserver(number: number) : nil }
}

// MARK: - Messages

extension EnclaveConnection {
  /// Receives the next packet.
  func receive(
    into buffer: inout WireBuffer, attached: inout FileDescriptor?, _ strategy: WaitStrategy
  ) throws(SystemError) -> PacketArrival {
    switch way {
    case .socket: return try socket.receive(into: &buffer, attached: &attached, strategy)
    case .memoryChannel: return try memoryChannel?.receive(into: &buffer) ?? .end
    case .pages: return try pages?.receive(into: &buffer, strategy) ?? .end
    }
  }

  enum Sent { case heard, unseen }

  /// Sends the way the request came, without waiting for the peer. `unseen`: the peer does not watch its pages and must be
  /// notified on the socket.
  func send(_ message: borrowing WireBuffer, attached: Int32) throws(SystemError) -> Sent {
    switch way {
    case .socket: try socket.send(message, attached: attached, .refuses)
    case .memoryChannel: memoryChannel?.send(message)
    case .pages: return message.withBytes { pages?.put($0, in: .replies) } == .waits ? .unseen : .heard
    }
    return .heard
  }
}
