// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

extension NSAttributedString.Key {
  /// The font, a `UIFont`. Source: `UIKit`, `font`.
  public static let font = NSAttributedString.Key("NSFont")
  /// The colour of letters, a `UIColor`. Source: `UIKit`, `foregroundColor`.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
}

// Letters are drawn by who lays out the widgets of all apps, which pictures of pixels do not reach: the compiler warns, and it is
// said once more when it is called.
extension String {
  /// Draws nothing, which it says.
  ///
  /// - Parameters:
  ///   - point: The point of the upper left corner.
  ///   - attributes: The font and the colour.
  @available(*, deprecated, message: "letters are not drawn into pictures here: put a Text over the picture")
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    BundleRemarks.say("String.draw(at:withAttributes:) draws no letters here: put a Text over the picture")
  }
  /// Draws nothing, which it says.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - attributes: The font and the colour.
  @available(*, deprecated, message: "letters are not drawn into pictures here: put a Text over the picture")
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    BundleRemarks.say("String.draw(in:withAttributes:) draws no letters here: put a Text over the picture")
  }
}
