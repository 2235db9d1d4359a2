// SPDX-License-Identifier: Apache-2.0
package import Mounts
package import WireFormat

/// The replies of the supervisor.
package enum SupervisorReply: SupervisorMessage, Equatable {
  case status(SupervisorStatus)
  case done
  case refused(SupervisorRefusal)
  case mountUsers([MountUser])

  private enum Number {
    static let status: UInt8 = 64
    static let done: UInt8 = 65
    static let refused: UInt8 = 66
    static let mountUsers: UInt8 = 67
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .status(let status):
      try buffer.begin(Number.status)
      try status.encode(into: &buffer)
    case .done: try buffer.begin(Number.done)
    case .refused(let refusal):
      try buffer.begin(Number.refused)
      try buffer.append(integer: refusal.rawValue)
    case .mountUsers(let users):
      try buffer.begin(Number.mountUsers)
      let users = users.prefix(MountUser.mostTold)
      try buffer.append(integer: UInt16(users.count))
      for user in users { try user.encode(into: &buffer) }
    }
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    switch try cursor.begin(in: packet) {
    case Number.status: self = .status(try SupervisorStatus(decoding: packet, &cursor))
    case Number.done: self = .done
    case Number.refused: self = .refused(try cursor.number(in: packet))
    case Number.mountUsers:
      let count = Int(try cursor.integer(UInt16.self, in: packet))
      guard count <= MountUser.mostTold else { throw .badValue }
      var users: [MountUser] = []
      for _ in 0..<count { users.append(try MountUser(decoding: packet, &cursor)) }
      self = .mountUsers(users)
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

extension MountUser {
  /// The most processes that a person is told: so many fit into a message, whatever their files are called.
  fileprivate static let mostTold = 8
  private static let longestProgram = 64
  private static let longestFile = 400

  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: UInt32(bitPattern: process))
    try buffer.append(counting: Array(program.utf8.prefix(Self.longestProgram)))
    try buffer.append(counting: Array(file.utf8.prefix(Self.longestFile)))
  }

  fileprivate init(decoding packet: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let process = Int32(bitPattern: try cursor.integer(in: packet))
    let program = try cursor.countedText(in: packet)
    self.init(process: process, program: program, file: try cursor.countedText(in: packet))
  }
}
