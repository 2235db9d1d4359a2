// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

extension UIImage {
  convenience init(_ pixels: Pixels, scale: CGFloat) {
    guard let file = PNGWriter.file(of: pixels) else {
      self.init()
      return
    }
    self.init(png: Data(file), scale: scale)
  }

  /// The pixels of a PNG file; of others it is said that they have none.
  func pixels(for caller: String) -> Pixels? {
    guard let file = pngData() else {
      BundleRemarks.say("\(caller) takes pictures of PNG files, and not drawings and symbols")
      return nil
    }
    let pixels = PNGReader.pixels(of: Array(file))
    if pixels == nil { BundleRemarks.say("\(caller) cannot read a PNG file: it is damaged or too large") }
    return pixels
  }

  /// Draws the picture upon the one that is being made, in its own size.
  ///
  /// - Parameter point: The point of its upper left corner.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
  /// Draws the picture upon the one that is being made.
  ///
  /// - Parameter rect: The rectangle that it fills.
  public func draw(in rect: CGRect) {
    guard let bitmap = DrawnBitmap.used("UIImage.draw(in:)"), let pixels = pixels(for: "UIImage.draw(in:)") else {
      return
    }
    bitmap.draw(pixels, rect, opacity: 1)
  }

  /// The picture in another size.
  ///
  /// - Parameter size: The size in points; its sides need not be as the picture's are.
  /// - Returns: The picture; nil where it is no PNG file, or the size none.
  public func preparingThumbnail(of size: CGSize) -> UIImage? {
    let (width, height) = (Double(size.width * scale).rounded(), Double(size.height * scale).rounded())
    guard (1...1e6).contains(width), (1...1e6).contains(height),
      let pixels = pixels(for: "UIImage.preparingThumbnail(of:)")
    else { return nil }
    return pixels.scaled(width: Int(width), height: Int(height)).map { UIImage($0, scale: scale) }
  }
  /// The picture in another size.
  ///
  /// - Parameter size: The size in points; its sides need not be as the picture's are.
  /// - Returns: The picture; nil where it is no PNG file, or the size none.
  public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { preparingThumbnail(of: size) }

  /// The picture as a JPEG file, which nothing here writes: it is said on standard error.
  ///
  /// - Parameter compressionQuality: The quality, from 0 to 1.
  /// - Returns: Nil, as for pictures that JPEG cannot hold: `pngData()` has the bytes of a file.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    BundleRemarks.say("JPEG files are not written here: UIImage.pngData() has the bytes of a PNG file")
    return nil
  }
}
