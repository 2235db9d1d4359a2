// SPDX-License-Identifier: Apache-2.0
package import BundleResources
public import Foundation
import WidgetModel

/// A colour with a light and a dark appearance. Source: `UIKit.UIColor`, in the measure that widgets use.
public final class UIColor: NSObject, Sendable {
  package let color: NamedColor

  package init(_ color: NamedColor) { self.color = color }

  /// A colour of red, green and blue in the sRGB colour space.
  ///
  /// - Parameters:
  ///   - red: The component, from 0 to 1.
  ///   - green: The component, from 0 to 1.
  ///   - blue: The component, from 0 to 1.
  ///   - alpha: The opacity, from 0 to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func part(_ value: CGFloat) -> Double { min(max(Double(value), 0), 1) }
    color = NamedColor(Ink(part(red), part(green), part(blue), part(alpha)))
  }
  /// A colour of the components of Display P3, which are taken as sRGB's here.
  ///
  /// - Parameters:
  ///   - displayP3Red: The component, from 0 to 1.
  ///   - green: The component, from 0 to 1.
  ///   - blue: The component, from 0 to 1.
  ///   - alpha: The opacity, from 0 to 1.
  public convenience init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: displayP3Red, green: green, blue: blue, alpha: alpha)
  }
  /// A shade of grey.
  ///
  /// - Parameters:
  ///   - white: The brightness, from 0, black, to 1.
  ///   - alpha: The opacity, from 0 to 1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }
  /// A colour of hue, saturation and brightness.
  ///
  /// - Parameters:
  ///   - hue: The component, from 0 to 1.
  ///   - saturation: The component, from 0 to 1.
  ///   - brightness: The component, from 0 to 1.
  ///   - alpha: The opacity, from 0 to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func part(_ shift: CGFloat) -> CGFloat {
      let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }
  /// A colour of the app's asset catalog; nil if it has none of that name.
  ///
  /// - Parameter name: The name of a colour in the app's catalog.
  public convenience init?(named name: String) { self.init(named: name, in: nil) }
  /// A colour of a bundle's asset catalog; nil if it has none of that name.
  ///
  /// - Parameters:
  ///   - name: The name of a colour in the catalog.
  ///   - bundle: The bundle of the catalog; the app's, unless given.
  public convenience init?(named name: String, in bundle: Bundle?) {
    guard let color = NamedColor(named: name, in: bundle ?? .main) else { return nil }
    self.init(color)
  }

  /// The colour with another opacity.
  ///
  /// - Parameter alpha: The opacity, from 0 to 1.
  /// - Returns: The colour with that opacity.
  public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    func changed(_ ink: Ink) -> Ink { Ink(ink.red, ink.green, ink.blue, min(max(Double(alpha), 0), 1)) }
    return UIColor(NamedColor(changed(color.light), dark: changed(color.dark)))
  }

  /// Whether both look the same.
  public override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.color == color }
  /// Equal for what is equal.
  public override var hash: Int { color.hashValue }
}

// Names and values of Apple's.
extension UIColor {
  /// The system's red, which is another in light and in dark. Source: `UIKit`, `systemRed`.
  public static let systemRed = UIColor(SystemColors.red)
  /// The system's orange, which is another in light and in dark. Source: `UIKit`, `systemOrange`.
  public static let systemOrange = UIColor(SystemColors.orange)
  /// The system's yellow, which is another in light and in dark. Source: `UIKit`, `systemYellow`.
  public static let systemYellow = UIColor(SystemColors.yellow)
  /// The system's green, which is another in light and in dark. Source: `UIKit`, `systemGreen`.
  public static let systemGreen = UIColor(SystemColors.green)
  /// The system's mint, which is another in light and in dark. Source: `UIKit`, `systemMint`.
  public static let systemMint = UIColor(SystemColors.mint)
  /// The system's teal, which is another in light and in dark. Source: `UIKit`, `systemTeal`.
  public static let systemTeal = UIColor(SystemColors.teal)
  /// The system's cyan, which is another in light and in dark. Source: `UIKit`, `systemCyan`.
  public static let systemCyan = UIColor(SystemColors.cyan)
  /// The system's blue, which is another in light and in dark. Source: `UIKit`, `systemBlue`.
  public static let systemBlue = UIColor(SystemColors.blue)
  /// The system's indigo, which is another in light and in dark. Source: `UIKit`, `systemIndigo`.
  public static let systemIndigo = UIColor(SystemColors.indigo)
  /// The system's purple, which is another in light and in dark. Source: `UIKit`, `systemPurple`.
  public static let systemPurple = UIColor(SystemColors.purple)
  /// The system's pink, which is another in light and in dark. Source: `UIKit`, `systemPink`.
  public static let systemPink = UIColor(SystemColors.pink)
  /// The system's brown, which is another in light and in dark. Source: `UIKit`, `systemBrown`.
  public static let systemBrown = UIColor(SystemColors.brown)
  /// The system's grey, which is another in light and in dark. Source: `UIKit`, `systemGray`.
  public static let systemGray = UIColor(SystemColors.gray)
  /// The system's grey number 2, which is nearer to the background the higher its number. Source: `UIKit`,
  /// `systemGray2`.
  public static let systemGray2 = UIColor(SystemColors.gray2)
  /// The system's grey number 3, which is nearer to the background the higher its number. Source: `UIKit`,
  /// `systemGray3`.
  public static let systemGray3 = UIColor(SystemColors.gray3)
  /// The system's grey number 4, which is nearer to the background the higher its number. Source: `UIKit`,
  /// `systemGray4`.
  public static let systemGray4 = UIColor(SystemColors.gray4)
  /// The system's grey number 5, which is nearer to the background the higher its number. Source: `UIKit`,
  /// `systemGray5`.
  public static let systemGray5 = UIColor(SystemColors.gray5)
  /// The system's grey number 6, which is nearer to the background the higher its number. Source: `UIKit`,
  /// `systemGray6`.
  public static let systemGray6 = UIColor(SystemColors.gray6)
  /// The colour of controls, which is the system's blue. Source: `UIKit`, `tintColor`.
  public static let tintColor = UIColor(SystemColors.blue)
  /// The colour of primary text. Source: `UIKit`, `label`.
  public static let label = UIColor(SystemColors.label)
  /// The colour of secondary text. Source: `UIKit`, `secondaryLabel`.
  public static let secondaryLabel = UIColor(SystemColors.secondaryLabel)
  /// The colour of tertiary text. Source: `UIKit`, `tertiaryLabel`.
  public static let tertiaryLabel = UIColor(SystemColors.tertiaryLabel)
  /// The colour of quaternary text. Source: `UIKit`, `quaternaryLabel`.
  public static let quaternaryLabel = UIColor(SystemColors.quaternaryLabel)
  /// The colour of text in empty fields. Source: `UIKit`, `placeholderText`.
  public static let placeholderText = UIColor(SystemColors.placeholderText)
  /// The colour of thin lines through which content shows. Source: `UIKit`, `separator`.
  public static let separator = UIColor(SystemColors.separator)
  /// The colour of thin lines through which nothing shows. Source: `UIKit`, `opaqueSeparator`.
  public static let opaqueSeparator = UIColor(SystemColors.opaqueSeparator)
  /// The colour of links. Source: `UIKit`, `link`.
  public static let link = UIColor(SystemColors.link)
  /// The colour of the main background. Source: `UIKit`, `systemBackground`.
  public static let systemBackground = UIColor(SystemColors.background)
  /// The colour of content on the main background. Source: `UIKit`, `secondarySystemBackground`.
  public static let secondarySystemBackground = UIColor(SystemColors.secondaryBackground)
  /// The colour of content on the secondary background. Source: `UIKit`, `tertiarySystemBackground`.
  public static let tertiarySystemBackground = UIColor(SystemColors.tertiaryBackground)
  /// The colour of the main background of grouped content. Source: `UIKit`, `systemGroupedBackground`.
  public static let systemGroupedBackground = UIColor(SystemColors.groupedBackground)
  /// The colour of content on the grouped background. Source: `UIKit`, `secondarySystemGroupedBackground`.
  public static let secondarySystemGroupedBackground = UIColor(SystemColors.secondaryGroupedBackground)
  /// The colour of content on the secondary grouped background. Source: `UIKit`, `tertiarySystemGroupedBackground`.
  public static let tertiarySystemGroupedBackground = UIColor(SystemColors.tertiaryGroupedBackground)
  /// The fill colour of thin and small shapes. Source: `UIKit`, `systemFill`.
  public static let systemFill = UIColor(SystemColors.fill)
  /// The fill colour of medium shapes. Source: `UIKit`, `secondarySystemFill`.
  public static let secondarySystemFill = UIColor(SystemColors.secondaryFill)
  /// The fill colour of large shapes. Source: `UIKit`, `tertiarySystemFill`.
  public static let tertiarySystemFill = UIColor(SystemColors.tertiaryFill)
  /// The fill colour of large areas with complex content. Source: `UIKit`, `quaternarySystemFill`.
  public static let quaternarySystemFill = UIColor(SystemColors.quaternaryFill)
  /// White, which is the same in light and dark. Source: `UIKit`, `white`.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Black, which is the same in light and dark. Source: `UIKit`, `black`.
  public static let black = UIColor(white: 0, alpha: 1)
  /// The fully transparent colour. Source: `UIKit`, `clear`.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// A grey of one third white. Source: `UIKit`, `darkGray`.
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  /// A grey of one half white. Source: `UIKit`, `gray`.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// A grey of two thirds white. Source: `UIKit`, `lightGray`.
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  /// Red, which is the same in light and dark. Source: `UIKit`, `red`.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Green, which is the same in light and dark. Source: `UIKit`, `green`.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Blue, which is the same in light and dark. Source: `UIKit`, `blue`.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Cyan, which is the same in light and dark. Source: `UIKit`, `cyan`.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Yellow, which is the same in light and dark. Source: `UIKit`, `yellow`.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Magenta, which is the same in light and dark. Source: `UIKit`, `magenta`.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Orange, which is the same in light and dark. Source: `UIKit`, `orange`.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Purple, which is the same in light and dark. Source: `UIKit`, `purple`.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Brown, which is the same in light and dark. Source: `UIKit`, `brown`.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
}
