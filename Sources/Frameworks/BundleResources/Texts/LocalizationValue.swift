// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension String {
  /// The key of a localized text with the values in it. Source: `Foundation.String.LocalizationValue`, which Linux's
  /// Foundation does
  /// not have.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Hashable, Sendable {
    /// The key of the text, in which values stand as `%@`, `%lld` or `%lf`.
    package let key: String
    package let values: [LocalizedValue]

    /// A key without values.
    ///
    /// - Parameter value: The key of the text.
    public init(_ value: String) { (key, values) = (value, []) }
    /// A key without values, by a literal.
    public init(stringLiteral value: String) { self.init(value) }
    /// A key with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
      (key, values) = (stringInterpolation.key, stringInterpolation.values)
    }

    /// The interpolation that makes a key and its values. Source:
    /// `Foundation.String.LocalizationValue.StringInterpolation`.
    public struct StringInterpolation: StringInterpolationProtocol {
      var key = ""
      var values: [LocalizedValue] = []

      /// An interpolation without text.
      public init(literalCapacity: Int, interpolationCount: Int) {}
      /// Appends text of the source to the key. Source: `Foundation`, `appendLiteral`.
      public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }

      private mutating func append(_ specifier: String, _ value: LocalizedValue) {
        key += specifier
        values.append(value)
      }

      /// Appends a string, which stands in the key as `%@`. Source: `Foundation`, `appendInterpolation`.
      public mutating func appendInterpolation(_ value: String) { append("%@", .string(value)) }
      /// Appends a part of a string, which stands in the key as `%@`. Source: `Foundation`, `appendInterpolation`.
      public mutating func appendInterpolation(_ value: Substring) { append("%@", .string(String(value))) }
      /// Appends the characters of an attributed string, which stand in the key as `%@`. Source: `Foundation`,
      /// `appendInterpolation`.
      public mutating func appendInterpolation(_ value: AttributedString) {
        append("%@", .string(String(value.characters)))
      }
      /// Appends a localized text, which stands in the key as `%@`. Source: `Foundation`, `appendInterpolation`.
      public mutating func appendInterpolation(_ value: LocalizedStringResource) { append("%@", .string(value.text())) }
      /// Appends a formatted value, which stands in the key as `%@`. Source: `Foundation`, `appendInterpolation`.
      public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
      where Style.FormatInput: Equatable, Style.FormatOutput == String {
        append("%@", .string(OwnerLocale.style(format).format(value)))
      }
      /// Appends a whole number, which stands in the key as its specifier. Source: `Foundation`, `appendInterpolation`.
      public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value, specifier: String = "%lld") {
        append(specifier, .whole(Int(clamping: value)))
      }
      /// Appends a floating point number, which stands in the key as its specifier. Source: `Foundation`,
      /// `appendInterpolation`.
      public mutating func appendInterpolation<Value: BinaryFloatingPoint>(_ value: Value, specifier: String = "%lf") {
        append(specifier, .number(Double(value)))
      }
      /// Appends the description of any other value, which stands in the key as `%@`. Source: `Foundation`,
      /// `appendInterpolation`.
      @_disfavoredOverload public mutating func appendInterpolation<Value>(_ value: Value) {
        append("%@", .string(String(describing: value)))
      }
    }
  }
}

/// A value within a text.
package enum LocalizedValue: Hashable, Sendable {
  case string(String)
  case whole(Int)
  case number(Double)

  package var asNumber: Double? {
    switch self {
    case .string: nil
    case .whole(let value): Double(value)
    case .number(let value): value
    }
  }

  /// The value as the text wants it: `%lld` and `%@` in the language's own way.
  package func text(_ specifier: String, _ locale: Locale) -> String {
    let takesWhole = specifier.last.map { "dDiuUxXoO".contains($0) } ?? false
    let takesNumber = specifier.last.map { "eEfFgGaA".contains($0) } ?? false
    switch self {
    case .string(let string): return string
    case .whole(let value) where takesNumber: return String(format: specifier, locale: locale, Double(value))
    case .whole(let value) where takesWhole && !["%lld", "%ld", "%d", "%i", "%li", "%lli"].contains(specifier):
      // Of whatever length the text says, the value is one of 64 bits.
      return String(format: Self.long(specifier), locale: locale, value)
    case .whole(let value): return value.formatted(.number.locale(locale))
    case .number(let value) where takesWhole:
      return Int(exactly: value.rounded(.towardZero))
        .map { LocalizedValue.whole($0).text(specifier, locale) } ?? String(value)
    case .number(let value) where takesNumber: return String(format: specifier, locale: locale, value)
    case .number(let value): return value.formatted(.number.locale(locale))
    }
  }

  private static func long(_ specifier: String) -> String {
    let kept = specifier.dropLast().filter { !"hlqLztj".contains($0) }
    return kept + "ll" + specifier.suffix(1)
  }
}
