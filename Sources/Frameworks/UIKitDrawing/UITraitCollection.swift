// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation
import WidgetModel

/// The appearance of an interface, light or dark. Source: `UIKit.UIUserInterfaceStyle`.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified = 0, light, dark }

/// The traits of an environment for which a colour is made. Source: `UIKit.UITraitCollection`, as far as colours ask for it.
public final class UITraitCollection: NSObject, Sendable {
  /// The appearance, light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// Traits with a light or dark appearance.
  ///
  /// - Parameter userInterfaceStyle: The appearance.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
}

extension UIColor {
  /// A colour that is made for each appearance.
  ///
  /// - Parameter dynamicProvider: The closure that makes the colour of an appearance; it is called once for light and once for dark.
  public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).color.light
    let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).color.dark
    self.init(NamedColor(light, dark: dark))
  }

  /// The colour in one appearance.
  ///
  /// - Parameter traitCollection: The traits with the appearance.
  /// - Returns: The colour that it has in that appearance.
  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    UIColor(NamedColor(traitCollection.userInterfaceStyle == .dark ? color.dark : color.light))
  }

  /// The red, green and blue of the light appearance, from 0 to 1.
  ///
  /// - Parameters:
  ///   - red: The variable that receives the red.
  ///   - green: The variable that receives the green.
  ///   - blue: The variable that receives the blue.
  ///   - alpha: The variable that receives the opacity.
  /// - Returns: Always true, because every colour has these components here.
  @discardableResult public func getRed(
    _ red: inout CGFloat, green: inout CGFloat, blue: inout CGFloat, alpha: inout CGFloat
  ) -> Bool {
    let ink = color.light
    (red, green, blue, alpha) = (CGFloat(ink.red), CGFloat(ink.green), CGFloat(ink.blue), CGFloat(ink.opacity))
    return true
  }

  /// The hue, saturation and brightness of the light appearance, from 0 to 1.
  ///
  /// - Parameters:
  ///   - hue: The variable that receives the hue.
  ///   - saturation: The variable that receives the saturation.
  ///   - brightness: The variable that receives the brightness.
  ///   - alpha: The variable that receives the opacity.
  /// - Returns: Always true, because every colour has these components here.
  @discardableResult public func getHue(
    _ hue: inout CGFloat, saturation: inout CGFloat, brightness: inout CGFloat, alpha: inout CGFloat
  ) -> Bool {
    let ink = color.light
    let most = max(ink.red, ink.green, ink.blue)
    let range = most - min(ink.red, ink.green, ink.blue)
    let sixth =
      if range == 0 { 0.0 } else if most == ink.red { (ink.green - ink.blue) / range } else if most == ink.green {
        (ink.blue - ink.red) / range + 2
      } else { (ink.red - ink.green) / range + 4 }
    hue = CGFloat(sixth < 0 ? sixth / 6 + 1 : sixth / 6)
    (saturation, brightness) = (CGFloat(most == 0 ? 0 : range / most), CGFloat(most))
    alpha = CGFloat(ink.opacity)
    return true
  }
}
