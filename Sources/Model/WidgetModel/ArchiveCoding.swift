// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// A value of the archive's format: big-endian integers, counted texts and lists, each value in exactly one form.
package protocol Archivable {
  func write(to writer: inout ArchiveWriter)
  init(from reader: inout ArchiveReader) throws(WireError)
}

/// A writer of the archive's bytes.
package struct ArchiveWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  package init() {}

  package mutating func append<each Value: Archivable>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }
  package mutating func append(byte: UInt8) { bytes.append(byte) }
  package mutating func append(raw: some Collection<UInt8>) { bytes += raw }

  mutating func append<Value: FixedWidthInteger>(integer value: Value) {
    for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }
}

/// A place in bytes from an extension, which may be anything: everything is bounded.
package struct ArchiveReader: Sendable {
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0
  private var nodes = 0

  /// A tree that is deeper, or has more views, is no widget.
  package static let deepest = 200
  package static let most = 20_000

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func value<Value: Archivable>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
    try Value(from: &self)
  }

  package mutating func byte() throws(WireError) -> UInt8 {
    guard offset < bytes.count else { throw .short }
    defer { offset += 1 }
    return bytes[offset]
  }

  package mutating func raw(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - offset else { throw .short }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
    var value: Value = 0
    for byte in try raw(Value.bitWidth / 8) { value = value << 8 | Value(truncatingIfNeeded: byte) }
    return value
  }

  /// A count of things that take at least a byte each.
  mutating func count() throws(WireError) -> Int {
    let count = Int(try integer(UInt32.self))
    guard count <= bytes.count - offset else { throw .short }
    return count
  }

  /// Reads a view and what is in it.
  mutating func nested<Value>(_ body: (inout ArchiveReader) throws(WireError) -> Value) throws(WireError) -> Value {
    (depth, nodes) = (depth + 1, nodes + 1)
    guard depth <= Self.deepest, nodes <= Self.most else { throw .badValue }
    defer { depth -= 1 }
    return try body(&self)
  }

  package func end() throws(WireError) {
    guard offset == bytes.count else { throw .long }
  }
}

// MARK: - Simple values

extension Bool: Archivable {
  package func write(to writer: inout ArchiveWriter) { writer.append(byte: self ? 1 : 0) }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 0: self = false
    case 1: self = true
    default: throw .badValue
    }
  }
}

extension UInt8: Archivable {
  package func write(to writer: inout ArchiveWriter) { writer.append(byte: self) }
  package init(from reader: inout ArchiveReader) throws(WireError) { self = try reader.byte() }
}

extension UInt16: Archivable {
  package func write(to writer: inout ArchiveWriter) { writer.append(integer: self) }
  package init(from reader: inout ArchiveReader) throws(WireError) { self = try reader.integer() }
}

extension UInt32: Archivable {
  package func write(to writer: inout ArchiveWriter) { writer.append(integer: self) }
  package init(from reader: inout ArchiveReader) throws(WireError) { self = try reader.integer() }
}

extension Int: Archivable {
  package func write(to writer: inout ArchiveWriter) { writer.append(integer: Int32(clamping: self)) }
  package init(from reader: inout ArchiveReader) throws(WireError) { self = Int(try reader.integer(Int32.self)) }
}

extension Double: Archivable {
  /// Coordinates beyond this are no places on a screen.
  private static let bound = 1e6
  /// Dates are seconds since 2001, and larger.
  static let latest = 1e12

  package func write(to writer: inout ArchiveWriter) {
    let value = isNaN ? 0 : Swift.min(Swift.max(self, -Self.latest), Self.latest)
    writer.append(integer: value.bitPattern)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    let value = Double(bitPattern: try reader.integer(UInt64.self))
    guard value.isFinite, abs(value) <= Self.latest else { throw .badValue }
    self = value
  }
}

extension String: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(integer: UInt32(utf8.count))
    writer.append(raw: utf8)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    let bytes = try reader.raw(try reader.count())
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .badValue }
    self = text
  }
}

extension Optional: Archivable where Wrapped: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(self != nil)
    if let value = self { writer.append(value) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self = try reader.value(Bool.self) ? .some(try Wrapped(from: &reader)) : nil
  }
}

extension Array: Archivable where Element: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(integer: UInt32(count))
    for element in self { writer.append(element) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    let count = try reader.count()
    self = []
    reserveCapacity(Swift.min(count, 64))
    for _ in 0..<count { append(try Element(from: &reader)) }
  }
}

/// Enums whose raw values are their permanent numbers.
extension Archivable where Self: RawRepresentable, RawValue == UInt8 {
  package func write(to writer: inout ArchiveWriter) { writer.append(byte: rawValue) }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    guard let value = Self(rawValue: try reader.byte()) else { throw .badValue }
    self = value
  }
}
