// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import ConsentModel
import KeychainCoding
import WireFormat

/// What is written down of what apps use, and where this computer is.
package enum AccessRequest: Sendable, Equatable {
  /// Whether accesses are written down.
  case state
  case turn(isOn: Bool)
  /// Of the app that the asking process started; `bailey-widgets` says of which app it has an extension.
  case note([AccessNote], of: String?)
  /// Those that changed after this revision. Where there is none yet, one is waited for.
  case records(after: UInt64, seconds: UInt16)
  /// Where this computer is; of apps that the person allowed it.
  case location
  case locationSource
  /// Nil: this computer does not know where it is.
  case setLocationSource(LocationSource?)

  package enum Number: UInt8, Sendable, CaseIterable {
    case state = 92
    case turn = 93
    case note = 94
    case records = 95
    case location = 97
    case locationSource = 98
    case setLocationSource = 99
  }

  var number: Number {
    switch self {
    case .state: .state
    case .turn: .turn
    case .note: .note
    case .records: .records
    case .location: .location
    case .locationSource: .locationSource
    case .setLocationSource: .setLocationSource
    }
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .state, .location, .locationSource: break
    case .turn(let isOn): try buffer.append(integer: UInt8(isOn ? 1 : 0))
    case .note(let notes, let app):
      guard notes.count <= AccessNote.maximum else { throw .badValue }
      try buffer.append(integer: UInt32(notes.count))
      for note in notes { try note.encode(into: &buffer) }
      try buffer.append(optional: app) { (buffer, app) throws(WireError) in
        try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
      }
    case .records(let revision, let seconds):
      try buffer.append(integer: revision)
      try buffer.append(integer: seconds)
    case .setLocationSource(let source):
      try buffer.append(optional: source) { (buffer, source) throws(WireError) in
        try buffer.append(text: source.text, atMost: LocationSource.longest)
      }
    }
  }

  init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .state: self = .state
    case .turn: self = .turn(isOn: try cursor.flag(in: message))
    case .note:
      let notes = try cursor.list(in: message) { (cursor) throws(WireError) in
        try AccessNote(decoding: message, &cursor)
      }
      guard notes.count <= AccessNote.maximum else { throw .badValue }
      let app = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: ConsentClient.longestIdentifier, in: message)
      }
      self = .note(notes, of: app)
    case .records:
      let revision = try cursor.integer(UInt64.self, in: message)
      self = .records(after: revision, seconds: try cursor.integer(in: message))
    case .location: self = .location
    case .locationSource: self = .locationSource
    case .setLocationSource:
      self = .setLocationSource(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          let text = try cursor.text(atMost: LocationSource.longest, in: message)
          guard let source = LocationSource(text) else { throw .badValue }
          return source
        })
    }
  }
}
