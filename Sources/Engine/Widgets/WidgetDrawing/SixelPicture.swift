// SPDX-License-Identifier: Apache-2.0
import Drawing

/// Pixels as sixels, in the colours that the picture has most of: as many as terminals have room for.
enum SixelPicture {
  static func bytes(_ canvas: Canvas) -> [UInt8] {
    let palette = SixelPalette(canvas)
    var bytes = Array("\u{1B}P0;1q\"1;1;\(canvas.width);\(canvas.height)".utf8)
    for (number, color) in palette.colors.enumerated() {
      let parts = [color.red, color.green, color.blue].map { String(($0 * 100 + 127) / 255) }
      bytes += "#\(number);2;\(parts.joined(separator: ";"))".utf8
    }
    canvas.withPixels { pixels, row in
      for top in stride(from: 0, to: canvas.height, by: 6) {
        // For each colour of this band, the six pixels of each column.
        var bands: [Int: [UInt8]] = [:]
        for y in top..<min(top + 6, canvas.height) {
          for x in 0..<canvas.width {
            let at = y * row + x * 4
            guard pixels[at + 3] > 127 else { continue }
            let number = palette.number(pixels[at + 2], pixels[at + 1], pixels[at])
            bands[number, default: [UInt8](repeating: 0, count: canvas.width)][x] |= 1 << UInt8(y - top)
          }
        }
        for (number, columns) in bands.sorted(by: { $0.key < $1.key }) {
          bytes += "#\(number)".utf8
          append(columns, to: &bytes)
          bytes.append(UInt8(ascii: "$"))
        }
        bytes.append(UInt8(ascii: "-"))
      }
    }
    return bytes + "\u{1B}\\\n".utf8
  }

  private static func append(_ columns: [UInt8], to bytes: inout [UInt8]) {
    var index = 0
    while index < columns.count {
      let end = columns[index...].firstIndex { $0 != columns[index] } ?? columns.count
      let count = end - index
      if count > 3 { bytes += "!\(count)".utf8 }
      bytes += [UInt8](repeating: columns[index] + 63, count: count > 3 ? 1 : count)
      index = end
    }
  }
}

/// The colours of a picture, told apart by five bits of each part. Those that there is no number for have the nearest one's.
private struct SixelPalette {
  struct Color {
    var red = 0
    var green = 0
    var blue = 0
    var count = 0

    func distance(to other: Color) -> Int {
      let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
      return 2 * r * r + 4 * g * g + 3 * b * b
    }
  }

  private static let most = 256
  private(set) var colors: [Color] = []
  private var numbers = [UInt8](repeating: 0, count: 1 << 15)

  private static func bucket(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
  }

  init(_ canvas: Canvas) {
    var sums = [Color](repeating: Color(), count: 1 << 15)
    canvas.withPixels { pixels, row in
      for y in 0..<canvas.height {
        for at in stride(from: y * row, to: y * row + canvas.width * 4, by: 4) where pixels[at + 3] > 127 {
          let bucket = Self.bucket(pixels[at + 2], pixels[at + 1], pixels[at])
          sums[bucket].red += Int(pixels[at + 2])
          sums[bucket].green += Int(pixels[at + 1])
          sums[bucket].blue += Int(pixels[at])
          sums[bucket].count += 1
        }
      }
    }
    let used = sums.indices.filter { sums[$0].count > 0 }.sorted { (sums[$0].count, $1) > (sums[$1].count, $0) }
    for bucket in used {
      let (sum, count) = (sums[bucket], sums[bucket].count)
      let mean = Color(red: sum.red / count, green: sum.green / count, blue: sum.blue / count)
      if colors.count < Self.most {
        numbers[bucket] = UInt8(colors.count)
        colors.append(mean)
      } else {
        let nearest = colors.indices.min { colors[$0].distance(to: mean) < colors[$1].distance(to: mean) }
        numbers[bucket] = UInt8(nearest ?? 0)
      }
    }
  }

  func number(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int { Int(numbers[Self.bucket(red, green, blue)]) }
}
