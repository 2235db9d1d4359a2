// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import Clocks
import IPCTransport
import Sockets
import Synchronization
import Threads
import WireFormat

/// A connection, and whether a request of it is being served.
///
/// An idle connection may be ended by any thread. The other side is told, and knows that no request it has sent since its
/// last answer was taken. So a request and the end of the connection compete for one step, and only one of them takes it.
final class Connection: Sendable {
  private enum Stage {
    static let idle: UInt8 = 0
    static let working: UInt8 = 1
    static let ended: UInt8 = 2
  }

  let socket: PacketSocket
  /// The process, as the kernel noted it when the connection was made.
  let process: Int32
  /// The account that the connection is charged to.
  let account: CallerAccount
  private let stage = Atomic<UInt8>(Stage.idle)
  private let used: Atomic<UInt64>
  private let established = Atomic(false)

  init(_ socket: consuming PacketSocket, process: Int32, account: CallerAccount) {
    self.account = account
    self.socket = socket
    self.process = process
    used = Atomic(BootClock.system.now().milliseconds)
  }

  /// The last use, in milliseconds since the machine started.
  var lastUse: UInt64 { used.load(ordering: .relaxed) }

  /// Whether the handshake of the connection is over.
  var isEstablished: Bool { established.load(ordering: .acquiring) }

  func establish() { established.store(true, ordering: .releasing) }

  enum Outcome { case begun, ended, busy }

  /// A request has come. If this fails it must not be answered.
  func begin() -> Outcome {
    let (won, _) = stage.compareExchange(
      expected: Stage.idle, desired: Stage.working, ordering: .acquiringAndReleasing)
    return won ? .begun : .ended
  }

  /// The answer is on its way.
  func finish() {
    used.store(BootClock.system.now().milliseconds, ordering: .relaxed)
    stage.store(Stage.idle, ordering: .releasing)
  }

  /// Ends the connection unless a request is worked on.
  func end() -> Outcome {
    let (won, _) = stage.compareExchange(
      expected: Stage.idle, desired: Stage.ended, ordering: .acquiringAndReleasing)
    guard won else { return .busy }
    var message = WireBuffer(capacity: 16)
    do { try BrokerReply.idleClose.encode(into: &message) } catch { preconditionFailure("idleClose fits") }
    // A peer that has not read what was sent before does not need it.
    try? socket.send(frame: message, .refuses)
    socket.shutDown()
    return .ended
  }
}
