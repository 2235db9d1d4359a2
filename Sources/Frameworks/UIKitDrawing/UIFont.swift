// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A font by its size, weight and measures. Source: `UIKit.UIFont`, in the measure that widgets compute with.
///
/// The measures are those of Apple's system font, whatever face the machine has: a widget is laid out for them.
public final class UIFont: NSObject, Sendable {
  /// The weight of letters. Source: `UIKit.UIFont.Weight`.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The number of the weight, from -1 to 1; 0 is regular.
    public let rawValue: CGFloat
    /// A weight of a number.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// A weight of a number.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    /// The weight ultraLight. Source: `UIKit`, `ultraLight`.
    public static let ultraLight = Weight(-0.8)
    /// The weight thin. Source: `UIKit`, `thin`.
    public static let thin = Weight(-0.6)
    /// The weight light. Source: `UIKit`, `light`.
    public static let light = Weight(-0.4)
    /// The weight regular. Source: `UIKit`, `regular`.
    public static let regular = Weight(0)
    /// The weight medium. Source: `UIKit`, `medium`.
    public static let medium = Weight(0.23)
    /// The weight semibold. Source: `UIKit`, `semibold`.
    public static let semibold = Weight(0.3)
    /// The weight bold. Source: `UIKit`, `bold`.
    public static let bold = Weight(0.4)
    /// The weight heavy. Source: `UIKit`, `heavy`.
    public static let heavy = Weight(0.56)
    /// The weight black. Source: `UIKit`, `black`.
    public static let black = Weight(0.62)
  }

  /// The purpose of a text. Source: `UIKit.UIFont.TextStyle`.
  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    /// The name of the purpose.
    public let rawValue: String
    /// A purpose by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The purpose of large titles. Source: `UIKit`, `largeTitle`.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// The purpose of titles of the first level. Source: `UIKit`, `title1`.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// The purpose of titles of the second level. Source: `UIKit`, `title2`.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// The purpose of titles of the third level. Source: `UIKit`, `title3`.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// The purpose of headings. Source: `UIKit`, `headline`.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// The purpose of subheadings. Source: `UIKit`, `subheadline`.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// The purpose of texts that are read. Source: `UIKit`, `body`.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// The purpose of callouts. Source: `UIKit`, `callout`.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// The purpose of footnotes. Source: `UIKit`, `footnote`.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// The purpose of captions. Source: `UIKit`, `caption1`.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// The purpose of smaller captions. Source: `UIKit`, `caption2`.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    /// The size in points where texts are `large`. Source: Apple's Human Interface Guidelines, typography.
    fileprivate var points: CGFloat {
      switch self {
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      default: 17
      }
    }
  }

  package enum Design: Sendable { case standard, monospaced, monospacedDigits, italic }

  /// The size in points.
  public let pointSize: CGFloat
  package let weight: Weight
  package let design: Design

  /// The number of the weight nearest to it: CSS's, as `SwiftUI.Font` has them.
  package var number: UInt16 {
    let numbers: [(Weight, UInt16)] = [
      (.ultraLight, 200), (.thin, 100), (.light, 300), (.regular, 400), (.medium, 500), (.semibold, 600), (.bold, 700),
      (.heavy, 800), (.black, 900),
    ]
    func distance(_ other: Weight) -> CGFloat { abs(other.rawValue - weight.rawValue) }
    return numbers.min { distance($0.0) < distance($1.0) }?.1 ?? 400
  }

  private init(_ size: CGFloat, _ weight: Weight, _ design: Design = .standard) {
    // As there: a size of nothing is the system's.
    (pointSize, self.weight, self.design) = (size > 0 ? size : UIFont.systemFontSize, weight, design)
  }

  /// The size of texts of the system: 14.
  public static var systemFontSize: CGFloat { 14 }
  /// The size of small texts of the system: 12.
  public static var smallSystemFontSize: CGFloat { 12 }
  /// The size of labels of the system: 17.
  public static var labelFontSize: CGFloat { 17 }

  /// The system's font.
  ///
  /// - Parameters:
  ///   - fontSize: The size in points.
  ///   - weight: The weight of letters.
  /// - Returns: The font.
  public static func systemFont(ofSize fontSize: CGFloat, weight: Weight = .regular) -> UIFont {
    UIFont(fontSize, weight)
  }
  /// The system's bold font.
  ///
  /// - Parameter fontSize: The size in points.
  /// - Returns: The font.
  public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(fontSize, .semibold) }
  /// The system's italic font.
  ///
  /// - Parameter fontSize: The size in points.
  /// - Returns: The font.
  public static func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(fontSize, .regular, .italic) }
  /// The system's font with letters of one width.
  ///
  /// - Parameters:
  ///   - fontSize: The size in points.
  ///   - weight: The weight of letters.
  /// - Returns: The font.
  public static func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(fontSize, weight, .monospaced)
  }
  /// The system's font with digits of one width.
  ///
  /// - Parameters:
  ///   - fontSize: The size in points.
  ///   - weight: The weight of letters.
  /// - Returns: The font.
  public static func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(fontSize, weight, .monospacedDigits)
  }
  /// The system's font of a purpose, as where texts are `large`: UIKit's fonts know nothing of the person's preference here.
  ///
  /// - Parameter style: The purpose.
  /// - Returns: The font.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont(style.points, style == .headline ? .semibold : .regular)
  }
  /// The same font in another size.
  ///
  /// - Parameter fontSize: The size in points.
  /// - Returns: The font.
  public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(fontSize, weight, design) }

  // Parts of the size. Source: the tables `hhea` and `OS/2` of Apple's system font.

  /// The height above the line on which letters stand.
  public var ascender: CGFloat { pointSize * 0.952148 }
  /// The depth below that line, less than 0.
  public var descender: CGFloat { -pointSize * 0.241211 }
  /// The space between lines beside that: none.
  public var leading: CGFloat { 0 }
  /// The height of capitals.
  public var capHeight: CGFloat { pointSize * 0.704590 }
  /// The height of an x.
  public var xHeight: CGFloat { pointSize * 0.526367 }
  /// The height of a line.
  public var lineHeight: CGFloat { ascender - descender }

  /// Whether both are one font.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return pointSize == other.pointSize && weight == other.weight && design == other.design
  }
  /// Equal for what is equal.
  public override var hash: Int { pointSize.hashValue }
}
