// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A picture in pixels, which a PNG file has. Source: `CoreGraphics.CGImage`, in the measure that widgets use.
public final class CGImage: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The bytes of the file.
  package let png: Data

  fileprivate init?(_ image: UIImage) {
    guard let png = image.pngData() else { return nil }
    self.png = png
    let size = (image.size.width * image.scale, image.size.height * image.scale)
    (width, height) = (Int(size.0.rounded()), Int(size.1.rounded()))
  }

  private init?(_ pixels: Pixels) {
    guard let file = PNGWriter.file(of: pixels) else { return nil }
    (width, height, png) = (pixels.width, pixels.height, Data(file))
  }

  /// The picture of a file's bytes; nil where they are no PNG file.
  package static func read(_ data: Data) -> CGImage? { UIImage(data: data)?.cgImage }

  /// A part of the picture.
  ///
  /// - Parameter rect: The part, in pixels; the pixels that it covers in part belong to it.
  /// - Returns: The picture of the part; nil where it lies beside the picture, or the file is damaged.
  public func cropping(to rect: CGRect) -> CGImage? {
    let rect = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !rect.isNull, !rect.isEmpty, let pixels = PNGReader.pixels(of: Array(png)) else { return nil }
    let part = pixels.cropped(
      x: Int(rect.minX), y: Int(rect.minY), width: Int(rect.width), height: Int(rect.height))
    return part.flatMap { CGImage($0) }
  }

  /// The picture with its longer side no longer than that; itself where it is no longer.
  ///
  /// - Parameter longest: The number of pixels.
  /// - Returns: The picture; nil where the file is damaged.
  package func reduced(to longest: Int) -> CGImage? {
    guard longest > 0, max(width, height) > longest else { return self }
    let part = Double(longest) / Double(max(width, height))
    func side(_ length: Int) -> Int { max(Int((Double(length) * part).rounded()), 1) }
    return PNGReader.pixels(of: Array(png))?.scaled(width: side(width), height: side(height)).flatMap { CGImage($0) }
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
