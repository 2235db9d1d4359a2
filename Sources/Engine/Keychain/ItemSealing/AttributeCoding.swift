// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import PromptModel
import SecretMemory
package import WireFormat

/// An item's attributes as bytes. Equal attributes have equal bytes.
///
/// The encoding is version, flags, the access control, the number of attributes, then each in the order of its name: four
/// characters, type, 32-bit length, bytes. Version 1 is for an access control without fingers. Version 3 has after it the reader
/// and the set of fingers that it is for; version 2 has the set alone, and is read and kept.
package enum AttributeCoding {
  private enum Version: UInt8 { case withoutFingers = 1, withFingers = 2, withReader = 3 }

  private static let headSize = 3 + AccessControl.serializedSize + FingerReader.size + FingerSet.size
  private static let entrySize = 9

  private enum Kind: UInt8 { case string = 1, data = 2, number = 3, date = 4 }

  // MARK: - Writing

  package static func encode(_ contents: ItemContents) throws(WireError) -> WireBuffer {
    let attributes = contents.attributes
    let size = attributes.reduce(headSize) { $0 + entrySize + $1.value.size }
    var buffer = WireBuffer(capacity: size)
    let fingers = contents.access.fingers
    let reader = fingers?.reader
    let version: Version = reader != nil ? .withReader : fingers != nil ? .withFingers : .withoutFingers
    try buffer.append(integer: version.rawValue)
    try buffer.append(integer: UInt8(contents.isTombstone ? 1 : 0))
    try buffer.append(bytes: contents.access.serialized.span)
    if let reader { try buffer.append(bytes: reader.bytes.span) }
    if let fingers { try buffer.append(bytes: fingers.bytes.span) }
    try buffer.append(integer: UInt8(attributes.count))
    for (attribute, value) in attributes { try append(attribute, value, to: &buffer) }
    return buffer
  }

  private static func append(
    _ attribute: ItemAttribute, _ value: AttributeValue, to buffer: inout WireBuffer
  ) throws(WireError) {
    try buffer.append(integer: attribute.code)
    switch value {
    case .string(let text): try append(.string, Array(text.utf8), to: &buffer)
    case .data(let bytes): try append(.data, bytes, to: &buffer)
    case .number(let number): try append(.number, UInt64(bitPattern: number), to: &buffer)
    case .date(let seconds): try append(.date, seconds.bitPattern, to: &buffer)
    case .boolean, .accessControl: throw .badValue
    }
  }

  private static func append(_ kind: Kind, _ bytes: [UInt8], to buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: kind.rawValue)
    try buffer.append(integer: UInt32(bytes.count))
    try buffer.append(bytes: bytes.span)
  }

  private static func append(_ kind: Kind, _ value: UInt64, to buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: kind.rawValue)
    try buffer.append(integer: UInt32(8))
    try buffer.append(integer: value)
  }

  // MARK: - Reading

  /// The contents without data. Refuses bytes that `encode` would not have written.
  package static func decode(_ bytes: Span<UInt8>) throws(WireError) -> ItemContents {
    var cursor = WireCursor()
    guard let version = Version(rawValue: try cursor.byte(in: bytes)) else { throw .badValue }
    let flags = try cursor.byte(in: bytes)
    guard flags <= 1 else { throw .badValue }
    let control = try cursor.bytes(AccessControl.serializedSize, in: bytes)
    guard var access = try? AccessControl(serialized: control.span) else { throw .badValue }
    if version != .withoutFingers {
      guard access.isForCurrentFingers else { throw .badValue }
      let reader = version == .withReader ? FingerReader(try cursor.bytes(FingerReader.size, in: bytes)) : nil
      access = access.bound(to: FingerSet(try cursor.bytes(FingerSet.size, in: bytes), at: reader))
    }
    let count = try cursor.byte(in: bytes)
    var attributes = ItemAttributes(minimumCapacity: Int(count))
    for _ in 0..<count {
      let code: UInt32 = try cursor.integer(in: bytes)
      guard attributes.append(code: code, try value(&cursor, bytes)) == .added else { throw .badValue }
    }
    try cursor.end(in: bytes)
    return ItemContents(attributes: attributes, access: access, isTombstone: flags == 1, data: nil)
  }

  private static func value(_ cursor: inout WireCursor, _ bytes: Span<UInt8>) throws(WireError) -> AttributeValue {
    let kind: Kind = try cursor.number(in: bytes)
    let count = Int(try cursor.integer(UInt32.self, in: bytes))
    switch kind {
    case .string: return .string(try cursor.text(count, in: bytes))
    case .data: return .data(try cursor.bytes(count, in: bytes))
    case .number:
      guard count == 8 else { throw .badValue }
      return .number(Int64(bitPattern: try cursor.integer(in: bytes)))
    case .date:
      guard count == 8 else { throw .badValue }
      let seconds = Double(bitPattern: try cursor.integer(in: bytes))
      guard seconds.isFinite else { throw .badValue }
      return .date(seconds)
    }
  }
}

extension AttributeValue {
  /// The number of bytes of the encoded value.
  package var size: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .number, .boolean, .date: 8
    case .accessControl: AccessControl.serializedSize
    }
  }
}
