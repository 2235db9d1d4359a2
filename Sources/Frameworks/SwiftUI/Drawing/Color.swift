// SPDX-License-Identifier: Apache-2.0
import Foundation
package import WidgetModel

/// A colour. Source: `SwiftUI.Color`.
public struct Color: ShapeStyle, Hashable, Sendable {

  /// How the parts of a colour are to be taken.
  public enum RGBColorSpace: Sendable, Hashable { case sRGB, sRGBLinear, displayP3 }

  let light: Ink
  let dark: Ink

  init(_ light: Ink, dark: Ink? = nil) { (self.light, self.dark) = (light, dark ?? light) }

  private init(_ light: UInt32, _ dark: UInt32) { self.init(Self.ink(light), dark: Self.ink(dark)) }

  private static func ink(_ hex: UInt32) -> Ink {
    Ink(Double(hex >> 16 & 255) / 255, Double(hex >> 8 & 255) / 255, Double(hex & 255) / 255)
  }

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

// The values are those of Apple's Human Interface Guidelines, light and dark.
extension Color {
  /// Source: `SwiftUI`, `red`.
  public static let red = Color(0xFF3B30, 0xFF453A)
  /// Source: `SwiftUI`, `orange`.
  public static let orange = Color(0xFF9500, 0xFF9F0A)
  /// Source: `SwiftUI`, `yellow`.
  public static let yellow = Color(0xFFCC00, 0xFFD60A)
  /// Source: `SwiftUI`, `green`.
  public static let green = Color(0x34C759, 0x30D158)
  /// Source: `SwiftUI`, `mint`.
  public static let mint = Color(0x00C7BE, 0x63E6E2)
  /// Source: `SwiftUI`, `teal`.
  public static let teal = Color(0x30B0C7, 0x40C8E0)
  /// Source: `SwiftUI`, `cyan`.
  public static let cyan = Color(0x32ADE6, 0x64D2FF)
  /// Source: `SwiftUI`, `blue`.
  public static let blue = Color(0x007AFF, 0x0A84FF)
  /// Source: `SwiftUI`, `indigo`.
  public static let indigo = Color(0x5856D6, 0x5E5CE6)
  /// Source: `SwiftUI`, `purple`.
  public static let purple = Color(0xAF52DE, 0xBF5AF2)
  /// Source: `SwiftUI`, `pink`.
  public static let pink = Color(0xFF2D55, 0xFF375F)
  /// Source: `SwiftUI`, `brown`.
  public static let brown = Color(0xA2845E, 0xAC8E68)
  /// Source: `SwiftUI`, `gray`.
  public static let gray = Color(0x8E8E93, 0x8E8E93)
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
  /// Of what can be touched, unless a tint says otherwise.
  public static let accentColor = blue
  package static let widgetBackground = Color(Ink.white, dark: Ink(0.11, 0.11, 0.118))
}

extension Color: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
}
