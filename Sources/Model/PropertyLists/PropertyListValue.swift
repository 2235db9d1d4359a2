// SPDX-License-Identifier: Apache-2.0

/// A value of a property list. Entitlements and apps' descriptions are made of the first five kinds.
package indirect enum PropertyListValue: Sendable, Equatable {
  case string(String)
  case boolean(Bool)
  case integer(Int64)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
  case fraction(Double)
  case data([UInt8])
  /// A date in seconds since 2001-01-01T00:00:00Z.
  case date(Double)
}

/// The values in XML that a reader takes.
package enum PropertyListReading: Sendable {
  /// Reads values without dates, data and fractions. A key that stands twice is refused.
  case simple
  /// Reads all values. A key that stands twice is refused.
  case exact
  /// The rules of Foundation: the last of a key that stands twice counts, and the outermost element may be missing.
  case asFoundation
}

extension PropertyListValue {
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  package var dictionary: [String: PropertyListValue]? { if case .dictionary(let all) = self { all } else { nil } }

  /// The elements of an array of strings; nil for anything else, also where one element is no string.
  package var strings: [String]? {
    guard case .array(let elements) = self else { return nil }
    let texts = elements.compactMap(\.string)
    return texts.count == elements.count ? texts : nil
  }
}
