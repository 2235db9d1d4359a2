// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The one message a starting supervisor sends to whoever started it.
package enum StartReport: SupervisorMessage, Equatable {
  /// The mount answers and the sockets are open.
  case ready
  case failed(StartFailure)

  private enum Number {
    static let ready: UInt8 = 128
    static let failed: UInt8 = 129
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .ready: try buffer.begin(Number.ready)
    case .failed(let failure):
      try buffer.begin(Number.failed)
      try buffer.append(integer: failure.reason.rawValue)
      try buffer.append(integer: UInt32(bitPattern: failure.code))
      try buffer.append(counting: Array(failure.subject.utf8))
    }
  }

  package init(decoding packet: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    switch try cursor.begin(in: packet) {
    case Number.ready: self = .ready
    case Number.failed:
      let reason = try cursor.number(StartFailure.Reason.self, in: packet)
      let code = Int32(bitPattern: try cursor.integer(in: packet))
      self = .failed(StartFailure(reason, code: code, subject: try cursor.countedText(in: packet)))
    default: throw .badValue
    }
    try cursor.end(in: packet)
  }
}

/// Why an instance did not come up: the reason, and what it is about.
package struct StartFailure: Error, Sendable, Equatable {
  package let reason: Reason
  /// An errno, or an exit status; 0 where the reason has neither.
  package let code: Int32
  /// A path or a program's name; empty where the reason has none.
  package let subject: String

  package init(_ reason: Reason, code: Int32 = 0, subject: String = "") {
    self.reason = reason
    self.code = code
    self.subject = subject
  }

  package enum Reason: UInt8, Sendable, CaseIterable {
    /// Another supervisor runs this instance.
    case alreadyRunning = 1
    /// Processes of the last run have not ended yet.
    case stillEnding = 2
    /// The instance's folder or its settings cannot be used.
    case instance = 3
    /// Something else is mounted there: subject is the path.
    case mountInUse = 4
    /// There are files in the mount point, which the mount would hide.
    case mountNotEmpty = 5
    case mountUnusable = 6
    /// A program that belongs beside this one cannot be executed.
    case program = 7
    /// A daemon ended before it was ready: its exit status, or the negative number of the signal.
    case ended = 8
    /// A daemon was not ready in time.
    case timedOut = 9
    /// The keybag is damaged.
    case keybagDamaged = 10
    /// The TPM or the key file cannot be used.
    case rootKey = 11
    case socket = 12
    /// An erase had been interrupted: it is finished now, and there is nothing left to start.
    case erased = 13
    /// Processes of the last run wait for a mount that hangs, and this one may not cut it off: subject is the path.
    case mountHangs = 14
  }
}
