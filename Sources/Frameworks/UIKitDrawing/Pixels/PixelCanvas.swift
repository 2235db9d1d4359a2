// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// Pixels that areas and pictures are drawn upon, each over what is there. Lengths are of pixels.
struct PixelCanvas {
  private(set) var pixels: Pixels

  init?(width: Int, height: Int) {
    guard let pixels = Pixels(width: width, height: height) else { return nil }
    self.pixels = pixels
  }

  /// Colours all of it, whatever is there.
  mutating func clear(_ ink: Ink) {
    let parts = [ink.red, ink.green, ink.blue, ink.opacity].map { UInt8(($0 * 255).rounded()) }
    for index in pixels.bytes.indices { pixels.bytes[index] = parts[index % 4] }
  }

  /// Fills an area by the rule of windings; pixels on its edge are coloured as far as it covers them.
  mutating func fill(_ steps: [PathStep], _ ink: Ink) {
    let area = FilledArea(steps)
    let rows = max(Int(area.top.rounded(.down)), 0)..<max(min(Int(area.bottom.rounded(.up)), pixels.height), 0)
    guard rows.lowerBound < rows.upperBound else { return }
    for y in rows {
      let covered = area.coverage(ofRow: y, width: pixels.width)
      for x in covered.indices where covered[x] > 0 {
        blend((ink.red, ink.green, ink.blue), ink.opacity * min(covered[x], 1), x, y)
      }
    }
  }

  /// Draws a picture into a rectangle, in whatever size that has.
  mutating func draw(_ picture: Pixels, left: Double, top: Double, width: Double, height: Double, opacity: Double = 1) {
    let columns = PixelWeights.all(of: picture.width, from: left, length: width, within: pixels.width)
    let rows = PixelWeights.all(of: picture.height, from: top, length: height, within: pixels.height)
    for row in rows {
      for column in columns {
        var sum = (red: 0.0, green: 0.0, blue: 0.0, opacity: 0.0)
        for (y, part) in row.weights {
          for (x, other) in column.weights {
            let place = (y * picture.width + x) * 4
            let weight = part * other * Double(picture.bytes[place + 3]) / 255
            sum.red += Double(picture.bytes[place]) * weight
            sum.green += Double(picture.bytes[place + 1]) * weight
            sum.blue += Double(picture.bytes[place + 2]) * weight
            sum.opacity += weight
          }
        }
        guard sum.opacity > 0 else { continue }
        let whole = sum.opacity * 255
        let color = (sum.red / whole, sum.green / whole, sum.blue / whole)
        blend(color, sum.opacity * row.covered * column.covered * opacity, column.pixel, row.pixel)
      }
    }
  }

  private mutating func blend(_ color: (Double, Double, Double), _ opacity: Double, _ x: Int, _ y: Int) {
    let place = (y * pixels.width + x) * 4
    let below = Double(pixels.bytes[place + 3]) / 255 * (1 - opacity)
    let whole = opacity + below
    guard whole > 0 else { return }
    func mixed(_ part: Double, _ index: Int) -> UInt8 {
      let value = (part * 255 * opacity + Double(pixels.bytes[place + index]) * below) / whole
      return UInt8(min(max(value.rounded(), 0), 255))
    }
    let parts = (mixed(color.0, 0), mixed(color.1, 1), mixed(color.2, 2))
    (pixels.bytes[place], pixels.bytes[place + 1], pixels.bytes[place + 2]) = parts
    pixels.bytes[place + 3] = UInt8(min((whole * 255).rounded(), 255))
  }
}

/// The pixels of a row of a picture that one pixel of a canvas is made of.
struct PixelWeights {
  /// The pixel of the canvas.
  let pixel: Int
  /// The part of it that the picture covers.
  let covered: Double
  /// Pixels of the picture, and the part that each has; together 1.
  let weights: [(Int, Double)]

  static func all(of count: Int, from start: Double, length: Double, within limit: Int) -> [PixelWeights] {
    guard length > 0, length < 1e9, abs(start) < 1e9 else { return [] }
    let first = max(Int(start.rounded(.down)), 0)
    let last = min(Int((start + length).rounded(.up)), limit)
    guard first < last else { return [] }
    let step = Double(count) / length
    return (first..<last).compactMap { pixel in
      let covered = min(Double(pixel + 1), start + length) - max(Double(pixel), start)
      guard covered > 1e-9 else { return nil }
      let (low, high) = ((Double(pixel) - start) * step, (Double(pixel + 1) - start) * step)
      return PixelWeights(
        pixel: pixel, covered: covered, weights: step > 1 ? mean(low, high, count) : between((low + high) / 2, count))
    }
  }

  private static func mean(_ low: Double, _ high: Double, _ count: Int) -> [(Int, Double)] {
    let (low, high) = (max(low, 0), min(high, Double(count)))
    let pixels = Int(low)..<min(max(Int(high.rounded(.up)), Int(low) + 1), count)
    return pixels.map { ($0, (min(Double($0 + 1), high) - max(Double($0), low)) / (high - low)) }
  }

  private static func between(_ place: Double, _ count: Int) -> [(Int, Double)] {
    let exact = min(max(place - 0.5, 0), Double(count - 1))
    let lower = Int(exact)
    let part = exact - Double(lower)
    return part == 0 ? [(lower, 1)] : [(lower, 1 - part), (min(lower + 1, count - 1), part)]
  }
}
