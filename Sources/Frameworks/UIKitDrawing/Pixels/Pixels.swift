// SPDX-License-Identifier: Apache-2.0

/// A picture's pixels, row by row: four bytes each for red, green, blue and opacity, the colours not multiplied by it.
struct Pixels {
  let width: Int
  let height: Int
  var bytes: [UInt8]

  /// The number of pixels that a picture may have: four times as many bytes are a quarter of an extension's memory.
  static let most = 1 << 24

  /// Pixels of no colour; nil for a size that no picture has.
  init?(width: Int, height: Int) {
    guard Self.isPossible(width, height) else { return nil }
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 0, count: width * height * 4)
  }

  static func isPossible(_ width: Int, _ height: Int) -> Bool {
    (1...most).contains(width) && (1...most).contains(height) && width * height <= most
  }

  /// The part that lies within both; nil where that is nothing.
  func cropped(x: Int, y: Int, width: Int, height: Int) -> Pixels? {
    let (left, top) = (max(x, 0), max(y, 0))
    let (right, bottom) = (min(x + width, self.width), min(y + height, self.height))
    guard left < right, top < bottom, var part = Pixels(width: right - left, height: bottom - top) else { return nil }
    for row in 0..<part.height {
      let start = ((top + row) * self.width + left) * 4
      let target = row * part.width * 4
      part.bytes.replaceSubrange(target..<target + part.width * 4, with: bytes[start..<start + part.width * 4])
    }
    return part
  }

  /// The same in another size: each pixel is the mean of those that it covers, or lies between its four neighbours.
  func scaled(width: Int, height: Int) -> Pixels? {
    guard var canvas = PixelCanvas(width: width, height: height) else { return nil }
    canvas.draw(self, left: 0, top: 0, width: Double(width), height: Double(height))
    return canvas.pixels
  }
}
