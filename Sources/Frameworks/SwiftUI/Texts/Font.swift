// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// The font of texts. Source: `SwiftUI.Font`.
public struct Font: Hashable, Sendable {
  /// The purpose of a text, whose size follows the person's preference. Source: `SwiftUI.Font.TextStyle`.
  public enum TextStyle: CaseIterable, Sendable, Hashable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

    /// The size in points where texts are `large`. Source: Apple's Human Interface Guidelines, typography.
    var size: Double {
      switch self {
      case .largeTitle: 34
      case .title: 28
      case .title2: 22
      case .title3: 20
      case .headline, .body: 17
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption: 12
      case .caption2: 11
      }
    }
  }

  /// The weight of letters. Source: `SwiftUI.Font.Weight`.
  public struct Weight: Hashable, Sendable {
    let value: UInt16
    /// The weight 200 of CSS. Source: `SwiftUI`, `ultraLight`.
    public static let ultraLight = Weight(value: 200)
    /// The weight 100 of CSS. Source: `SwiftUI`, `thin`.
    public static let thin = Weight(value: 100)
    /// The weight 300 of CSS. Source: `SwiftUI`, `light`.
    public static let light = Weight(value: 300)
    /// The weight 400 of CSS. Source: `SwiftUI`, `regular`.
    public static let regular = Weight(value: 400)
    /// The weight 500 of CSS. Source: `SwiftUI`, `medium`.
    public static let medium = Weight(value: 500)
    /// The weight 600 of CSS. Source: `SwiftUI`, `semibold`.
    public static let semibold = Weight(value: 600)
    /// The weight 700 of CSS. Source: `SwiftUI`, `bold`.
    public static let bold = Weight(value: 700)
    /// The weight 800 of CSS. Source: `SwiftUI`, `heavy`.
    public static let heavy = Weight(value: 800)
    /// The weight 900 of CSS. Source: `SwiftUI`, `black`.
    public static let black = Weight(value: 900)
  }

  /// The design of letters. Source: `SwiftUI.Font.Design`.
  public enum Design: Hashable, Sendable {
    case `default`, serif, rounded, monospaced
    var model: Typeface.Design {
      switch self {
      case .default: .standard
      case .serif: .serif
      case .rounded: .rounded
      case .monospaced: .monospaced
      }
    }
  }

  /// The distance between the lines of a text. Source: `SwiftUI.Font.Leading`.
  public enum Leading: Hashable, Sendable { case standard, tight, loose }

  package enum Trait: Hashable, Sendable { case bold, italic, monospacedDigits, monospaced }

  private enum Measure: Hashable, Sendable {
    case style(TextStyle)
    case points(Double)
    /// Points where texts are `large`, which grow with the style.
    case growing(Double, TextStyle)
  }

  private var measure: Measure
  private var weightValue: Weight?
  private var designValue = Design.default
  private var family: String?
  private var traits: Set<Trait> = []

  private init(_ measure: Measure, weight: Weight? = nil, design: Design? = nil) {
    (self.measure, weightValue, designValue) = (measure, weight, design ?? .default)
  }

  /// The font of large titles. Source: `SwiftUI`, `largeTitle`.
  public static let largeTitle = Font(.style(.largeTitle))
  /// The font of titles of the first level. Source: `SwiftUI`, `title`.
  public static let title = Font(.style(.title))
  /// The font of titles of the second level. Source: `SwiftUI`, `title2`.
  public static let title2 = Font(.style(.title2))
  /// The font of titles of the third level. Source: `SwiftUI`, `title3`.
  public static let title3 = Font(.style(.title3))
  /// The font of headings. Source: `SwiftUI`, `headline`.
  public static let headline = Font(.style(.headline))
  /// The font of subheadings. Source: `SwiftUI`, `subheadline`.
  public static let subheadline = Font(.style(.subheadline))
  /// The font of texts that are read.
  public static let body = Font(.style(.body))
  /// The font of callouts. Source: `SwiftUI`, `callout`.
  public static let callout = Font(.style(.callout))
  /// The font of footnotes. Source: `SwiftUI`, `footnote`.
  public static let footnote = Font(.style(.footnote))
  /// The font of captions. Source: `SwiftUI`, `caption`.
  public static let caption = Font(.style(.caption))
  /// The font of smaller captions. Source: `SwiftUI`, `caption2`.
  public static let caption2 = Font(.style(.caption2))

  /// The system's font of a text style.
  ///
  /// - Parameters:
  ///   - style: The purpose of the text.
  ///   - design: The design of letters.
  ///   - weight: The weight of letters.
  /// - Returns: The changed font.
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font(.style(style), weight: weight, design: design)
  }

  /// The system's font of a size.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - weight: The weight of letters.
  ///   - design: The design of letters.
  /// - Returns: The changed font.
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(.points(Double(size)), weight: weight, design: design)
  }

  /// A font of the machine by its name. Source: `SwiftUI`, `custom`.
  ///
  /// The name is of a family or, as PostScript has them, of a family and a style (`AvenirNext-DemiBold`). Fontconfig finds the family, or
  /// one that stands for it; where there is none, the text is in the system's face. Font files of a bundle are not read.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - size: The size in points, which follows the person's preference as that of body texts does.
  /// - Returns: The font.
  public static func custom(_ name: String, size: CGFloat) -> Font { custom(name, size: size, relativeTo: .body) }
  /// A font of the machine by its name, which grows with a text style. Source: `SwiftUI`, `custom`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - size: The size in points where texts are `large`.
  ///   - textStyle: The style that it grows with.
  /// - Returns: The font.
  public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
    named(name, .growing(Double(size), textStyle))
  }
  /// A font of the machine by its name, in one size. Source: `SwiftUI`, `custom`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - fixedSize: The size in points.
  /// - Returns: The font.
  public static func custom(_ name: String, fixedSize: CGFloat) -> Font { named(name, .points(Double(fixedSize))) }

  private static func named(_ name: String, _ measure: Measure) -> Font {
    let name = FontName(name)
    var font = Font(measure, weight: name.weight.map { Weight(value: $0) })
    font.family = Typeface.family(name.family)
    if name.isItalic { font.traits.insert(.italic) }
    return font
  }

  private func changed(_ change: (inout Font) -> Void) -> Font {
    var font = self
    change(&font)
    return font
  }

  /// Changes the weight of the font.
  ///
  /// - Parameter weight: The weight of letters.
  /// - Returns: The changed font.
  public func weight(_ weight: Weight) -> Font { changed { $0.weightValue = weight } }
  /// Makes the font bold.
  ///
  /// - Returns: The bold font.
  public func bold() -> Font { changed { $0.traits.insert(.bold) } }
  /// Makes the font italic.
  ///
  /// - Returns: The italic font.
  public func italic() -> Font { changed { $0.traits.insert(.italic) } }
  /// Gives every digit of the font the same width.
  ///
  /// - Returns: The font with digits of one width.
  public func monospacedDigit() -> Font { changed { $0.traits.insert(.monospacedDigits) } }
  /// Gives every letter of the font the same width.
  ///
  /// - Returns: The font with letters of one width.
  public func monospaced() -> Font { changed { $0.designValue = .monospaced } }
  /// Accepts the distance between lines; the font's own is used.
  ///
  /// - Parameter leading: The distance between lines.
  /// - Returns: The changed font.
  public func leading(_ leading: Leading) -> Font { self }

  package func typeface(in environment: EnvironmentValues) -> Typeface { face(in: environment) }

  func face(in environment: EnvironmentValues) -> Typeface {
    let traits = traits.union(environment.look.traits)
    let (size, isHeadline) =
      switch measure {
      case .points(let points): (points, false)
      case .growing(let points, let style): (points * style.growth(at: environment.dynamicTypeSize), false)
      case .style(let style): (style.size * environment.dynamicTypeSize.factor, style == .headline)
      }
    let design = environment.look.design ?? designValue
    var weight = environment.look.weight ?? weightValue ?? (isHeadline ? .semibold : .regular)
    if traits.contains(.bold) && weight.value < Weight.bold.value { weight = .bold }
    return Typeface(
      size: max(size, 1), weight: weight.value, design: traits.contains(.monospaced) ? .monospaced : design.model,
      isItalic: traits.contains(.italic), digits: traits.contains(.monospacedDigits) ? .monospaced : .proportional,
      family: family)
  }
}

extension Font.TextStyle {
  /// The factor by which lengths grow with texts of this style.
  package func growth(at size: DynamicTypeSize) -> Double { size.factor }
}

extension DynamicTypeSize {
  /// The factor of body texts relative to `large`. Source: Apple's Human Interface Guidelines, typography.
  var factor: Double {
    let body: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    return body[Int(model.rawValue) - 1] / 17
  }
}
