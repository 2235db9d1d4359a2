// SPDX-License-Identifier: Apache-2.0
package import AccessModel
import ConsentModel
import KeychainCoding
import ProtectionModel
package import WireFormat

/// The requests about the log of what apps use, and the location of this computer.
package enum AccessRequest: RequestFamily, Equatable {
  /// Whether accesses are written down.
  case state
  case turn(isOn: Bool)
  /// Notes for the app that the asking process started; `bailey-widgets` says of which app it has an extension, and
  /// `bailey-secrets` which programs read what.
  case note([AccessNote], of: String?)
  /// The records that changed after this revision. Where there is none yet, one is waited for.
  case records(after: UInt64, seconds: UInt16)
  /// Asks where this computer is; of apps that the person allowed it.
  case location
  case locationSource
  /// Sets how this computer knows where it is; nil: it does not know.
  case setLocationSource(LocationSource?)

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case state = 0x0901
    case turn = 0x0902
    case note = 0x0903
    case records = 0x0904
    case location = 0x0905
    case locationSource = 0x0906
    case setLocationSource = 0x0907
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    case .state: RequestRow(.state, .owners, .often, .again)
    case .turn(let isOn): RequestRow(.turn, .owners, .often, .once, operation: isOn ? .recordAccesses : .stopRecording)
    // What is told or counted once stands once in the log, here and below.
    case .note: RequestRow(.note, .starters.union([.secrets]), .often, .once)
    case .records: RequestRow(.records, .owners, .often, .again)
    case .location: RequestRow(.location, .programs, .often, .once)
    case .locationSource: RequestRow(.locationSource, .commandLine, .often, .again)
    case .setLocationSource(let source):
      RequestRow(
        .setLocationSource, .commandLine, .often, .once, operation: source == nil ? .hideLocation : .tellLocation)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
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

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
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
