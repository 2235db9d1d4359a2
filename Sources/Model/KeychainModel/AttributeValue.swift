// SPDX-License-Identifier: Apache-2.0

/// The value of an attribute, in the type it was given in. A value stored as a string is returned as a string.
package enum AttributeValue: Sendable {
  case string(String)
  case data([UInt8])
  case number(Int64)
  /// A boolean, in requests alone: a column of numbers converts it to 0 or 1.
  case boolean(Bool)
  /// Seconds since 2001-01-01T00:00:00Z, the reference date of Apple's frameworks.
  case date(Double)
  case accessControl(AccessControl)

  /// The bytes that values are compared by. The string "abc" and the data 616263 are equal; nothing is normalised.
  package var comparedBytes: [UInt8] {
    switch self {
    case .string(let text): Array(text.utf8)
    case .data(let bytes): bytes
    case .number(let number): Self.littleEndian(number)
    case .boolean(let flag): Self.littleEndian(flag ? 1 : 0)
    case .date(let seconds): Self.bytes(of: seconds.bitPattern, count: 8)
    case .accessControl(let control): control.serialized
    }
  }

  /// Whether both have the same `comparedBytes`.
  package func hasBytes(of other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one.hasBytes(of: other)
    case (.data(let one), .data(let other)): one == other
    default: comparedBytes == other.comparedBytes
    }
  }

  /// Four bytes as in Apple's store, or eight if the number does not fit into four.
  private static func littleEndian(_ number: Int64) -> [UInt8] {
    if let short = Int32(exactly: number) { return bytes(of: UInt64(UInt32(bitPattern: short)), count: 4) }
    return bytes(of: UInt64(bitPattern: number), count: 8)
  }

  private static func bytes(of value: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}

extension String {
  /// Whether both have the same bytes. `==` is not enough: it takes two Unicode spellings of a text for equal.
  func hasBytes(of other: String) -> Bool {
    let (one, two) = (utf8Span.span, other.utf8Span.span)
    return one.count == two.count && one.indices.allSatisfy { one[$0] == two[$0] }
  }
}

extension AttributeValue: Equatable {
  /// Whether both have the same type and the same bytes.
  package static func == (one: AttributeValue, other: AttributeValue) -> Bool {
    switch (one, other) {
    case (.string(let one), .string(let other)): one.hasBytes(of: other)
    case (.data(let one), .data(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.boolean(let one), .boolean(let other)): one == other
    case (.date(let one), .date(let other)): one.bitPattern == other.bitPattern
    case (.accessControl(let one), .accessControl(let other)): one == other
    default: false
    }
  }
}

extension AttributeValue {
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var data: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }
  package var number: Int64? { if case .number(let number) = self { number } else { nil } }
  package var date: Double? { if case .date(let seconds) = self { seconds } else { nil } }
  package var accessControl: AccessControl? { if case .accessControl(let control) = self { control } else { nil } }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
