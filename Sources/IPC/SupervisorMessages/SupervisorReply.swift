// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// What the supervisor answers.
package enum SupervisorReply: SupervisorMessage, Equatable {
  case status(SupervisorStatus)
  case done
  case settings(LockSettingsReport)
  case refused(SupervisorRefusal)

  private enum Number {
    static let status: UInt8 = 64
    static let done: UInt8 = 65
    static let refused: UInt8 = 66
    static let settings: UInt8 = 67
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .status(let status):
      try buffer.begin(Number.status)
      try status.encode(into: &buffer)
    case .done: try buffer.begin(Number.done)
    case .settings(let report):
      try buffer.begin(Number.settings)
      try report.encode(into: &buffer)
    case .refused(let refusal):
      try buffer.begin(Number.refused)
      try buffer.append(integer: refusal.rawValue)
    }
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    switch try cursor.begin(in: packet) {
    case Number.status: self = .status(try SupervisorStatus(decoding: packet, &cursor))
    case Number.done: self = .done
    case Number.settings: self = .settings(try LockSettingsReport(decoding: packet, &cursor))
    case Number.refused: self = .refused(try cursor.number(in: packet))
    default: throw .badValue
    }
    try cursor.end(in: packet)
  }
}

/// Why the supervisor did not do what it was asked.
package enum SupervisorRefusal: UInt8, Error, Sendable, CaseIterable {
  case malformed = 1
  /// A check is under way, or the instance is being stopped.
  case busy = 2
  /// The daemons are not there at this moment.
  case notReady = 3
  /// The check could not be started, or ended before its end.
  case checkFailed = 4
  /// The settings cannot be read or written, or are outside their limits: they stay as they were.
  case settings = 5
}
