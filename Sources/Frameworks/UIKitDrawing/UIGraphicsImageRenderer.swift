// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation
import WidgetModel

/// The form of pictures that a renderer makes. Source: `UIKit.UIGraphicsImageRendererFormat`, as far as pixels follow from it.
public final class UIGraphicsImageRendererFormat: NSObject {
  /// The number of pixels for each point.
  public var scale: CGFloat = 3
  /// Whether nothing shows through.
  public var opaque = false

  /// A form with three pixels for each point, which may be clear.
  public override init() {}
  /// A form with three pixels for each point, which may be clear.
  ///
  /// - Returns: The form.
  public static func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
  /// A form with three pixels for each point, which may be clear.
  ///
  /// - Returns: The form.
  public static func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// The picture that is being made. Source: `UIKit.UIGraphicsImageRendererContext`, in the measure that widgets use.
public final class UIGraphicsImageRendererContext: NSObject {
  /// The form of the picture.
  public let format: UIGraphicsImageRendererFormat
  private let bitmap: DrawnBitmap

  fileprivate init(_ format: UIGraphicsImageRendererFormat, _ bitmap: DrawnBitmap) {
    (self.format, self.bitmap) = (format, bitmap)
  }

  /// The picture as it is by now.
  public var currentImage: UIImage { bitmap.image }
  /// Fills a rectangle with the colour that was set.
  ///
  /// - Parameter rect: The rectangle, in points.
  public func fill(_ rect: CGRect) { bitmap.fill(FilledArea.rectangle(rect)) }
}

/// Makes pictures of areas and of other pictures. Source: `UIKit.UIGraphicsImageRenderer`, in the measure that widgets use.
///
/// Colours are filled by `UIBezierPath.fill()`, `UIRectFill` and the context; PNG pictures are drawn by `UIImage.draw(in:)`. Lines and
/// texts are missing: `Canvas` of SwiftUI has them.
public final class UIGraphicsImageRenderer: NSObject {
  /// The form of the pictures.
  public let format: UIGraphicsImageRendererFormat
  private let size: CGSize

  /// A renderer of pictures of some size.
  ///
  /// - Parameters:
  ///   - size: The size, in points.
  ///   - format: The form of the pictures.
  public init(size: CGSize, format: UIGraphicsImageRendererFormat) { (self.size, self.format) = (size, format) }
  /// A renderer of pictures of some size.
  ///
  /// - Parameter size: The size, in points.
  public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

  /// Makes a picture.
  ///
  /// - Parameter actions: Draws it.
  /// - Returns: The picture; without a size where it would be too large, which is said on standard error.
  public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
    guard let bitmap = DrawnBitmap(size, Double(format.scale), isOpaque: format.opaque) else { return UIImage() }
    DrawnBitmap.$current.withValue(bitmap) { actions(UIGraphicsImageRendererContext(format, bitmap)) }
    return bitmap.image
  }
  /// Makes a picture as a PNG file.
  ///
  /// - Parameter actions: Draws it.
  /// - Returns: The bytes of the file; none where the picture would be too large.
  public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
    image(actions: actions).pngData() ?? Data()
  }
}

/// Fills a rectangle with the colour that was set. Source: `UIKit.UIRectFill`.
///
/// - Parameter rect: The rectangle, in points.
public func UIRectFill(_ rect: CGRect) {
  DrawnBitmap.used("UIRectFill")?.fill(FilledArea.rectangle(rect))
}

extension UIColor {
  /// Sets the colour that areas are filled with.
  public func setFill() { DrawnBitmap.used("UIColor.setFill()")?.setFill(color.light) }
  /// Sets the colour that areas are filled with.
  public func set() { DrawnBitmap.used("UIColor.set()")?.setFill(color.light) }
}
