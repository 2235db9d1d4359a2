// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The requests of the command line and the console to the supervisor.
package enum SupervisorRequest: SupervisorMessage, Equatable {
  case status
  /// Stops the instance; answered when everything has ended, right before the supervisor itself does.
  case stop
  /// Carries a socket to report on: takes the mount away, checks every file and brings the mount back.
  case check
  /// Checks, and mends what can be mended.
  case repair
  /// The owner has chosen how to lock: what the instance's `config` says of it goes, and the running enclave is told.
  case forgetLockLimits
  /// The processes that may still read what was locked, because a file server was killed.
  case mountUsers
  /// A socket for a console to listen on, attached to the answer; the console's own for as long as this connection is open.
  case consolePort

  private enum Number: UInt8, CaseIterable {
    case status = 1
    case stop = 2
    case check = 3
    case repair = 4
    case mountUsers = 5
    case consolePort = 6
    case forgetLockLimits = 8
  }

  private var number: Number {
    switch self {
    case .status: .status
    case .stop: .stop
    case .check: .check
    case .repair: .repair
    case .mountUsers: .mountUsers
    case .consolePort: .consolePort
    case .forgetLockLimits: .forgetLockLimits
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.begin(number.rawValue)
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    guard let number = Number(rawValue: try cursor.begin(in: packet)) else { throw .badValue }
    switch number {
    case .status: self = .status
    case .stop: self = .stop
    case .check: self = .check
    case .repair: self = .repair
    case .mountUsers: self = .mountUsers
    case .consolePort: self = .consolePort
    case .forgetLockLimits: self = .forgetLockLimits
    }
    try cursor.end(in: packet)
  }
}
