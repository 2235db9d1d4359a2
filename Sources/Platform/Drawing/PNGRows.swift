// SPDX-License-Identifier: Apache-2.0

/// The rows of a PNG file: each the number of its filter, then its pixels.
struct PNGRows {
  let form: Form
  /// The colours that the pixels are numbers of.
  let palette: [PNGColor]?
  let bytes: [UInt8]

  /// PNG's numbers of how a pixel is written, with eight bits for each part.
  enum Form: UInt8 {
    case rgb = 2
    case palette = 3
    case rgba = 6

    fileprivate var pixelBytes: Int {
      switch self {
      case .rgb: 3
      case .palette: 1
      case .rgba: 4
      }
    }
  }

  /// Makes rows of Cairo's pixels, in the shortest form that loses nothing.
  init(_ pixels: Span<UInt8>, rowBytes: Int, width: Int, height: Int) {
    (form, palette, bytes) = unsafe pixels.withUnsafeBytes { pixels in
      let source = unsafe PNGSourceRows(pixels: pixels, rowBytes: rowBytes, width: width, height: height)
      if let (numbers, colors) = source.numbers { return (.palette, colors, numbers) }
      let form = source.isOpaque ? Form.rgb : .rgba
      return (form, nil, source.differences(form.pixelBytes))
    }
  }
}

/// A pixel with its colours as they are, in PNG's order: red in the lowest byte.
struct PNGColor: Hashable {
  let word: UInt32
  var red: UInt8 { UInt8(truncatingIfNeeded: word) }
  var green: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
  var blue: UInt8 { UInt8(truncatingIfNeeded: word >> 16) }
  var opacity: UInt8 { UInt8(truncatingIfNeeded: word >> 24) }

  /// Reads a pixel of cairo, whose colours are multiplied by its opacity.
  @inline(__always) init(_ pixel: UInt32) {
    let opacity = pixel >> 24
    if opacity == 255 {
      word = pixel & 0xFF00_FF00 | (pixel >> 16) & 0xFF | (pixel & 0xFF) << 16
    } else if opacity == 0 {
      word = 0
    } else {
      func part(_ value: UInt32) -> UInt32 { min((value * 255 + opacity / 2) / opacity, 255) }
      word = opacity << 24 | part(pixel & 0xFF) << 16 | part((pixel >> 8) & 0xFF) << 8 | part((pixel >> 16) & 0xFF)
    }
  }
}

/// The pixels where cairo has them. The loops look at each byte of a picture, and so at memory itself.
@safe private struct PNGSourceRows {
  let pixels: UnsafeRawBufferPointer
  let rowBytes: Int
  let width, height: Int

  private static let mostColors = 256
  /// A power of two, several times as large: two colours that want one place are rare then.
  private static let places = 1024

  private func row(_ y: Int) -> UnsafePointer<UInt32>? {
    guard height > 0, width > 0, unsafe rowBytes * height <= pixels.count, width * 4 <= rowBytes else { return nil }
    return unsafe pixels.baseAddress?.advanced(by: y * rowBytes).assumingMemoryBound(to: UInt32.self)
  }

  var isOpaque: Bool {
    for y in 0..<height {
      guard let row = unsafe row(y) else { return false }
      var all = UInt32.max
      for x in 0..<width { all &= unsafe row[x] }
      guard all >> 24 == 255 else { return false }
    }
    return true
  }

  /// The rows as differences from the ones above: most of a widget is alike from row to row.
  func differences(_ pixelBytes: Int) -> [UInt8] {
    let length = width * pixelBytes
    return unsafe [UInt8](unsafeUninitializedCapacity: (length + 1) * height) { output, count in
      guard let base = output.baseAddress else { return }
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length * 2 + 8) { lines in
        guard var own = lines.baseAddress else { return }
        var above = unsafe own + length + 4
        unsafe above.initialize(repeating: 0, count: length)
        for y in 0..<height {
          guard let row = unsafe row(y) else { return }
          unsafe Self.straighten(row, width, pixelBytes, into: own)
          let target = unsafe base + y * (length + 1)
          unsafe target[0] = 2
          for index in 0..<length { unsafe target[index + 1] = own[index] &- above[index] }
          unsafe swap(&own, &above)
        }
        count = (length + 1) * height
      }
    }
  }

  @inline(__always) private static func straighten(
    _ row: UnsafePointer<UInt32>, _ width: Int, _ pixelBytes: Int, into line: UnsafeMutablePointer<UInt8>
  ) {
    if pixelBytes == 4 {
      for x in 0..<width {
        unsafe UnsafeMutableRawPointer(line).storeBytes(of: PNGColor(row[x]).word, toByteOffset: x * 4, as: UInt32.self)
      }
    } else {
      // The fourth byte of each is the first of the next: there is room for the last one's.
      for x in 0..<width {
        unsafe UnsafeMutableRawPointer(line).storeBytes(of: PNGColor(row[x]).word, toByteOffset: x * 3, as: UInt32.self)
      }
    }
  }

  /// The pixels as the numbers of their colours; nil where there are more than a palette has.
  var numbers: ([UInt8], [PNGColor])? {
    var colors: [PNGColor] = []
    var keys = [UInt32](repeating: 0, count: Self.places)
    // One more than the number; 0 is a free place.
    var values = [UInt16](repeating: 0, count: Self.places)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: (width + 1) * height) { output, count in
      var (last, number) = (UInt32(0), UInt8(0))
      var next = 0
      for y in 0..<height {
        guard let row = unsafe row(y) else { return }
        unsafe output[next] = 0
        next += 1
        for x in 0..<width {
          let pixel = unsafe row[x]
          if pixel != last || colors.isEmpty {
            var place = Int(truncatingIfNeeded: (pixel &* 0x9E37_79B1) >> 22)
            while values[place] != 0, keys[place] != pixel { place = (place + 1) & (Self.places - 1) }
            if values[place] == 0 {
              guard colors.count < Self.mostColors else { return }
              colors.append(PNGColor(pixel))
              (keys[place], values[place]) = (pixel, UInt16(colors.count))
            }
            (last, number) = (pixel, UInt8(values[place] - 1))
          }
          unsafe output[next] = number
          next += 1
        }
      }
      count = next
    }
    return bytes.isEmpty ? nil : (bytes, colors)
  }
}
