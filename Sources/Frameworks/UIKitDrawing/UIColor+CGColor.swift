// SPDX-License-Identifier: Apache-2.0
import BundleResources
@_exported public import GraphicsColors
import WidgetModel

extension UIColor {
  /// A colour of Core Graphics.
  ///
  /// - Parameter cgColor: The colour.
  public convenience init(cgColor: CGColor) {
    let parts = cgColor.components ?? [0, 0, 0, 0]
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }
  /// The light appearance for Core Graphics.
  public var cgColor: CGColor {
    let ink = color.light
    return CGColor(
      red: CGFloat(ink.red), green: CGFloat(ink.green), blue: CGFloat(ink.blue), alpha: CGFloat(ink.opacity))
  }
}
