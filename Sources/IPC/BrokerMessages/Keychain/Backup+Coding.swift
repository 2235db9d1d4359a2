// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
package import KeychainBackup
package import KeychainModel
import WireFormat

/// The requests about backups. Each backup has one key, under which its records are sealed with their numbers.
package enum BackupRequest: Sendable {
  /// A part of the backup of a file-based keychain, or of the other one.
  case part(BackupScope, of: KeychainName?, after: BackupPosition?, first: UInt64, key: BackupKey)
  /// The owner has proved the passcode for one of the two: everybody's items may be written, or restored, under this key from
  /// now on.
  case permit(QuestionNumber, BackupUse, key: BackupKey)
  case restore(BackupScope, of: KeychainName?, [[UInt8]], first: UInt64, key: BackupKey)
  /// The access groups that the items of a backup of all groups are in, before they are restored.
  case groups([[UInt8]], first: UInt64, key: BackupKey)

  private enum Number: UInt8, CaseIterable {
    case part = 1
    case restore = 2
    case groups = 4
    case permit = 5
  }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .part(let scope, let name, let place, let first, let key):
      try buffer.append(integer: Number.part.rawValue)
      try buffer.append(integer: scope.rawValue)
      try buffer.append(keychain: name)
      try buffer.append(secret: key.bytes)
      try buffer.append(integer: first)
      try buffer.append(place: place)
    case .permit(let number, let use, let key):
      try buffer.append(integer: Number.permit.rawValue)
      try buffer.append(bytes: number.bytes.span)
      try buffer.append(integer: use.rawValue)
      try buffer.append(secret: key.bytes)
    case .restore(let scope, let name, let records, let first, let key):
      try buffer.append(integer: Number.restore.rawValue)
      try buffer.append(integer: scope.rawValue)
      try buffer.append(keychain: name)
      try buffer.append(secret: key.bytes)
      try buffer.append(integer: first)
      try buffer.append(records: records)
    case .groups(let records, let first, let key):
      try buffer.append(integer: Number.groups.rawValue)
      try buffer.append(secret: key.bytes)
      try buffer.append(integer: first)
      try buffer.append(records: records)
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let number = try cursor.number(Number.self, in: message)
    if number == .permit {
      let question = try cursor.question(in: message)
      let use = try cursor.number(BackupUse.self, in: message)
      self = .permit(question, use, key: BackupKey(try cursor.secret(BackupKey.size, in: message)))
      return
    }
    if number == .groups {
      let key = BackupKey(try cursor.secret(BackupKey.size, in: message))
      let first = try cursor.integer(UInt64.self, in: message)
      guard first <= BackupFormat.maximumRecords else { throw .badValue }
      self = .groups(try cursor.records(in: message), first: first, key: key)
      return
    }
    let scope = try cursor.number(BackupScope.self, in: message)
    let name = try cursor.keychain(in: message)
    let key = BackupKey(try cursor.secret(BackupKey.size, in: message))
    let first = try cursor.integer(UInt64.self, in: message)
    guard first <= BackupFormat.maximumRecords else { throw .badValue }
    switch number {
    case .permit, .groups: throw .badValue
    case .part: self = .part(scope, of: name, after: try cursor.place(in: message), first: first, key: key)
    case .restore: self = .restore(scope, of: name, try cursor.records(in: message), first: first, key: key)
    }
  }
}

extension BackupPart {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: UInt32(clamping: total))
    try buffer.append(integer: UInt32(clamping: leftOut))
    try buffer.append(place: next)
    try buffer.append(records: records)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    self.init()
    total = Int(try cursor.integer(UInt32.self, in: message))
    leftOut = Int(try cursor.integer(UInt32.self, in: message))
    next = try cursor.place(in: message)
    records = try cursor.records(in: message)
  }
}

extension RestoreCounts {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    for count in [added, replaced, kept, foreign] { try buffer.append(integer: UInt32(clamping: count)) }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    self.init()
    added = Int(try cursor.integer(UInt32.self, in: message))
    replaced = Int(try cursor.integer(UInt32.self, in: message))
    kept = Int(try cursor.integer(UInt32.self, in: message))
    foreign = Int(try cursor.integer(UInt32.self, in: message))
  }
}

extension WireBuffer {
  fileprivate mutating func append(place: BackupPosition?) throws(WireError) {
    try append(optional: place) { (buffer, place) throws(WireError) in
      try buffer.append(integer: place.itemClass.wireNumber)
      try buffer.append(integer: UInt64(bitPattern: place.row))
    }
  }

  fileprivate mutating func append(records: [[UInt8]]) throws(WireError) {
    guard records.count <= Int(UInt16.max) else { throw .badValue }
    try append(integer: UInt16(records.count))
    for record in records { try append(counting: record.span, atMost: BackupFormat.largestRecord) }
  }
}

extension WireCursor {
  fileprivate mutating func place(in message: Span<UInt8>) throws(WireError) -> BackupPosition? {
    try optional(in: message) { (cursor) throws(WireError) in
      guard let itemClass = try cursor.itemClass(in: message) else { throw .badValue }
      return BackupPosition(itemClass: itemClass, row: Int64(bitPattern: try cursor.integer(in: message)))
    }
  }

  fileprivate mutating func records(in message: Span<UInt8>) throws(WireError) -> [[UInt8]] {
    let count = try integer(UInt16.self, in: message)
    var records: [[UInt8]] = []
    for _ in 0..<count {
      records.append(try countedBytes(atMost: BackupFormat.largestRecord, in: message))
    }
    return records
  }
}
