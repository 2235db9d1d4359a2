// SPDX-License-Identifier: Apache-2.0
package import PromptModel
package import WireFormat

/// What `baileyd` is told of the fingerprint sensor, each in a packet.
package enum SensorReport: SensorPacket, Equatable {
  /// The process that speaks with the sensor takes orders.
  case here
  /// That process has ended: the supervisor says so.
  case gone
  case fingers(request: UInt64, Enrolment)
  /// A finger of this set was read.
  case matched(UInt64, FingerSet)
  case missed(UInt64)
  /// A reading is over, by itself.
  case ended(UInt64)

  package enum Enrolment: Sendable, Equatable {
    /// There is no sensor, or nobody who may speak for one.
    case noSensor
    case noFingers
    case fingers(FingerSet)
  }

  private enum Number: UInt8, CaseIterable {
    case here = 1
    case gone = 2
    case noSensor = 3
    case noFingers = 4
    case fingers = 5
    case matched = 6
    case missed = 7
    case ended = 8
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .here: try buffer.append(integer: Number.here.rawValue)
    case .gone: try buffer.append(integer: Number.gone.rawValue)
    case .fingers(let request, .noSensor): try buffer.append(Number.noSensor, request)
    case .fingers(let request, .noFingers): try buffer.append(Number.noFingers, request)
    case .fingers(let request, .fingers(let set)):
      try buffer.append(Number.fingers, request)
      try buffer.append(bytes: set.bytes.span)
    case .matched(let reading, let set):
      try buffer.append(Number.matched, reading)
      try buffer.append(bytes: set.bytes.span)
    case .missed(let reading): try buffer.append(Number.missed, reading)
    case .ended(let reading): try buffer.append(Number.ended, reading)
    }
  }

  package init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError) {
    let number = try cursor.number(Number.self, in: packet)
    switch number {
    case .here: self = .here
    case .gone: self = .gone
    case .noSensor: self = .fingers(request: try cursor.integer(in: packet), .noSensor)
    case .noFingers: self = .fingers(request: try cursor.integer(in: packet), .noFingers)
    case .fingers:
      let request = try cursor.integer(UInt64.self, in: packet)
      self = .fingers(request: request, .fingers(try cursor.fingers(in: packet)))
    case .matched:
      let reading = try cursor.integer(UInt64.self, in: packet)
      self = .matched(reading, try cursor.fingers(in: packet))
    case .missed: self = .missed(try cursor.integer(in: packet))
    case .ended: self = .ended(try cursor.integer(in: packet))
    }
  }
}

extension WireCursor {
  fileprivate mutating func fingers(in packet: Span<UInt8>) throws(WireError) -> FingerSet {
    guard let set = FingerSet(try bytes(FingerSet.size, in: packet)) else { throw .badValue }
    return set
  }
}
