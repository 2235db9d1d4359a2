// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// The face of texts. Source: `SwiftUI.Font`.
public struct Font: Hashable, Sendable {
  /// What a text is for: sizes follow what the person wants. Source: `SwiftUI.Font.TextStyle`.
  public enum TextStyle: CaseIterable, Sendable, Hashable {
    case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

    /// At the size `large`: Apple's Human Interface Guidelines, typography.
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

  /// How heavy letters are. Source: `SwiftUI.Font.Weight`.
  public struct Weight: Hashable, Sendable {
    let value: UInt16
    /// Source: `SwiftUI`, `ultraLight`.
    public static let ultraLight = Weight(value: 200)
    /// Source: `SwiftUI`, `thin`.
    public static let thin = Weight(value: 100)
    /// Source: `SwiftUI`, `light`.
    public static let light = Weight(value: 300)
    /// Source: `SwiftUI`, `regular`.
    public static let regular = Weight(value: 400)
    /// Source: `SwiftUI`, `medium`.
    public static let medium = Weight(value: 500)
    /// Source: `SwiftUI`, `semibold`.
    public static let semibold = Weight(value: 600)
    /// Source: `SwiftUI`, `bold`.
    public static let bold = Weight(value: 700)
    /// Source: `SwiftUI`, `heavy`.
    public static let heavy = Weight(value: 800)
    /// Source: `SwiftUI`, `black`.
    public static let black = Weight(value: 900)
  }

  /// The form of letters. Source: `SwiftUI.Font.Design`.
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

  /// Source: `SwiftUI.Font.Leading`.
  public enum Leading: Hashable, Sendable { case standard, tight, loose }

  package enum Trait: Hashable, Sendable { case bold, italic, monospacedDigits, monospaced }

  private enum Measure: Hashable, Sendable {
    case style(TextStyle)
    case points(Double)
  }

  private var measure: Measure
  private var weightValue: Weight?
  private var designValue = Design.default
  private var traits: Set<Trait> = []

  private init(_ measure: Measure, weight: Weight? = nil, design: Design? = nil) {
    (self.measure, weightValue, designValue) = (measure, weight, design ?? .default)
  }

  /// Source: `SwiftUI`, `largeTitle`.
  public static let largeTitle = Font(.style(.largeTitle))
  /// Source: `SwiftUI`, `title`.
  public static let title = Font(.style(.title))
  /// Source: `SwiftUI`, `title2`.
  public static let title2 = Font(.style(.title2))
  /// Source: `SwiftUI`, `title3`.
  public static let title3 = Font(.style(.title3))
  /// Source: `SwiftUI`, `headline`.
  public static let headline = Font(.style(.headline))
  /// Source: `SwiftUI`, `subheadline`.
  public static let subheadline = Font(.style(.subheadline))
  /// It has none: it is drawn as it is.
  public static let body = Font(.style(.body))
  /// Source: `SwiftUI`, `callout`.
  public static let callout = Font(.style(.callout))
  /// Source: `SwiftUI`, `footnote`.
  public static let footnote = Font(.style(.footnote))
  /// Source: `SwiftUI`, `caption`.
  public static let caption = Font(.style(.caption))
  /// Source: `SwiftUI`, `caption2`.
  public static let caption2 = Font(.style(.caption2))

  /// - Parameters:
  ///   - style: What the text is for.
  ///   - design: The form of letters.
  ///   - weight: How heavy they are.
  /// - Returns: The face.
  public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
    Font(.style(style), weight: weight, design: design)
  }

  /// - Parameters:
  ///   - size: In points.
  ///   - weight: How heavy letters are.
  ///   - design: Their form.
  /// - Returns: The face.
  public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
    Font(.points(Double(size)), weight: weight, design: design)
  }

  private func changed(_ change: (inout Font) -> Void) -> Font {
    var font = self
    change(&font)
    return font
  }

  /// - Parameter weight: How heavy letters are.
  /// - Returns: The face.
  public func weight(_ weight: Weight) -> Font { changed { $0.weightValue = weight } }
  /// - Returns: The face in bold letters.
  public func bold() -> Font { changed { $0.traits.insert(.bold) } }
  /// - Returns: The face, leaning.
  public func italic() -> Font { changed { $0.traits.insert(.italic) } }
  /// - Returns: The face with digits of one width.
  public func monospacedDigit() -> Font { changed { $0.traits.insert(.monospacedDigits) } }
  /// - Returns: The face with letters of one width.
  public func monospaced() -> Font { changed { $0.designValue = .monospaced } }
  /// - Parameter leading: How far lines are from each other: as the face has it, here.
  /// - Returns: The face.
  public func leading(_ leading: Leading) -> Font { self }

  package func typeface(in environment: EnvironmentValues) -> Typeface { face(in: environment) }

  func face(in environment: EnvironmentValues) -> Typeface {
    let traits = traits.union(environment.look.traits)
    let (size, isHeadline) =
      switch measure {
      case .points(let points): (points, false)
      case .style(let style): (style.size * environment.dynamicTypeSize.factor, style == .headline)
      }
    let design = environment.look.design ?? designValue
    var weight = environment.look.weight ?? weightValue ?? (isHeadline ? .semibold : .regular)
    if traits.contains(.bold) && weight.value < Weight.bold.value { weight = .bold }
    return Typeface(
      size: max(size, 1), weight: weight.value, design: traits.contains(.monospaced) ? .monospaced : design.model,
      isItalic: traits.contains(.italic), digits: traits.contains(.monospacedDigits) ? .monospaced : .proportional)
  }
}

extension Font.TextStyle {
  /// How much larger what goes with such texts is at a size.
  package func growth(at size: DynamicTypeSize) -> Double { size.factor }
}

extension DynamicTypeSize {
  /// Of a body text, against `large`. Source: Apple's Human Interface Guidelines, typography.
  var factor: Double {
    let body: [Double] = [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
    return body[Int(model.rawValue) - 1] / 17
  }
}
