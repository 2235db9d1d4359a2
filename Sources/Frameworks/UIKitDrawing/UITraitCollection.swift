// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation
import WidgetModel

/// Light or dark. Source: `UIKit.UIUserInterfaceStyle`.
public enum UIUserInterfaceStyle: Int, Sendable { case unspecified = 0, light, dark }

/// What a colour is made for. Source: `UIKit.UITraitCollection`, as far as colours ask for it.
public final class UITraitCollection: NSObject, Sendable {
  /// Light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// - Parameter userInterfaceStyle: Light or dark.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
}

extension UIColor {
  /// - Parameter dynamicProvider: Makes the colour of a look: asked once for light and once for dark.
  public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    let light = dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).color.light
    let dark = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).color.dark
    self.init(NamedColor(light, dark: dark))
  }

  /// - Parameter traitCollection: A look.
  /// - Returns: The colour that it has in that look.
  public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    UIColor(NamedColor(traitCollection.userInterfaceStyle == .dark ? color.dark : color.light))
  }

  /// The parts of the light look, from 0 to 1.
  ///
  /// - Parameters:
  ///   - red: Where to put it.
  ///   - green: Where to put it.
  ///   - blue: Where to put it.
  ///   - alpha: Where to put it.
  /// - Returns: Always true: every colour has them here.
  @discardableResult public func getRed(
    _ red: inout CGFloat, green: inout CGFloat, blue: inout CGFloat, alpha: inout CGFloat
  ) -> Bool {
    let ink = color.light
    (red, green, blue, alpha) = (CGFloat(ink.red), CGFloat(ink.green), CGFloat(ink.blue), CGFloat(ink.opacity))
    return true
  }

  /// The parts of the light look, from 0 to 1.
  ///
  /// - Parameters:
  ///   - hue: Where to put it.
  ///   - saturation: Where to put it.
  ///   - brightness: Where to put it.
  ///   - alpha: Where to put it.
  /// - Returns: Always true: every colour has them here.
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
