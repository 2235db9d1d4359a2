// SPDX-License-Identifier: Apache-2.0
import KeychainBackup
import KeychainModel
import ProtectionModel
import SecretMemory
package import WireFormat

/// The plain bytes of a backup's record about an item. Documentation/KeychainBackup.md.
package enum BackupItem: Sendable {
  case portable(ItemName, ItemContents)
  case deviceBound(ItemName, SealedItem)

  private static let overhead = 64
  private static let wrappedSize = 40

  package static func encodePortable(_ name: ItemName, _ contents: ItemContents) throws(WireError) -> WireBuffer {
    let attributes = try AttributeCoding.encode(contents)
    let dataSize = contents.data?.count ?? 0
    var buffer = WireBuffer(capacity: overhead + attributes.count + dataSize)
    try begin(.portable, name, &buffer)
    try attributes.withBytes { (bytes) throws(WireError) in
      try buffer.append(integer: UInt32(bytes.count))
      try buffer.append(bytes: bytes)
    }
    try buffer.append(integer: UInt8(contents.data == nil ? 0 : 1))
    if let data = contents.data { try data.withBytes { (bytes) throws(WireError) in try buffer.append(bytes: bytes) } }
    return buffer
  }

  package static func encodeDeviceBound(_ name: ItemName, _ sealed: SealedItem) throws(WireError) -> WireBuffer {
    var buffer = WireBuffer(
      capacity: overhead + sealed.wrapped.bytes.count + sealed.attributes.count + (sealed.data?.count ?? 0))
    try begin(.deviceBound, name, &buffer)
    try buffer.append(integer: sealed.wrapped.keyClass.rawValue)
    try buffer.append(bytes: sealed.wrapped.bytes.span)
    try buffer.append(integer: UInt32(sealed.attributes.count))
    try buffer.append(bytes: sealed.attributes.span)
    try buffer.append(integer: UInt8(sealed.data == nil ? 0 : 1))
    if let data = sealed.data { try buffer.append(bytes: data.span) }
    return buffer
  }

  private static func begin(_ kind: BackupRecordKind, _ name: ItemName, _ buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: kind.rawValue)
    try buffer.append(bytes: Array(name.itemClass.rawValue.utf8).span)
    try buffer.append(bytes: name.identifier.span)
  }

  // MARK: - Reading

  package static func decode(_ record: Span<UInt8>) throws(WireError) -> BackupItem {
    var cursor = WireCursor()
    let kind = try cursor.number(BackupRecordKind.self, in: record)
    let text = String(decoding: try cursor.bytes(4, in: record), as: UTF8.self)
    guard let itemClass = ItemClass(rawValue: text), itemClass != .identity else { throw .badValue }
    let name = ItemName(itemClass, identifier: try cursor.bytes(PersistentReference.identifierSize, in: record))
    switch kind {
    case .portable: return .portable(name, try contents(&cursor, record))
    case .deviceBound: return .deviceBound(name, try sealed(&cursor, record))
    case .end, .keychain, .passkey: throw .badValue
    }
  }

  private static func contents(_ cursor: inout WireCursor, _ record: Span<UInt8>) throws(WireError) -> ItemContents {
    let size = Int(try cursor.integer(UInt32.self, in: record))
    guard size > 0, size <= KeychainLimits.attributes * 2 else { throw .badValue }
    let attributes = try cursor.secret(size, in: record)
    var contents = try attributes.withBytes { (bytes) throws(WireError) in try AttributeCoding.decode(bytes) }
    guard contents.backupKind == .portable else { throw .badValue }
    if let size = try dataSize(&cursor, record, atMost: KeychainLimits.secret) {
      contents.data = size == 0 ? .empty : SecretData(try cursor.secret(size, in: record))
    }
    try cursor.end(in: record)
    return contents
  }

  private static func sealed(_ cursor: inout WireCursor, _ record: Span<UInt8>) throws(WireError) -> SealedItem {
    let keyClass = try cursor.number(KeyClass.self, in: record)
    guard let wrapped = WrappedKey(keyClass: keyClass, bytes: try cursor.bytes(wrappedSize, in: record))
    else { throw .badValue }
    let size = Int(try cursor.integer(UInt32.self, in: record))
    guard size <= record.count else { throw .badValue }
    let attributes = try cursor.bytes(size, in: record)
    let data = try dataSize(&cursor, record, atMost: record.count).map { (size) throws(WireError) in
      try cursor.bytes(size, in: record)
    }
    try cursor.end(in: record)
    return SealedItem(wrapped: wrapped, attributes: attributes, data: data)
  }

  /// The size of the data, which is the rest of the record; nil for an item without data.
  private static func dataSize(
    _ cursor: inout WireCursor, _ record: Span<UInt8>, atMost limit: Int
  ) throws(WireError) -> Int? {
    let flag = try cursor.byte(in: record)
    guard flag <= 1 else { throw .badValue }
    guard flag == 1 else { return nil }
    let size = cursor.remaining(in: record)
    guard size <= limit else { throw .badValue }
    return size
  }
}
