// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The events that the enclave sends unasked.
package enum EnclaveEvent: Sendable, Equatable {
  /// The enclave is ready: it tells the supervisor, once, that it serves requests.
  case ready
  /// The screen is locked; the keys go when the grace period ends.
  case willLock(epoch: UInt64, milliseconds: UInt32)
  /// Give up everything of the classes that lock, then `acknowledge`: the keys go when all observers have, or after
  /// the time given, whichever is first. After that time nothing may be finished first: what is held goes at once.
  case locking(epoch: UInt64, milliseconds: UInt32)
  case locked(epoch: UInt64)
  case unlocked(epoch: UInt64)
  /// The keys are erased: nothing can be read any more.
  case erased
  /// The file daemon is overdue: the supervisor is told that `bailey-fs` has not acknowledged a lock long after its
  /// time, and is to be ended. It is to be ended.
  case filesOverdue
  /// The broker is overdue: the supervisor is told that `baileyd` has not acknowledged a lock long after its time.
  case brokerOverdue

  package enum Number: UInt8, Sendable, CaseIterable {
    case ready = 128
    case willLock = 129
    case locking = 130
    case locked = 131
    case unlocked = 132
    case erased = 133
    case filesOverdue = 134
    case brokerOverdue = 135
  }

  package var number: Number {
    switch self {
    case .ready: .ready
    case .willLock: .willLock
    case .locking: .locking
    case .locked: .locked
    case .unlocked: .unlocked
    case .erased: .erased
    case .filesOverdue: .filesOverdue
    case .brokerOverdue: .brokerOverdue
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.begin(number.rawValue)
    switch self {
    case .ready, .erased, .filesOverdue, .brokerOverdue: break
    case .willLock(let epoch, let milliseconds), .locking(let epoch, let milliseconds):
      try buffer.append(integer: epoch)
      try buffer.append(integer: milliseconds)
    case .locked(let epoch), .unlocked(let epoch): try buffer.append(integer: epoch)
    }
  }

  package init(decoding packet: Span<UInt8>) throws(Malformation) {
    var cursor = WireCursor()
    let number = try cursor.head(Number.self, in: packet)
    do {
      self = try Self.fields(of: number, &cursor, in: packet)
      try cursor.end(in: packet)
    } catch {
      throw Malformation(error)
    }
  }

  private static func fields(
    of number: Number, _ cursor: inout WireCursor, in packet: Span<UInt8>
  ) throws(WireError) -> EnclaveEvent {
    switch number {
    case .ready: .ready
    case .willLock:
      .willLock(epoch: try cursor.integer(in: packet), milliseconds: try cursor.integer(in: packet))
    case .locking:
      .locking(epoch: try cursor.integer(in: packet), milliseconds: try cursor.integer(in: packet))
    case .locked: .locked(epoch: try cursor.integer(in: packet))
    case .unlocked: .unlocked(epoch: try cursor.integer(in: packet))
    case .erased: .erased
    case .filesOverdue: .filesOverdue
    case .brokerOverdue: .brokerOverdue
    }
  }
}
