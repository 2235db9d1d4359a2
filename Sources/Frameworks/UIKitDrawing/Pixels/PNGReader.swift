// SPDX-License-Identifier: Apache-2.0

/// The pixels of a PNG file. Source: PNG, third edition, sections 5, 7 to 9 and 11.
///
/// The extension reads it itself, inside its sandbox. Checksums are not compared: a picture that came whole as far as it can be
/// told by its length is drawn by others too.
struct PNGReader {
  private var width = 0
  private var height = 0
  private var depth = 0
  private var form = 0
  private var isInterlaced = false
  private var palette: [UInt8] = []
  private var transparency: [UInt8] = []
  private var compressed: [UInt8] = []

  /// Reads the pixels of a PNG file; nil where it is none, or is not whole.
  static func pixels(of file: [UInt8]) -> Pixels? {
    var reader = PNGReader()
    guard reader.read(file) else { return nil }
    return reader.pixels()
  }

  private mutating func read(_ file: [UInt8]) -> Bool {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return false }
    var place = 8
    while place + 12 <= file.count {
      let length = Self.number(file[place..<place + 4])
      guard length <= file.count - place - 12 else { return false }
      let body = file[place + 8..<place + 8 + length]
      switch String(decoding: file[place + 4..<place + 8], as: UTF8.self) {
      case "IHDR":
        guard readHeader(Array(body)) else { return false }
      case "PLTE": palette = Array(body)
      case "tRNS": transparency = Array(body)
      case "IDAT": compressed += body
      case "IEND": return width > 0 && compressed.count > 6 && (form != 3 || !palette.isEmpty)
      default: break
      }
      place += 12 + length
    }
    return false
  }

  private mutating func readHeader(_ body: [UInt8]) -> Bool {
    guard body.count == 13, width == 0 else { return false }
    (width, height) = (Self.number(body[0..<4]), Self.number(body[4..<8]))
    (depth, form, isInterlaced) = (Int(body[8]), Int(body[9]), body[12] == 1)
    let depths: [Int: [Int]] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    return Pixels.isPossible(width, height) && depths[form]?.contains(depth) == true && body[10] == 0 && body[11] == 0
      && body[12] <= 1
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private var samples: Int { [0: 1, 2: 3, 3: 1, 4: 2][form] ?? 4 }

  /// The first pixel and the steps of each pass.
  private var passes: [(x: Int, y: Int, right: Int, down: Int)] {
    guard isInterlaced else { return [(0, 0, 1, 1)] }
    return [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
  }

  private func pixels() -> Pixels? {
    guard var pixels = Pixels(width: width, height: height) else { return nil }
    let sizes = passes.map { pass in
      (
        columns: max(width - pass.x + pass.right - 1, 0) / pass.right,
        rows: max(height - pass.y + pass.down - 1, 0) / pass.down
      )
    }
    func rowBytes(_ columns: Int) -> Int { (columns * samples * depth + 7) / 8 }
    let length = sizes.reduce(0) { $0 + ($1.columns == 0 ? 0 : (rowBytes($1.columns) + 1) * $1.rows) }
    // Before the bytes are two of zlib's, behind them four.
    guard let bytes = DeflatedBytes.inflated(compressed[2..<compressed.count - 4], to: length) else { return nil }
    var place = 0
    for (pass, size) in zip(passes, sizes) where size.columns > 0 {
      var above = [UInt8](repeating: 0, count: rowBytes(size.columns))
      for row in 0..<size.rows {
        let filter = bytes[place]
        var line = Array(bytes[place + 1..<place + 1 + above.count])
        guard undo(filter, &line, above) else { return nil }
        for column in 0..<size.columns {
          let target = ((pass.y + row * pass.down) * width + pass.x + column * pass.right) * 4
          guard let color = color(at: column, in: line) else { return nil }
          (pixels.bytes[target], pixels.bytes[target + 1]) = (color.0, color.1)
          (pixels.bytes[target + 2], pixels.bytes[target + 3]) = (color.2, color.3)
        }
        place += 1 + above.count
        above = line
      }
    }
    return pixels
  }

  private func undo(_ filter: UInt8, _ line: inout [UInt8], _ above: [UInt8]) -> Bool {
    let pixel = max(samples * depth / 8, 1)
    for index in line.indices where filter != 0 {
      let left = index < pixel ? 0 : Int(line[index - pixel])
      let corner = index < pixel ? 0 : Int(above[index - pixel])
      let up = Int(above[index])
      let guess: Int
      switch filter {
      case 1: guess = left
      case 2: guess = up
      case 3: guess = (left + up) / 2
      case 4:
        let (toLeft, toUp, toCorner) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
        guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
      default: return false
      }
      line[index] &+= UInt8(guess)
    }
    return true
  }

  /// A sample as it stands in the row.
  private func sample(_ index: Int, _ line: [UInt8]) -> Int {
    switch depth {
    case 16: Int(line[index * 2]) << 8 | Int(line[index * 2 + 1])
    case 8: Int(line[index])
    default: Int(line[index * depth / 8]) >> (8 - depth - index * depth % 8) & (1 << depth - 1)
    }
  }

  private func color(at column: Int, in line: [UInt8]) -> (UInt8, UInt8, UInt8, UInt8)? {
    let values = (0..<samples).map { sample(column * samples + $0, line) }
    if form == 3 {
      let place = values[0] * 3
      guard place + 2 < palette.count else { return nil }
      let opacity = values[0] < transparency.count ? transparency[values[0]] : 255
      return (palette[place], palette[place + 1], palette[place + 2], opacity)
    }
    let bytes = values.map { UInt8(depth == 16 ? $0 >> 8 : $0 * 255 / (1 << depth - 1)) }
    switch form {
    case 4: return (bytes[0], bytes[0], bytes[0], bytes[1])
    case 6: return (bytes[0], bytes[1], bytes[2], bytes[3])
    default:
      // One colour may be said to be none.
      let clear = stride(from: 0, to: transparency.count - 1, by: 2).map { Self.number(transparency[$0..<$0 + 2]) }
      let opacity: UInt8 = clear == values ? 0 : 255
      return form == 0 ? (bytes[0], bytes[0], bytes[0], opacity) : (bytes[0], bytes[1], bytes[2], opacity)
    }
  }
}
