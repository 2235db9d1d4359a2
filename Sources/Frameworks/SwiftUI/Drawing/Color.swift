// SPDX-License-Identifier: Apache-2.0
package import BundleResources
public import Foundation
public import UIKitDrawing
package import WidgetModel

/// A colour. Source: `SwiftUI.Color`.
public struct Color: ShapeStyle, Hashable, Sendable {

  /// How the parts of a colour are to be taken.
  public enum RGBColorSpace: Sendable, Hashable { case sRGB, sRGBLinear, displayP3 }

  let light: Ink
  let dark: Ink

  init(_ light: Ink, dark: Ink? = nil) { (self.light, self.dark) = (light, dark ?? light) }

  package init(_ named: NamedColor) { self.init(named.light, dark: named.dark) }

  /// - Parameters:
  ///   - name: Of a colour in the bundle's asset catalogues. Where there is none of this name, nothing is drawn.
  ///   - bundle: The bundle; the app's, unless given.
  public init(_ name: String, bundle: Bundle? = nil) {
    guard let color = NamedColor(named: name, in: bundle ?? .main) else {
      BundleRemarks.say("there is no colour '\(name)' in the bundle")
      self.init(Ink.clear)
      return
    }
    self.init(color)
  }
  /// - Parameter resource: A colour in the asset catalogues.
  public init(_ resource: ColorResource) { self.init(resource.name, bundle: resource.bundle) }
  /// - Parameter uiColor: The colour.
  public init(uiColor: UIColor) { self.init(uiColor.color) }
  /// - Parameter color: The colour.
  public init(_ color: UIColor) { self.init(color.color) }

  /// - Parameters:
  ///   - colorSpace: How the parts are to be taken.
  ///   - red: From 0 to 1.
  ///   - green: From 0 to 1.
  ///   - blue: From 0 to 1.
  ///   - opacity: From 0 to 1.
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
  ) {
    func part(_ value: Double) -> Double {
      let value = min(max(value, 0), 1)
      guard colorSpace == .sRGBLinear else { return value }
      return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
    self.init(Ink(part(red), part(green), part(blue), min(max(opacity, 0), 1)))
  }

  /// - Parameters:
  ///   - colorSpace: How the part is to be taken.
  ///   - white: From 0, black, to 1.
  ///   - opacity: From 0 to 1.
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
  }

  /// - Parameters:
  ///   - hue: From 0 to 1.
  ///   - saturation: From 0 to 1.
  ///   - brightness: From 0 to 1.
  ///   - opacity: From 0 to 1.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    func part(_ shift: Double) -> Double {
      let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), opacity: opacity)
  }

  /// The colour, seen through.
  ///
  /// - Parameter opacity: From 0 to 1.
  /// - Returns: The colour.
  public func opacity(_ opacity: Double) -> Color {
    Color(light.faded(by: min(max(opacity, 0), 1)), dark: dark.faded(by: min(max(opacity, 0), 1)))
  }

  /// The colour from a little lighter to itself.
  public var gradient: AnyGradient { AnyGradient(self) }

  func ink(_ scheme: ColorScheme) -> Ink { scheme == .dark ? dark : light }

  @MainActor package func nodes(in context: ViewContext) -> [WidgetNode] {
    [.paint(.ink(ink(context.environment.colorScheme)))]
  }

  package func paint(in environment: EnvironmentValues) -> Paint { .ink(ink(environment.colorScheme)) }

  func lightened(_ by: Double) -> Color {
    func change(_ ink: Ink) -> Ink {
      Ink(ink.red + (1 - ink.red) * by, ink.green + (1 - ink.green) * by, ink.blue + (1 - ink.blue) * by, ink.opacity)
    }
    return Color(change(light), dark: change(dark))
  }
}

extension Color {
  /// Source: `SwiftUI`, `red`.
  public static let red = Color(SystemColors.red)
  /// Source: `SwiftUI`, `orange`.
  public static let orange = Color(SystemColors.orange)
  /// Source: `SwiftUI`, `yellow`.
  public static let yellow = Color(SystemColors.yellow)
  /// Source: `SwiftUI`, `green`.
  public static let green = Color(SystemColors.green)
  /// Source: `SwiftUI`, `mint`.
  public static let mint = Color(SystemColors.mint)
  /// Source: `SwiftUI`, `teal`.
  public static let teal = Color(SystemColors.teal)
  /// Source: `SwiftUI`, `cyan`.
  public static let cyan = Color(SystemColors.cyan)
  /// Source: `SwiftUI`, `blue`.
  public static let blue = Color(SystemColors.blue)
  /// Source: `SwiftUI`, `indigo`.
  public static let indigo = Color(SystemColors.indigo)
  /// Source: `SwiftUI`, `purple`.
  public static let purple = Color(SystemColors.purple)
  /// Source: `SwiftUI`, `pink`.
  public static let pink = Color(SystemColors.pink)
  /// Source: `SwiftUI`, `brown`.
  public static let brown = Color(SystemColors.brown)
  /// Source: `SwiftUI`, `gray`.
  public static let gray = Color(SystemColors.gray)
  /// Source: `SwiftUI`, `white`.
  public static let white = Color(Ink.white)
  /// Source: `SwiftUI`, `black`.
  public static let black = Color(Ink.black)
  /// Source: `SwiftUI`, `clear`.
  public static let clear = Color(Ink.clear)
  /// Of texts.
  public static let primary = Color(Ink.black, dark: Ink.white)
  /// Of texts beside others.
  public static let secondary = Color(Ink(0.235, 0.235, 0.263, 0.6), dark: Ink(0.922, 0.922, 0.961, 0.6))
  /// Of what can be touched, unless a tint says otherwise: `AccentColor` of the app's asset catalogues, else blue.
  public static let accentColor = NamedColor(named: "AccentColor", in: .main).map { Color($0) } ?? blue
  package static let widgetBackground = Color(Ink.white, dark: Ink(0.11, 0.11, 0.118))
}

extension Color: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}

extension UIColor {
  /// - Parameter color: The colour.
  public convenience init(_ color: Color) { self.init(NamedColor(color.light, dark: color.dark)) }
}

/// A colour of an asset catalogue. Source: `DeveloperToolsSupport.ColorResource`.
public struct ColorResource: Hashable, Sendable {
  let name: String
  let bundle: Bundle
  /// Apple's initializer.
  public init(name: String, bundle: Bundle) { (self.name, self.bundle) = (name, bundle) }
}
