// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation
import WidgetModel

/// A text's name in the language's texts, and what is put into it. Source: `SwiftUI.LocalizedStringKey`.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  /// The text's name; what is put in stands as `%@`, `%lld` or `%lf`.
  let key: String
  private let values: [Text.Part]

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
    var values: [Text.Part] = []

    /// Apple's initializer.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Source: `SwiftUI`, `appendLiteral`.
    public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }

    private mutating func append(_ specifier: String, _ part: Text.Part) {
      key += specifier
      values.append(part)
    }

    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ string: String) { append("%@", .string { _ in string }) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ string: Substring) { append("%@", .string { _ in String(string) }) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ text: Text) { append("%@", .text(text)) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ image: Image) { append("%@", .image(image)) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      append("%@", .text(Text(input, format: format)))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      append("%@", .text(Text(date, style: style)))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { append("%@", .text(Text(dates))) }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation(
      timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true
    ) {
      append("%@", .text(Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown)))
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
      append("%lld", .string { Int(value).formatted(.number.locale($0.locale)) })
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    public mutating func appendInterpolation<Value: BinaryFloatingPoint>(_ value: Value, specifier: String = "%lf") {
      append(specifier, .string { String(format: specifier, locale: $0.locale, Double(value)) })
    }
    /// Source: `SwiftUI`, `appendInterpolation`.
    @_disfavoredOverload public mutating func appendInterpolation<Value>(_ value: Value) {
      append("%@", .string { _ in String(describing: value) })
    }
  }

  /// The language's text with the values in it, and Markdown's looks.
  func parts(table: String?, bundle: Bundle?, locale: Locale) -> [Text.Part] {
    let template = LocalizedTexts.text(key, table, bundle ?? .main, locale)
    guard !values.isEmpty else { return MarkdownText.parts(of: template.replacing("%%", with: "%")) }
    // Marks may stand around a value: each is a sign of its own until they were found.
    var text = ""
    var next = 0
    var rest = template[...]
    while let mark = rest.firstIndex(of: "%") {
      text += rest[..<mark]
      rest = rest[mark...].dropFirst()
      if rest.first == "%" {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      // `%2$@` names a value by its place.
      let digits = rest.prefix { $0.isNumber }
      if let place = Int(digits), rest.dropFirst(digits.count).first == "$" {
        next = place - 1
        rest = rest.dropFirst(digits.count + 1)
      }
      let specifier = rest.prefix { !"@dfuFeEgGxX".contains($0) }
      rest = rest.dropFirst(specifier.count + 1)
      if values.indices.contains(next) { text += MarkdownText.sign(ofValue: next) }
      next += 1
    }
    return MarkdownText.parts(of: text + rest, values)
  }
}

/// Bold, leaning and struck words of Markdown, and code.
enum MarkdownText {
  private static let marks: [(String, @Sendable (Text) -> Text)] = [
    ("**", { $0.bold() }), ("__", { $0.bold() }), ("~~", { $0.strikethrough() }), ("*", { $0.italic() }),
    ("_", { $0.italic() }), ("`", { $0.monospaced() }),
  ]

  static func parts(of string: String, _ values: [Text.Part] = []) -> [Text.Part] {
    guard !string.isEmpty else { return [] }
    guard let (before, inside, after, change) = first(in: string) else { return plain(string, values) }
    return parts(of: before, values) + [.text(change(Text(parts: parts(of: inside, values))))]
      + parts(of: after, values)
  }

  // Of a private plane of Unicode: nobody writes them.
  private static let signs: UInt32 = 0xF0000
  static func sign(ofValue index: Int) -> String {
    UnicodeScalar(signs + UInt32(min(index, 0xFFFD))).map { String(Character($0)) } ?? ""
  }

  private static func plain(_ string: String, _ values: [Text.Part]) -> [Text.Part] {
    var parts: [Text.Part] = []
    var text = ""
    func end() {
      let own = text
      if !own.isEmpty { parts.append(.string { _ in own }) }
      text = ""
    }
    for scalar in string.unicodeScalars {
      guard scalar.value >= signs, values.indices.contains(Int(scalar.value - signs)) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      end()
      parts.append(values[Int(scalar.value - signs)])
    }
    end()
    return parts
  }

  /// `[words](address)` is drawn as a link is, and `^[words](inflect: true)` as it is written.
  private static func link(
    in string: String, at start: String.Index
  ) -> (String, String, String, @Sendable (Text) -> Text)? {
    let isInflected = string[start] == "^"
    let rest = string[start...].dropFirst(isInflected ? 1 : 0)
    guard rest.first == "[", let middle = rest.range(of: "]("), let end = rest[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    let inside = rest[..<middle.lowerBound].dropFirst()
    return (
      String(string[..<start]), String(inside), String(string[end...].dropFirst()),
      { isInflected ? $0 : $0.foregroundStyle(TintShapeStyle()) }
    )
  }

  static func parts(of text: AttributedString) -> [Text.Part] {
    text.runs.map { run -> Text.Part in
      let string = String(text[run.range].characters)
      let part = Text(parts: [.string { _ in string }])
      return .text(run.link == nil ? part : part.foregroundStyle(TintShapeStyle()))
    }
  }

  /// The first word between two equal marks, which touch it.
  private static func first(in string: String) -> (String, String, String, @Sendable (Text) -> Text)? {
    var start = string.startIndex
    while start < string.endIndex {
      if string[start] == "[" || string[start] == "^", let link = link(in: string, at: start) { return link }
      for (mark, change) in marks where string[start...].hasPrefix(mark) {
        let opened = string.index(start, offsetBy: mark.count)
        guard opened < string.endIndex, !string[opened].isWhitespace,
          start == string.startIndex || mark != "_" || !string[string.index(before: start)].isLetter,
          let end = string[opened...].range(of: mark), end.lowerBound > opened,
          !string[string.index(before: end.lowerBound)].isWhitespace
        else { continue }
        return (
          String(string[..<start]), String(string[opened..<end.lowerBound]), String(string[end.upperBound...]), change
        )
      }
      start = string.index(after: start)
    }
    return nil
  }
}
