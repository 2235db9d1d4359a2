// SPDX-License-Identifier: Apache-2.0
package import BundleResources
public import Foundation
import WidgetModel

/// A colour, light and dark. Source: `UIKit.UIColor`, in the measure that widgets use.
public final class UIColor: NSObject, Sendable {
  package let color: NamedColor

  package init(_ color: NamedColor) { self.color = color }

  /// - Parameters:
  ///   - red: From 0 to 1.
  ///   - green: From 0 to 1.
  ///   - blue: From 0 to 1.
  ///   - alpha: From 0, clear, to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    func part(_ value: CGFloat) -> Double { min(max(Double(value), 0), 1) }
    color = NamedColor(Ink(part(red), part(green), part(blue), part(alpha)))
  }
  /// - Parameters:
  ///   - displayP3Red: From 0 to 1.
  ///   - green: From 0 to 1.
  ///   - blue: From 0 to 1.
  ///   - alpha: From 0, clear, to 1.
  public convenience init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: displayP3Red, green: green, blue: blue, alpha: alpha)
  }
  /// - Parameters:
  ///   - white: From 0, black, to 1.
  ///   - alpha: From 0, clear, to 1.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }
  /// - Parameters:
  ///   - hue: From 0 to 1.
  ///   - saturation: From 0 to 1.
  ///   - brightness: From 0 to 1.
  ///   - alpha: From 0, clear, to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    func part(_ shift: CGFloat) -> CGFloat {
      let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }
  /// - Parameter name: Of an asset of the app.
  public convenience init?(named name: String) { self.init(named: name, in: nil) }
  /// - Parameters:
  ///   - name: Of an asset.
  ///   - bundle: Where it is; the app's, unless given.
  public convenience init?(named name: String, in bundle: Bundle?) {
    guard let color = NamedColor(named: name, in: bundle ?? .main) else { return nil }
    self.init(color)
  }

  /// - Parameter alpha: From 0, clear, to 1.
  /// - Returns: The colour, so clear.
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
  /// Source: `UIKit`, `systemRed`.
  public static let systemRed = UIColor(SystemColors.red)
  /// Source: `UIKit`, `systemOrange`.
  public static let systemOrange = UIColor(SystemColors.orange)
  /// Source: `UIKit`, `systemYellow`.
  public static let systemYellow = UIColor(SystemColors.yellow)
  /// Source: `UIKit`, `systemGreen`.
  public static let systemGreen = UIColor(SystemColors.green)
  /// Source: `UIKit`, `systemMint`.
  public static let systemMint = UIColor(SystemColors.mint)
  /// Source: `UIKit`, `systemTeal`.
  public static let systemTeal = UIColor(SystemColors.teal)
  /// Source: `UIKit`, `systemCyan`.
  public static let systemCyan = UIColor(SystemColors.cyan)
  /// Source: `UIKit`, `systemBlue`.
  public static let systemBlue = UIColor(SystemColors.blue)
  /// Source: `UIKit`, `systemIndigo`.
  public static let systemIndigo = UIColor(SystemColors.indigo)
  /// Source: `UIKit`, `systemPurple`.
  public static let systemPurple = UIColor(SystemColors.purple)
  /// Source: `UIKit`, `systemPink`.
  public static let systemPink = UIColor(SystemColors.pink)
  /// Source: `UIKit`, `systemBrown`.
  public static let systemBrown = UIColor(SystemColors.brown)
  /// Source: `UIKit`, `systemGray`.
  public static let systemGray = UIColor(SystemColors.gray)
  /// Source: `UIKit`, `systemGray2`.
  public static let systemGray2 = UIColor(SystemColors.gray2)
  /// Source: `UIKit`, `systemGray3`.
  public static let systemGray3 = UIColor(SystemColors.gray3)
  /// Source: `UIKit`, `systemGray4`.
  public static let systemGray4 = UIColor(SystemColors.gray4)
  /// Source: `UIKit`, `systemGray5`.
  public static let systemGray5 = UIColor(SystemColors.gray5)
  /// Source: `UIKit`, `systemGray6`.
  public static let systemGray6 = UIColor(SystemColors.gray6)
  /// Source: `UIKit`, `tintColor`.
  public static let tintColor = UIColor(SystemColors.blue)
  /// Source: `UIKit`, `label`.
  public static let label = UIColor(SystemColors.label)
  /// Source: `UIKit`, `secondaryLabel`.
  public static let secondaryLabel = UIColor(SystemColors.secondaryLabel)
  /// Source: `UIKit`, `tertiaryLabel`.
  public static let tertiaryLabel = UIColor(SystemColors.tertiaryLabel)
  /// Source: `UIKit`, `quaternaryLabel`.
  public static let quaternaryLabel = UIColor(SystemColors.quaternaryLabel)
  /// Source: `UIKit`, `placeholderText`.
  public static let placeholderText = UIColor(SystemColors.placeholderText)
  /// Source: `UIKit`, `separator`.
  public static let separator = UIColor(SystemColors.separator)
  /// Source: `UIKit`, `opaqueSeparator`.
  public static let opaqueSeparator = UIColor(SystemColors.opaqueSeparator)
  /// Source: `UIKit`, `link`.
  public static let link = UIColor(SystemColors.link)
  /// Source: `UIKit`, `systemBackground`.
  public static let systemBackground = UIColor(SystemColors.background)
  /// Source: `UIKit`, `secondarySystemBackground`.
  public static let secondarySystemBackground = UIColor(SystemColors.secondaryBackground)
  /// Source: `UIKit`, `tertiarySystemBackground`.
  public static let tertiarySystemBackground = UIColor(SystemColors.tertiaryBackground)
  /// Source: `UIKit`, `systemGroupedBackground`.
  public static let systemGroupedBackground = UIColor(SystemColors.groupedBackground)
  /// Source: `UIKit`, `secondarySystemGroupedBackground`.
  public static let secondarySystemGroupedBackground = UIColor(SystemColors.secondaryGroupedBackground)
  /// Source: `UIKit`, `tertiarySystemGroupedBackground`.
  public static let tertiarySystemGroupedBackground = UIColor(SystemColors.tertiaryGroupedBackground)
  /// Source: `UIKit`, `systemFill`.
  public static let systemFill = UIColor(SystemColors.fill)
  /// Source: `UIKit`, `secondarySystemFill`.
  public static let secondarySystemFill = UIColor(SystemColors.secondaryFill)
  /// Source: `UIKit`, `tertiarySystemFill`.
  public static let tertiarySystemFill = UIColor(SystemColors.tertiaryFill)
  /// Source: `UIKit`, `quaternarySystemFill`.
  public static let quaternarySystemFill = UIColor(SystemColors.quaternaryFill)
  /// Source: `UIKit`, `white`.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Source: `UIKit`, `black`.
  public static let black = UIColor(white: 0, alpha: 1)
  /// Source: `UIKit`, `clear`.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// Source: `UIKit`, `darkGray`.
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  /// Source: `UIKit`, `gray`.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Source: `UIKit`, `lightGray`.
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  /// Source: `UIKit`, `red`.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Source: `UIKit`, `green`.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Source: `UIKit`, `blue`.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Source: `UIKit`, `cyan`.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Source: `UIKit`, `yellow`.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Source: `UIKit`, `magenta`.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Source: `UIKit`, `orange`.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Source: `UIKit`, `purple`.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Source: `UIKit`, `brown`.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
}
