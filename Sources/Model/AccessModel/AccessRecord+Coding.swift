// SPDX-License-Identifier: Apache-2.0
import ConsentModel
package import WireFormat

/// The bytes of a record, as they are stored and as they are sent.
extension AccessRecord {
  package static let largestEncoding = 1 << 10

  /// The size of the encoded record, roughly, and not less: for cutting answers into frames.
  package var encodedSize: Int {
    let more =
      switch kind {
      case .network(let activity): activity.domain.utf8.count
      case .secret(let label): label.utf8.count
      case .access, .emptySource: 0
      }
    return app.utf8.count + more + 64
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(bytes: identifier.span)
    try buffer.append(shortText: app)
    switch kind {
    case .access(let service):
      try buffer.append(integer: Kind.accessNumber)
      try buffer.append(integer: service.rawValue)
    case .network(let activity):
      try buffer.append(integer: Kind.networkNumber)
      try activity.encode(into: &buffer)
    case .emptySource(let service):
      try buffer.append(integer: Kind.emptySourceNumber)
      try buffer.append(integer: service.rawValue)
    case .secret(let label):
      try buffer.append(integer: Kind.secretNumber)
      try buffer.append(shortText: label)
    }
    try buffer.append(integer: UInt64(bitPattern: began))
    try buffer.append(integer: UInt8(ended == nil ? 0 : 1))
    if let ended { try buffer.append(integer: UInt64(bitPattern: ended)) }
    try buffer.append(integer: hits)
    try buffer.append(integer: refused)
  }

  package init(decoding bytes: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let identifier = try cursor.bytes(Self.identifierSize, in: bytes)
    let app = try cursor.shortText(atMost: Self.longestApp, in: bytes)
    let kind: Kind
    switch try cursor.byte(in: bytes) {
    case Kind.accessNumber: kind = .access(try cursor.number(in: bytes))
    case Kind.emptySourceNumber: kind = .emptySource(try cursor.number(in: bytes))
    case Kind.networkNumber: kind = .network(try NetworkActivity(decoding: bytes, &cursor))
    case Kind.secretNumber: kind = .secret(try cursor.shortText(atMost: Self.longestLabel, in: bytes))
    default: throw .badValue
    }
    let began = Int64(bitPattern: try cursor.integer(in: bytes))
    let ended = try cursor.has(in: bytes) ? Int64(bitPattern: try cursor.integer(in: bytes)) : nil
    let hits = try cursor.integer(UInt32.self, in: bytes)
    let refused = try cursor.integer(UInt32.self, in: bytes)
    guard
      let record = AccessRecord(
        identifier: identifier, app: app, kind: kind, began: began, ended: ended, hits: hits, refused: refused)
    else { throw .badValue }
    self = record
  }
}

extension AccessRecord.Kind {
  fileprivate static let accessNumber: UInt8 = 1
  fileprivate static let networkNumber: UInt8 = 2
  fileprivate static let emptySourceNumber: UInt8 = 3
  fileprivate static let secretNumber: UInt8 = 4
}

extension NetworkActivity {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(shortText: domain)
    try buffer.append(integer: UInt8(isTracker ? 1 : 0))
  }

  fileprivate init(decoding bytes: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let domain = try cursor.shortText(atMost: Self.longestDomain, in: bytes)
    guard let read = NetworkActivity(domain: domain, isTracker: try cursor.has(in: bytes)) else { throw .badValue }
    self = read
  }
}

extension AccessNote {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .began(let identifier, let service):
      try buffer.append(integer: UInt8(1))
      try buffer.append(identifier: identifier)
      try buffer.append(integer: service.rawValue)
    case .ended(let identifier):
      try buffer.append(integer: UInt8(2))
      try buffer.append(identifier: identifier)
    case .beganEmpty(let identifier, let service):
      try buffer.append(integer: UInt8(4))
      try buffer.append(identifier: identifier)
      try buffer.append(integer: service.rawValue)
    case .connections(let activity, let hits, let refused):
      try buffer.append(integer: UInt8(3))
      try activity.encode(into: &buffer)
      try buffer.append(integer: hits)
      try buffer.append(integer: refused)
    case .networkLost: try buffer.append(integer: UInt8(5))
    case .read(let reading, let hits):
      try buffer.append(integer: UInt8(6))
      try buffer.append(shortText: reading.program)
      try buffer.append(shortText: reading.label)
      try buffer.append(integer: hits)
    }
  }

  package init(decoding bytes: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.byte(in: bytes) {
    case 1:
      let identifier = try cursor.bytes(AccessRecord.identifierSize, in: bytes)
      self = .began(identifier: identifier, try cursor.number(in: bytes))
    case 2: self = .ended(identifier: try cursor.bytes(AccessRecord.identifierSize, in: bytes))
    case 3:
      let activity = try NetworkActivity(decoding: bytes, &cursor)
      let hits = try cursor.integer(UInt32.self, in: bytes)
      self = .connections(activity, hits: hits, refused: try cursor.integer(in: bytes))
    case 4:
      let identifier = try cursor.bytes(AccessRecord.identifierSize, in: bytes)
      self = .beganEmpty(identifier: identifier, try cursor.number(in: bytes))
    case 5: self = .networkLost
    case 6:
      let program = try cursor.shortText(atMost: AccessRecord.longestApp, in: bytes)
      let label = try cursor.shortText(atMost: AccessRecord.longestLabel, in: bytes)
      guard !program.isEmpty else { throw .badValue }
      self = .read(SecretReading(program: program, label: label), hits: try cursor.integer(in: bytes))
    default: throw .badValue
    }
  }
}

extension WireBuffer {
  fileprivate mutating func append(identifier: [UInt8]) throws(WireError) {
    guard identifier.count == AccessRecord.identifierSize else { throw .badValue }
    try append(bytes: identifier.span)
  }

  fileprivate mutating func append(shortText text: String) throws(WireError) {
    guard let length = UInt16(exactly: text.utf8.count) else { throw .badValue }
    try append(integer: length)
    try append(bytes: Array(text.utf8).span)
  }
}

extension WireCursor {
  fileprivate mutating func shortText(atMost limit: Int, in bytes: Span<UInt8>) throws(WireError) -> String {
    let count = Int(try integer(UInt16.self, in: bytes))
    guard count <= limit else { throw .badValue }
    return try text(count, in: bytes)
  }

  fileprivate mutating func has(in bytes: Span<UInt8>) throws(WireError) -> Bool {
    switch try byte(in: bytes) {
    case 0: false
    case 1: true
    default: throw .badValue
    }
  }
}
