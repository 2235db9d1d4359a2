// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// What the command line asks of the supervisor.
package enum SupervisorRequest: UInt8, SupervisorMessage, CaseIterable {
  case status = 1
  /// Answered when everything has ended, right before the supervisor itself does.
  case stop = 2
  /// Carries a socket to report on: takes the mount away, checks every file and brings the mount back.
  case check = 3
  /// The same, and mends what can be mended.
  case repair = 4
  /// Which processes may still read what was locked, because a server of files was killed.
  case mountUsers = 5

  package func encode(into buffer: inout WireBuffer) throws(WireError) { try buffer.begin(rawValue) }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    guard let request = SupervisorRequest(rawValue: try cursor.begin(in: packet)) else { throw .badValue }
    try cursor.end(in: packet)
    self = request
  }
}
