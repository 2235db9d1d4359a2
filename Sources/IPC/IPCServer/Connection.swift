// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import IPCTransport
import LinuxSystem
import Synchronization
import WireFormat

/// One connection, and whether something is asked on it at this moment.
///
/// A connection that nothing is asked on may be ended by anyone: the other side is told so, and knows that nothing it
/// has sent since its last answer was taken. Hence the one step from idle to working, which only one can win.
final class Connection: Sendable {
  private enum Stage {
    static let idle: UInt8 = 0
    static let working: UInt8 = 1
    static let ended: UInt8 = 2
  }

  let socket: PacketSocket
  /// As the kernel noted it when the connection was made.
  let process: Int32
  private let stage = Atomic<UInt8>(Stage.idle)
  private let used: Atomic<UInt64>

  init(_ socket: consuming PacketSocket, process: Int32) {
    self.socket = socket
    self.process = process
    used = Atomic(BootClock.system.now().milliseconds)
  }

  /// In milliseconds since the machine started.
  var lastUse: UInt64 { used.load(ordering: .relaxed) }

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
    var farewell = WireBuffer(capacity: 16)
    do { try BrokerReply.goodbye.encode(into: &farewell) } catch { preconditionFailure("a goodbye fits") }
    // Whoever has not read what came before does not need it.
    try? socket.send(frame: farewell, .refuses)
    socket.shutDown()
    return .ended
  }
}
