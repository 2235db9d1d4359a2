// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A picture in pixels, which a PNG file has. Source: `CoreGraphics.CGImage`, in the measure that widgets use.
public final class CGImage: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  fileprivate let png: Data

  fileprivate init?(_ image: UIImage) {
    guard let png = image.pngData() else { return nil }
    self.png = png
    let size = (image.size.width * image.scale, image.size.height * image.scale)
    (width, height) = (Int(size.0.rounded()), Int(size.1.rounded()))
  }
}

extension UIImage {
  /// The picture in pixels; nil where the image is no PNG file.
  public var cgImage: CGImage? { CGImage(self) }
  /// An image of a picture in pixels, with one pixel for each point.
  ///
  /// - Parameter cgImage: The picture.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1) }
  /// An image of a picture in pixels.
  ///
  /// - Parameters:
  ///   - cgImage: The picture.
  ///   - scale: The number of pixels for each point.
  public convenience init(cgImage: CGImage, scale: CGFloat) { self.init(png: cgImage.png, scale: scale) }
}
