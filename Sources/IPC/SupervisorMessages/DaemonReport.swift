// SPDX-License-Identifier: Apache-2.0
package import LinuxSystem

/// What a daemon tells the supervisor that started it, each in a packet of one byte.
package enum DaemonReport: UInt8, Sendable, CaseIterable {
  /// It answers whoever it is there for.
  case ready = 1
  /// The limit of locked memory leaves no room for what it keeps secret.
  case swappableKeys = 2

  package func send(on socket: borrowing PacketSocket) throws(SystemError) {
    try socket.send([rawValue].span, .refuses)
  }

  /// The next report; nil at the end, or when anything else is said.
  package static func next(from socket: borrowing PacketSocket) -> DaemonReport? {
    var byte: [UInt8] = [0]
    var span = byte.mutableSpan
    guard let count = try? socket.receive(into: &span, .refuses), count == 1 else { return nil }
    return DaemonReport(rawValue: byte[0])
  }
}
