// SPDX-License-Identifier: Apache-2.0
public import BundleResources
public import Foundation
import WidgetModel

/// The key of a localized text with its interpolated values. Source: `SwiftUI.LocalizedStringKey`.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  /// The key, with `%@`, `%lld` or `%lf` in place of values.
  let key: String
  private let values: [TextValue]

  /// A key of the language's texts.
  ///
  /// - Parameter value: The key.
  public init(_ value: String) { (key, values) = (value, []) }
  /// A key of the language's texts, written as a literal.
  public init(stringLiteral value: String) { self.init(value) }
  /// A key of the language's texts, whose interpolated values replace its placeholders.
  public init(stringInterpolation: StringInterpolation) {
    (key, values) = (stringInterpolation.key, stringInterpolation.values)
  }

  /// Two keys are equal if their names are, and they have the same number of values. Source: `SwiftUI`, `==`.
  public static func == (left: LocalizedStringKey, right: LocalizedStringKey) -> Bool {
    left.key == right.key && left.values.count == right.values.count
  }

  /// The interpolation of a localized text. Source: `SwiftUI.LocalizedStringKey.StringInterpolation`.
  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var values: [TextValue] = []

    /// An empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Appends a part of the literal. Source: `SwiftUI`, `appendLiteral`.
    public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }

    private mutating func append(_ specifier: String, _ value: TextValue) {
      key += specifier
      values.append(value)
    }
    private mutating func append(_ part: Text.Part) { append("%@", TextValue(part)) }

    /// Appends a string, as the placeholder `%@`. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ string: String) { append("%@", TextValue(.string(string))) }
    /// Appends a substring, as the placeholder `%@`. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ string: Substring) { append("%@", TextValue(.string(String(string)))) }
    /// Appends a text with its looks. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ text: Text) { append(.text(text)) }
    /// Appends an attributed string. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ text: AttributedString) { append(.text(Text(text))) }
    /// Appends a text that is localized itself. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ text: LocalizedStringResource) { append(.text(Text(text))) }
    /// Appends an image within the text. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ image: Image) { append(.image(image)) }
    /// Appends a value in a format. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      append(.text(Text(input, format: format)))
    }
    /// Appends a value, written by a formatter. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<Subject>(_ subject: Subject, formatter: Formatter) {
      append(.text(Text(subject, formatter: formatter)))
    }
    /// Appends a date in a style that follows the time. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      append(.text(Text(date, style: style)))
    }
    /// Appends a range of dates. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { append(.text(Text(dates))) }
    /// Appends a timer between two dates. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(
      timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true
    ) {
      append(.text(Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown)))
    }
    /// Appends an integer, as a placeholder of printf. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value, specifier: String = "%lld") {
      append(specifier, TextValue(.whole(Int(clamping: value))))
    }
    /// Appends a floating-point number, as a placeholder of printf. Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<Value: BinaryFloatingPoint>(_ value: Value, specifier: String = "%lf") {
      append(specifier, TextValue(.number(Double(value))))
    }
    /// Appends any value by its description, as the placeholder `%@`. Source: `SwiftUI`, `appendInterpolation`.
    @_disfavoredOverload public mutating func appendInterpolation<Value>(_ value: Value) {
      append("%@", TextValue(.string(String(describing: value))))
    }
  }

  /// The localized text with its values, styled by Markdown.
  func parts(table: String?, bundle: Bundle?, locale: Locale) -> [Text.Part] {
    let pieces = LocalizedTexts.pieces(of: key, table, bundle ?? .main, locale, numbers: values.map(\.number))
    return MarkdownText.parts(of: pieces) { values[$0].part($1) }
  }
}

/// A value that is interpolated into a text.
struct TextValue {
  /// The number that decides the plural form.
  var number: Double?
  /// The text of the value for a placeholder such as `%lld`.
  let part: (_ specifier: String) -> Text.Part

  init(_ part: Text.Part) { self.part = { _ in part } }
  init(_ value: LocalizedValue) {
    number = value.asNumber
    part = { specifier in .string { value.text(specifier, $0.locale) } }
  }
}
