// SPDX-License-Identifier: Apache-2.0
public import BundleResources
public import Foundation
import WidgetModel

/// A text's name in the language's texts, and what is put into it. Source: `SwiftUI.LocalizedStringKey`.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  /// The text's name; what is put in stands as `%@`, `%lld` or `%lf`.
  let key: String
  private let values: [TextValue]

  /// - Parameter value: The text's name.
  public init(_ value: String) { (key, values) = (value, []) }
  /// Apple's initializer.
  public init(stringLiteral value: String) { self.init(value) }
  /// Apple's initializer.
  public init(stringInterpolation: StringInterpolation) {
    (key, values) = (stringInterpolation.key, stringInterpolation.values)
  }

  /// Source: `SwiftUI`, `==`.
  public static func == (left: LocalizedStringKey, right: LocalizedStringKey) -> Bool {
    left.key == right.key && left.values.count == right.values.count
  }

  /// Gathers a text with values in it. Source: `SwiftUI.LocalizedStringKey.StringInterpolation`.
  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var values: [TextValue] = []

    /// Apple's initializer.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Source: `SwiftUI`, `appendLiteral`.
    public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }

    private mutating func append(_ specifier: String, _ value: TextValue) {
      key += specifier
      values.append(value)
    }
    private mutating func append(_ part: Text.Part) { append("%@", TextValue(part)) }

    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ string: String) { append("%@", TextValue(.string(string))) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ string: Substring) { append("%@", TextValue(.string(String(string)))) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ text: Text) { append(.text(text)) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ text: AttributedString) { append(.text(Text(text))) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ text: LocalizedStringResource) { append(.text(Text(text))) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ image: Image) { append(.image(image)) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      append(.text(Text(input, format: format)))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      append(.text(Text(date, style: style)))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { append(.text(Text(dates))) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(
      timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true
    ) {
      append(.text(Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown)))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value, specifier: String = "%lld") {
      append(specifier, TextValue(.whole(Int(clamping: value))))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<Value: BinaryFloatingPoint>(_ value: Value, specifier: String = "%lf") {
      append(specifier, TextValue(.number(Double(value))))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    @_disfavoredOverload public mutating func appendInterpolation<Value>(_ value: Value) {
      append("%@", TextValue(.string(String(describing: value))))
    }
  }

  /// The language's text with the values in it, and Markdown's looks.
  func parts(table: String?, bundle: Bundle?, locale: Locale) -> [Text.Part] {
    let pieces = LocalizedTexts.pieces(of: key, table, bundle ?? .main, locale, numbers: values.map(\.number))
    return MarkdownText.parts(of: pieces) { values[$0].part($1) }
  }
}

/// A value that is put into a text.
struct TextValue {
  /// What plural forms go by.
  var number: Double?
  /// The value as the text wants it, such as `%lld`.
  let part: (_ specifier: String) -> Text.Part

  init(_ part: Text.Part) { self.part = { _ in part } }
  init(_ value: LocalizedValue) {
    number = value.asNumber
    part = { specifier in .string { value.text(specifier, $0.locale) } }
  }
}
