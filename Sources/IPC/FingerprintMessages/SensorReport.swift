// SPDX-License-Identifier: Apache-2.0
package import PromptModel
package import WireFormat

/// What `baileyd` is told of the fingerprint sensor, each in a packet.
package enum SensorReport: SensorPacket, Equatable {
  /// The process that speaks with the sensor takes orders.
  case here
  /// The process that speaks with the sensor has ended, as the supervisor says.
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
    case at(FingerEnrolment)
  }

  /// The numbers 4, 5 and 6 were those of reports that did not name the reader.
  private enum Number: UInt8, CaseIterable {
    case here = 1
    case gone = 2
    case noSensor = 3
    case missed = 7
    case ended = 8
    case noFingers = 9
    case fingers = 10
    case matched = 11
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .here: try buffer.append(integer: Number.here.rawValue)
    case .gone: try buffer.append(integer: Number.gone.rawValue)
    case .fingers(let request, .noSensor): try buffer.append(Number.noSensor, request)
    case .fingers(let request, .at(.none(let reader))):
      try buffer.append(Number.noFingers, request)
      try buffer.append(bytes: reader.bytes.span)
    case .fingers(let request, .at(.fingers(let set))):
      try buffer.append(Number.fingers, request)
      try buffer.append(set)
    case .matched(let reading, let set):
      try buffer.append(Number.matched, reading)
      try buffer.append(set)
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
    case .noFingers:
      let request = try cursor.integer(UInt64.self, in: packet)
      self = .fingers(request: request, .at(.none(at: try cursor.reader(in: packet))))
    case .fingers:
      let request = try cursor.integer(UInt64.self, in: packet)
      self = .fingers(request: request, .at(.fingers(try cursor.fingers(in: packet))))
    case .matched:
      let reading = try cursor.integer(UInt64.self, in: packet)
      self = .matched(reading, try cursor.fingers(in: packet))
    case .missed: self = .missed(try cursor.integer(in: packet))
    case .ended: self = .ended(try cursor.integer(in: packet))
    }
  }
}

extension WireBuffer {
  /// The reader comes first. A set without one is none of a sensor's.
  fileprivate mutating func append(_ set: FingerSet) throws(WireError) {
    guard let reader = set.reader else { throw .badValue }
    try append(bytes: reader.bytes.span)
    try append(bytes: set.bytes.span)
  }
}

extension WireCursor {
  fileprivate mutating func reader(in packet: Span<UInt8>) throws(WireError) -> FingerReader {
    guard let reader = FingerReader(try bytes(FingerReader.size, in: packet)) else { throw .badValue }
    return reader
  }

  fileprivate mutating func fingers(in packet: Span<UInt8>) throws(WireError) -> FingerSet {
    let reader = try reader(in: packet)
    guard let set = FingerSet(try bytes(FingerSet.size, in: packet), at: reader) else { throw .badValue }
    return set
  }
}
