// SPDX-License-Identifier: Apache-2.0
public import BundleResources
public import Foundation
package import WidgetModel

/// A text. Source: `SwiftUI.Text`.
public struct Text {

  /// Where a text that is too long is cut. Source: `SwiftUI.Text.TruncationMode`.
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

  /// Capital or small letters. Source: `SwiftUI.Text.Case`.
  public enum Case: Sendable, Hashable { case uppercase, lowercase }

  /// How a date is shown. Source: `SwiftUI.Text.DateStyle`.
  public struct DateStyle: Sendable, Hashable {
    enum Kind { case time, date, relative, offset, timer }
    let kind: Kind
    /// Source: `SwiftUI`, `time`.
    public static let time = DateStyle(kind: .time)
    /// Source: `SwiftUI`, `date`.
    public static let date = DateStyle(kind: .date)
    /// Source: `SwiftUI`, `relative`.
    public static let relative = DateStyle(kind: .relative)
    /// Source: `SwiftUI`, `offset`.
    public static let offset = DateStyle(kind: .offset)
    /// Source: `SwiftUI`, `timer`.
    public static let timer = DateStyle(kind: .timer)
  }

  /// Parts of a text, each made where the environment is known.
  enum Part {
    case string((EnvironmentValues) -> String)
    case text(Text)
    case image(Image)
    /// What follows from the language.
    case localized((EnvironmentValues) -> [Part])
  }

  var parts: [Part]
  private var changes: [(inout EnvironmentValues) -> Void] = []

  init(parts: [Part]) { self.parts = parts }

  /// - Parameter content: What is shown as it is, in every language.
  public init(verbatim content: String) { parts = [.string { _ in content }] }

  /// - Parameter content: What is shown as it is, in every language.
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { self.init(verbatim: String(content)) }

  /// - Parameters:
  ///   - key: What is looked up in the language's texts.
  ///   - tableName: The file they are in.
  ///   - bundle: The bundle that is in.
  ///   - comment: For translators.
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {
    parts = [.localized { key.parts(table: tableName, bundle: bundle, locale: $0.locale) }]
  }

  /// - Parameter resource: What is looked up in the language's texts.
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
  /// - Parameter attributedContent: Text with its looks.
  @_disfavoredOverload public init(_ attributedContent: AttributedString) {
    parts = MarkdownText.parts(of: attributedContent)
  }

  /// - Parameters:
  ///   - input: A value.
  ///   - format: How it is written.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    parts = [.string { format.locale($0.locale).format(input) }]
  }

  /// - Parameters:
  ///   - subject: A value.
  ///   - formatter: Writes it, in the language that it has been given.
  public init<Subject>(_ subject: Subject, formatter: Formatter) {
    self.init(verbatim: formatter.string(for: subject) ?? "")
  }

  /// - Parameters:
  ///   - date: A date.
  ///   - style: How it is shown.
  public init(_ date: Date, style: DateStyle) { parts = [.string { DateText.string(date, style.kind, $0) }] }

  /// - Parameter dates: From when to when.
  public init(_ dates: ClosedRange<Date>) {
    parts = [
      .string { "\(DateText.string(dates.lowerBound, .time, $0)) – \(DateText.string(dates.upperBound, .time, $0))" }
    ]
  }

  /// - Parameter interval: From when to when.
  public init(_ interval: DateInterval) { self.init(interval.start...interval.end) }

  /// A clock that runs down or up, as it stands when it is drawn.
  ///
  /// - Parameters:
  ///   - timerInterval: From when to when it runs.
  ///   - pauseTime: When it stopped.
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

  /// One text after the other.
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
        return [TextRun(string, face: face, paint: paint, lines: look.lines, tracking: look.tracking)]
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
  /// - Parameter font: The face.
  /// - Returns: The text in that face.
  public func font(_ font: Font?) -> Text { changed { $0.look.font = font ?? $0.look.font } }
  /// - Parameter weight: How heavy letters are.
  /// - Returns: The text.
  public func fontWeight(_ weight: Font.Weight?) -> Text { changed { $0.look.weight = weight } }
  /// - Parameter design: The form of letters.
  /// - Returns: The text.
  public func fontDesign(_ design: Font.Design?) -> Text {
    changed { $0.look.design = design }
  }
  /// - Returns: The text in bold letters.
  public func bold() -> Text { changed { $0.look.traits.insert(.bold) } }
  /// - Parameter isActive: Whether it is.
  /// - Returns: The text in bold letters.
  public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
  /// - Returns: The text, leaning.
  public func italic() -> Text { changed { $0.look.traits.insert(.italic) } }
  /// - Returns: The text with digits of one width.
  public func monospacedDigit() -> Text { changed { $0.look.traits.insert(.monospacedDigits) } }
  /// - Parameter isActive: Whether it is.
  /// - Returns: The text with letters of one width.
  public func monospaced(_ isActive: Bool = true) -> Text {
    changed { if isActive { $0.look.traits.insert(.monospaced) } }
  }
  /// - Parameters:
  ///   - isActive: Whether there is one.
  ///   - color: Of the text, here.
  /// - Returns: The text with a line through it.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
    changed { if isActive { $0.look.lines.insert(.through) } }
  }
  /// - Parameters:
  ///   - isActive: Whether there is one.
  ///   - color: Of the text, here.
  /// - Returns: The text with a line under it.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
    changed { if isActive { $0.look.lines.insert(.under) } }
  }
  /// - Parameter kerning: Points between letters.
  /// - Returns: The text.
  public func kerning(_ kerning: CGFloat) -> Text { changed { $0.look.tracking = Double(kerning) } }
  /// - Parameter tracking: Points between letters.
  /// - Returns: The text.
  public func tracking(_ tracking: CGFloat) -> Text { changed { $0.look.tracking = Double(tracking) } }
  /// - Parameter color: The colour.
  /// - Returns: The text in it.
  public func foregroundColor(_ color: Color?) -> Text {
    changed { $0.look.foreground = color.map { AnyShapeStyle($0) } }
  }
  /// - Parameter style: The style.
  /// - Returns: The text in it.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
    changed { $0.look.foreground = AnyShapeStyle(paint(of: style, in: $0)) }
  }
}

extension AnyShapeStyle {
  /// A style that was looked up where it was set: levels count from there.
  init(_ paint: Paint) { self.init(resolve: { _ in paint }) }
}

/// How the lines of a text stand. Source: `SwiftUI.TextAlignment`.
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
  /// The text without its looks.
  @MainActor package var plainText: String {
    runs(in: EnvironmentValues().changed { $0.locale = OwnerLocale.current }).map(\.string).joined()
  }
}

extension Text: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}
