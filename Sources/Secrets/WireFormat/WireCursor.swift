// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// A position in untrusted bytes. Every read is checked, and `end` refuses bytes that were not read.
///
/// The bytes are passed to each call rather than held, because a `Span` cannot be stored. Integers are big-endian and
/// of fixed size; there are no optional or variable-width ones, so a value has exactly one encoding.
@usableFromInline package struct WireCursor: Sendable {
  @usableFromInline var offset: Int

  package init(at offset: Int = 0) { self.offset = offset }

  /// An integer of the type's size.
  @inlinable package mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type = Value.self, in span: Span<UInt8>
  ) throws(WireError) -> Value {
    let range = try advance(MemoryLayout<Value>.size, in: span)
    var value: Value = 0
    for index in range { value = value << 8 | Value(span[index]) }
    return value
  }

  /// The next byte.
  @inlinable package mutating func byte(in span: Span<UInt8>) throws(WireError) -> UInt8 {
    span[try advance(1, in: span).lowerBound]
  }

  /// A value of an enum whose raw values are its permanent numbers.
  @inlinable package mutating func number<Value: RawRepresentable>(
    _ type: Value.Type = Value.self, in span: Span<UInt8>
  ) throws(WireError) -> Value where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: try byte(in: span)) else { throw .badValue }
    return value
  }

  package mutating func bytes(_ count: Int, in span: Span<UInt8>) throws(WireError) -> [UInt8] {
    let range = try advance(count, in: span)
    return range.map { span[$0] }
  }

  /// Text of so many bytes of UTF-8.
  package mutating func text(_ count: Int, in span: Span<UInt8>) throws(WireError) -> String {
    let bytes = span.extracting(try advance(count, in: span))
    do { return String(copying: try UTF8Span(validating: bytes)) } catch { throw .badValue }
  }

  /// A secret of a size the format fixes.
  package mutating func secret(_ count: Int, in span: Span<UInt8>) throws(WireError) -> SecretBytes {
    SecretBytes(copying: span.extracting(try advance(count, in: span)))
  }

  /// A secret after its 16-bit length, which must lie in the range.
  package mutating func secret(
    counting lengths: ClosedRange<Int>, in span: Span<UInt8>
  ) throws(WireError) -> SecretBytes {
    let count = Int(try integer(UInt16.self, in: span))
    guard lengths.contains(count) else { throw .badValue }
    return try secret(count, in: span)
  }

  /// The number of bytes that have not been read.
  package func remaining(in span: Span<UInt8>) -> Int { span.count - offset }

  /// Refuses bytes after the last field.
  package func end(in span: Span<UInt8>) throws(WireError) {
    guard offset == span.count else { throw .long }
  }

  @usableFromInline mutating func advance(_ count: Int, in span: Span<UInt8>) throws(WireError) -> Range<Int> {
    precondition(count >= 0)
    guard count <= span.count - offset else { throw .short }
    defer { offset += count }
    return offset..<offset + count
  }
}
