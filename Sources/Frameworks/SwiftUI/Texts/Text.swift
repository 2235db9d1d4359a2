// SPDX-License-Identifier: Apache-2.0
public import BundleResources
public import Foundation
package import WidgetModel

/// A text of one or more lines. Source: `SwiftUI.Text`.
public struct Text {

  /// The place where a text that is too long is truncated. Source: `SwiftUI.Text.TruncationMode`.
  public enum TruncationMode: Sendable, Hashable {
    case head, tail, middle
    var model: TextNode.Truncation {
      switch self {
      case .head: .head
      case .middle: .middle
      case .tail: .tail
      }
    }
  }

  /// The choice between capital and small letters. Source: `SwiftUI.Text.Case`.
  public enum Case: Sendable, Hashable { case uppercase, lowercase }

  /// The style of a date that follows the time. Source: `SwiftUI.Text.DateStyle`.
  public struct DateStyle: Sendable, Hashable {
    enum Kind { case time, date, relative, offset, timer }
    let kind: Kind
    /// The style that shows the time of day. Source: `SwiftUI`, `time`.
    public static let time = DateStyle(kind: .time)
    /// The style that shows the day. Source: `SwiftUI`, `date`.
    public static let date = DateStyle(kind: .date)
    /// The style that shows the distance from now, in words. Source: `SwiftUI`, `relative`.
    public static let relative = DateStyle(kind: .relative)
    /// The style that shows the distance from now, in words and with its sign. Source: `SwiftUI`, `offset`.
    public static let offset = DateStyle(kind: .offset)
    /// The style that shows the distance from now, as a timer. Source: `SwiftUI`, `timer`.
    public static let timer = DateStyle(kind: .timer)
  }

  /// A part of a text, which is made in an environment.
  enum Part {
    case string((EnvironmentValues) -> String)
    case text(Text)
    case image(Image)
    /// Parts that depend on the language.
    case localized((EnvironmentValues) -> [Part])
  }

  var parts: [Part]
  private var changes: [(inout EnvironmentValues) -> Void] = []

  init(parts: [Part]) { self.parts = parts }

  /// A text that is the same in every language.
  ///
  /// - Parameter content: The text.
  public init(verbatim content: String) { parts = [.string { _ in content }] }

  /// A text that is the same in every language.
  ///
  /// - Parameter content: The text.
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { self.init(verbatim: String(content)) }

  /// A text that is localized by its key.
  ///
  /// - Parameters:
  ///   - key: The key of the text.
  ///   - tableName: The name of the table of texts, or nil for the default one.
  ///   - bundle: The bundle of the texts.
  ///   - comment: The note for translators.
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {
    parts = [.localized { key.parts(table: tableName, bundle: bundle, locale: $0.locale) }]
  }

  /// A text that is localized by a resource.
  ///
  /// - Parameter resource: The key of the text and the place where it is looked up.
  @_disfavoredOverload public init(_ resource: LocalizedStringResource) {
    parts = [
      .localized { environment in
        let (pieces, locale) = resource.pieces(in: environment.locale)
        return MarkdownText.parts(of: pieces) { index, specifier in
          let value = resource.defaultValue.values[index]
          return .string { _ in value.text(specifier, locale) }
        }
      }
    ]
  }

  // A literal could be one of these too, and would be neither looked up nor Markdown then.
  /// A text of an attributed string.
  ///
  /// - Parameter attributedContent: The attributed string.
  @_disfavoredOverload public init(_ attributedContent: AttributedString) {
    parts = MarkdownText.parts(of: attributedContent)
  }

  /// A text of a value in a format.
  ///
  /// - Parameters:
  ///   - input: A value.
  ///   - format: The format.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    parts = [.string { format.locale($0.locale).format(input) }]
  }

  /// A text of a value, written by a formatter.
  ///
  /// - Parameters:
  ///   - subject: A value.
  ///   - formatter: The formatter, which writes the language that it has been given.
  public init<Subject>(_ subject: Subject, formatter: Formatter) {
    self.init(verbatim: formatter.string(for: subject) ?? "")
  }

  /// A text of a date, which is drawn anew as time passes.
  ///
  /// - Parameters:
  ///   - date: A date.
  ///   - style: The style.
  public init(_ date: Date, style: DateStyle) { parts = [.string { DateText.string(date, style.kind, $0) }] }

  /// A text of a range of dates.
  ///
  /// - Parameter dates: The first and the last date.
  public init(_ dates: ClosedRange<Date>) {
    parts = [
      .string { "\(DateText.string(dates.lowerBound, .time, $0)) – \(DateText.string(dates.upperBound, .time, $0))" }
    ]
  }

  /// A text of an interval of time.
  ///
  /// - Parameter interval: The interval.
  public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

  /// A text of a timer that runs down or up, as it is at the time of drawing.
  ///
  /// - Parameters:
  ///   - timerInterval: From when to when it runs.
  ///   - pauseTime: The date at which it stopped, or nil while it runs.
  ///   - countsDown: Whether the rest is shown.
  ///   - showsHours: Whether hours are shown apart.
  public init(
    timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
  ) {
    parts = [
      .string { environment in
        let isStill = environment.redaction.cover == .placeholder
        let moment = isStill ? timerInterval.lowerBound : pauseTime ?? environment.now
        let now = min(max(moment, timerInterval.lowerBound), timerInterval.upperBound)
        let seconds =
          countsDown ? timerInterval.upperBound.timeIntervalSince(now) : now.timeIntervalSince(timerInterval.lowerBound)
        return DateText.clock(seconds, showsHours, environment)
      }
    ]
  }

  /// Joins two texts.
  public static func + (left: Text, right: Text) -> Text { Text(parts: [.text(left), .text(right)]) }

  func changed(_ change: @escaping (inout EnvironmentValues) -> Void) -> Text {
    var text = self
    text.changes.append(change)
    return text
  }

  @MainActor func runs(in environment: EnvironmentValues) -> [TextRun] {
    var environment = environment
    for change in changes.reversed() { change(&environment) }
    let look = environment.look
    let face = (look.font ?? .body).face(in: environment)
    let paint = SwiftUI.paint(
      of: look.foreground ?? AnyShapeStyle(HierarchicalShapeStyle(level: 0)), in: environment)
    return parts.flatMap { part -> [TextRun] in
      switch part {
      case .localized(let make):
        return Text(parts: make(environment)).runs(in: environment)
      case .text(let text): return text.runs(in: environment)
      case .image(let image): return image.run(face, paint, environment)
      case .string(let make):
        var string = make(environment)
        if look.letters == .uppercase { string = string.uppercased(with: environment.locale) }
        if look.letters == .lowercase { string = string.lowercased(with: environment.locale) }
        return [TextRun(string, face: face, paint: paint, lines: look.lines, tracking: look.tracking, rise: look.rise)]
      }
    }
  }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] {
    let look = context.environment.look
    let text = TextNode(
      runs(in: context.environment), lineLimit: look.lineLimit, alignment: look.alignment.model,
      truncation: look.truncation.model, minimumScale: look.minimumScale, lineSpacing: look.lineSpacing)
    return [.text(text)]
  }
}

extension FormatStyle {
  fileprivate func locale(_ locale: Locale) -> Self { self.locale(locale) as Self }
}

extension EnvironmentValues {
  var now: Date { Date(timeIntervalSinceReferenceDate: place.now) }
}

// MARK: - Looks of a text

extension Text {
  /// Sets the font of the text.
  ///
  /// - Parameter font: The font.
  /// - Returns: The text in that font.
  public func font(_ font: Font?) -> Text { changed { $0.look.font = font ?? $0.look.font } }
  /// Sets the weight of the text's letters.
  ///
  /// - Parameter weight: The weight of letters.
  /// - Returns: The text.
  public func fontWeight(_ weight: Font.Weight?) -> Text { changed { $0.look.weight = weight } }
  /// Sets the design of the text's letters.
  ///
  /// - Parameter design: The design of letters.
  /// - Returns: The text.
  public func fontDesign(_ design: Font.Design?) -> Text {
    changed { $0.look.design = design }
  }
  /// Makes the text bold.
  ///
  /// - Returns: The text in bold letters.
  public func bold() -> Text { changed { $0.look.traits.insert(.bold) } }
  /// Makes the text bold, or leaves it.
  ///
  /// - Parameter isActive: Whether the change is made.
  /// - Returns: The text in bold letters.
  public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
  /// Makes the text italic.
  ///
  /// - Returns: The italic text.
  public func italic() -> Text { changed { $0.look.traits.insert(.italic) } }
  /// Gives every digit of the text the same width.
  ///
  /// - Returns: The text with digits of one width.
  public func monospacedDigit() -> Text { changed { $0.look.traits.insert(.monospacedDigits) } }
  /// Gives every letter of the text the same width, or leaves it.
  ///
  /// - Parameter isActive: Whether the change is made.
  /// - Returns: The text with letters of one width.
  public func monospaced(_ isActive: Bool = true) -> Text {
    changed { if isActive { $0.look.traits.insert(.monospaced) } }
  }
  /// Draws a line through the text.
  ///
  /// - Parameters:
  ///   - isActive: Whether the line is drawn.
  ///   - color: The colour of the line, which is the text's in any case.
  /// - Returns: The text with a line through it.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
    changed { if isActive { $0.look.lines.insert(.through) } }
  }
  /// Draws a line under the text.
  ///
  /// - Parameters:
  ///   - isActive: Whether the line is drawn.
  ///   - color: The colour of the line, which is the text's in any case.
  /// - Returns: The text with a line under it.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
    changed { if isActive { $0.look.lines.insert(.under) } }
  }
  /// Sets the space between letters.
  ///
  /// - Parameter kerning: The space in points.
  /// - Returns: The text.
  public func kerning(_ kerning: CGFloat) -> Text { changed { $0.look.tracking = Double(kerning) } }
  /// Sets the space between letters.
  ///
  /// - Parameter tracking: The space in points.
  /// - Returns: The text.
  public func tracking(_ tracking: CGFloat) -> Text { changed { $0.look.tracking = Double(tracking) } }
  /// Raises the letters, or lowers them.
  ///
  /// - Parameter baselineOffset: The distance upwards in points.
  /// - Returns: The changed text.
  public func baselineOffset(_ baselineOffset: CGFloat) -> Text { changed { $0.look.rise = Double(baselineOffset) } }
  /// Sets the colour of the text.
  ///
  /// - Parameter color: The colour.
  /// - Returns: The text in it.
  public func foregroundColor(_ color: Color?) -> Text {
    changed { $0.look.foreground = color.map { AnyShapeStyle($0) } }
  }
  /// Sets the style of the text.
  ///
  /// - Parameter style: The style.
  /// - Returns: The text in it.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
    changed { $0.look.foreground = AnyShapeStyle(paint(of: style, in: $0)) }
  }
}

extension AnyShapeStyle {
  /// A style that was resolved where it was set: its levels count from there.
  init(_ paint: Paint) { self.init(resolve: { _ in paint }) }
}

/// The alignment of the lines of a text. Source: `SwiftUI.TextAlignment`.
public enum TextAlignment: CaseIterable, Sendable, Hashable {
  case leading, center, trailing
  var model: HorizontalPlacement {
    switch self {
    case .leading: .leading
    case .center: .center
    case .trailing: .trailing
    }
  }
}

extension Text {
  /// The text without its styles.
  @MainActor package var plainText: String {
    runs(in: EnvironmentValues().changed { $0.locale = OwnerLocale.current }).map(\.string).joined()
  }
}

extension Text: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}
