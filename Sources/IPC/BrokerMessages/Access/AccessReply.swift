// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import KeychainCoding
package import WireFormat

/// The replies about what apps use.
package enum AccessReply: ReplyFamily, Equatable {
  case state(AccessLogState)
  /// A part, with the revision to ask for more after.
  case records([AccessRecord], revision: UInt64)
  case location(LocationFix)
  case locationSource(LocationSource?)

  /// The most records of one answer.
  package static let mostRecords = 1000

  package enum Number: UInt16, Sendable, CaseIterable {
    case state = 0x0901
    case records = 0x0902
    case location = 0x0903
    case locationSource = 0x0904
  }

  package var number: Number {
    switch self {
    case .state: .state
    case .records: .records
    case .location: .location
    case .locationSource: .locationSource
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .state(let state):
      try buffer.append(integer: UInt8(state.isOn ? 1 : 0))
      try buffer.append(integer: UInt64(bitPattern: state.since))
    case .records(let records, let revision):
      guard records.count <= Self.mostRecords else { throw .badValue }
      try buffer.append(integer: revision)
      try buffer.append(integer: UInt32(records.count))
      for record in records { try record.encode(into: &buffer) }
    case .location(let fix):
      try buffer.append(integer: fix.latitude.bitPattern)
      try buffer.append(integer: fix.longitude.bitPattern)
      try buffer.append(integer: fix.accuracy.bitPattern)
      try buffer.append(optional: fix.altitude) { (buffer, altitude) throws(WireError) in
        try buffer.append(integer: altitude.bitPattern)
      }
      try buffer.append(integer: UInt64(bitPattern: fix.time))
      try buffer.append(integer: UInt8(fix.isReduced ? 1 : 0))
    case .locationSource(let source):
      try buffer.append(optional: source) { (buffer, source) throws(WireError) in
        try buffer.append(text: source.text, atMost: LocationSource.longest)
      }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .state:
      let isOn = try cursor.flag(in: message)
      self = .state(AccessLogState(isOn: isOn, since: Int64(bitPattern: try cursor.integer(in: message))))
    case .records:
      let revision = try cursor.integer(UInt64.self, in: message)
      let records = try cursor.list(in: message) { (cursor) throws(WireError) in
        try AccessRecord(decoding: message, &cursor)
      }
      guard records.count <= Self.mostRecords else { throw .badValue }
      self = .records(records, revision: revision)
    case .location: self = .location(try Self.fix(&cursor, in: message))
    case .locationSource:
      self = .locationSource(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          let text = try cursor.text(atMost: LocationSource.longest, in: message)
          guard let source = LocationSource(text) else { throw .badValue }
          return source
        })
    }
  }

  private static func fix(_ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) -> LocationFix {
    let latitude = Double(bitPattern: try cursor.integer(in: message))
    let longitude = Double(bitPattern: try cursor.integer(in: message))
    let accuracy = Double(bitPattern: try cursor.integer(in: message))
    let altitude = try cursor.optional(in: message) { (cursor) throws(WireError) in
      Double(bitPattern: try cursor.integer(in: message))
    }
    let time = Int64(bitPattern: try cursor.integer(in: message))
    let fix = LocationFix(
      latitude: latitude, longitude: longitude, accuracy: accuracy, altitude: altitude, time: time,
      isReduced: try cursor.flag(in: message))
    guard let fix else { throw .badValue }
    return fix
  }
}
