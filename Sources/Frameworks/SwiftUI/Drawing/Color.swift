// SPDX-License-Identifier: Apache-2.0
package import BundleResources
public import Foundation
public import UIKitDrawing
package import WidgetModel

/// A colour. Source: `SwiftUI.Color`.
public struct Color: ShapeStyle, Hashable, Sendable {

  /// The colour space in which components are given.
  public enum RGBColorSpace: Sendable, Hashable { case sRGB, sRGBLinear, displayP3 }

  let light: Ink
  let dark: Ink

  init(_ light: Ink, dark: Ink? = nil) { (self.light, self.dark) = (light, dark ?? light) }

  package init(_ named: NamedColor) { self.init(named.light, dark: named.dark) }

  /// A colour of an asset catalogue, by its name.
  ///
  /// - Parameters:
  ///   - name: The name of a colour in the bundle's asset catalogues. Without one, nothing is drawn.
  ///   - bundle: The bundle; the app's, unless given.
  public init(_ name: String, bundle: Bundle? = nil) {
    guard let color = NamedColor(named: name, in: bundle ?? .main) else {
      BundleRemarks.say("there is no colour '\(name)' in the bundle")
      self.init(Ink.clear)
      return
    }
    self.init(color)
  }
  /// A colour of an asset catalogue.
  ///
  /// - Parameter resource: A colour in the asset catalogues.
  public init(_ resource: ColorResource) { self.init(resource.name, bundle: resource.bundle) }
  /// A colour of UIKit.
  ///
  /// - Parameter uiColor: The colour.
  public init(uiColor: UIColor) { self.init(uiColor.color) }
  /// A colour of UIKit.
  ///
  /// - Parameter color: The colour.
  @_disfavoredOverload public init(_ color: UIColor) { self.init(color.color) }

  /// A colour of red, green and blue in a colour space.
  ///
  /// - Parameters:
  ///   - colorSpace: The colour space of the components.
  ///   - red: The red component from 0 to 1.
  ///   - green: The green component from 0 to 1.
  ///   - blue: The blue component from 0 to 1.
  ///   - opacity: The opacity from 0 to 1.
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

  /// A grey in a colour space.
  ///
  /// - Parameters:
  ///   - colorSpace: The colour space of the component.
  ///   - white: The brightness from 0, black, to 1, white.
  ///   - opacity: The opacity from 0 to 1.
  public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
    self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
  }

  /// A colour of hue, saturation and brightness.
  ///
  /// - Parameters:
  ///   - hue: The hue from 0 to 1.
  ///   - saturation: The saturation from 0 to 1.
  ///   - brightness: The brightness from 0 to 1.
  ///   - opacity: The opacity from 0 to 1.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    func part(_ shift: Double) -> Double {
      let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: part(5), green: part(3), blue: part(1), opacity: opacity)
  }

  /// Makes the colour transparent.
  ///
  /// - Parameter opacity: The opacity from 0 to 1.
  /// - Returns: The colour.
  public func opacity(_ opacity: Double) -> Color {
    Color(light.faded(by: min(max(opacity, 0), 1)), dark: dark.faded(by: min(max(opacity, 0), 1)))
  }

  /// The gradient of the colour, from a little lighter to itself.
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
  /// The system's red, which differs between light and dark appearance. Source: `SwiftUI`, `red`.
  public static let red = Color(SystemColors.red)
  /// The system's orange, which differs between light and dark appearance. Source: `SwiftUI`, `orange`.
  public static let orange = Color(SystemColors.orange)
  /// The system's yellow, which differs between light and dark appearance. Source: `SwiftUI`, `yellow`.
  public static let yellow = Color(SystemColors.yellow)
  /// The system's green, which differs between light and dark appearance. Source: `SwiftUI`, `green`.
  public static let green = Color(SystemColors.green)
  /// The system's mint, which differs between light and dark appearance. Source: `SwiftUI`, `mint`.
  public static let mint = Color(SystemColors.mint)
  /// The system's teal, which differs between light and dark appearance. Source: `SwiftUI`, `teal`.
  public static let teal = Color(SystemColors.teal)
  /// The system's cyan, which differs between light and dark appearance. Source: `SwiftUI`, `cyan`.
  public static let cyan = Color(SystemColors.cyan)
  /// The system's blue, which differs between light and dark appearance. Source: `SwiftUI`, `blue`.
  public static let blue = Color(SystemColors.blue)
  /// The system's indigo, which differs between light and dark appearance. Source: `SwiftUI`, `indigo`.
  public static let indigo = Color(SystemColors.indigo)
  /// The system's purple, which differs between light and dark appearance. Source: `SwiftUI`, `purple`.
  public static let purple = Color(SystemColors.purple)
  /// The system's pink, which differs between light and dark appearance. Source: `SwiftUI`, `pink`.
  public static let pink = Color(SystemColors.pink)
  /// The system's brown, which differs between light and dark appearance. Source: `SwiftUI`, `brown`.
  public static let brown = Color(SystemColors.brown)
  /// The system's grey, which differs between light and dark appearance. Source: `SwiftUI`, `gray`.
  public static let gray = Color(SystemColors.gray)
  /// The colour white. Source: `SwiftUI`, `white`.
  public static let white = Color(Ink.white)
  /// The colour black. Source: `SwiftUI`, `black`.
  public static let black = Color(Ink.black)
  /// The colour that is entirely transparent. Source: `SwiftUI`, `clear`.
  public static let clear = Color(Ink.clear)
  /// The colour of texts.
  public static let primary = Color(Ink.black, dark: Ink.white)
  /// The colour of secondary texts.
  public static let secondary = Color(Ink(0.235, 0.235, 0.263, 0.6), dark: Ink(0.922, 0.922, 0.961, 0.6))
  /// The colour of controls without a tint: `AccentColor` of the app's asset catalogues, or blue without it.
  public static let accentColor = NamedColor(named: "AccentColor", in: .main).map { Color($0) } ?? blue
  package static let widgetBackground = Color(Ink.white, dark: Ink(0.11, 0.11, 0.118))
}

extension Color: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
}

extension UIColor {
  /// A colour of UIKit, made of one of SwiftUI for light and dark appearance.
  ///
  /// - Parameter color: The colour.
  public convenience init(_ color: Color) { self.init(NamedColor(color.light, dark: color.dark)) }
  /// A colour of an asset catalogue.
  ///
  /// - Parameter resource: A colour in the asset catalogues.
  public convenience init(resource: ColorResource) { self.init(Color(resource)) }
}

/// A colour of an asset catalogue. Source: `DeveloperToolsSupport.ColorResource`.
public struct ColorResource: Hashable, Sendable {
  let name: String
  let bundle: Bundle
  /// A colour of an asset catalogue, by its name and bundle.
  public init(name: String, bundle: Bundle) { (self.name, self.bundle) = (name, bundle) }
}
