// SPDX-License-Identifier: Apache-2.0

/// Pixels as a PNG file. Source: PNG, third edition, sections 5, 9 and 11; RFC 1950.
enum PNGWriter {
  /// The bytes of the file; nil where memory is short.
  static func file(of pixels: Pixels) -> [UInt8]? {
    let rows = rows(of: pixels)
    guard let compressed = DeflatedBytes.deflated(rows) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", big(UInt32(pixels.width)) + big(UInt32(pixels.height)) + [8, 6, 0, 0, 0], to: &file)
    append("IDAT", [0x78, 0x9C] + compressed + big(adler(rows)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Each row as its differences from the one above.
  private static func rows(of pixels: Pixels) -> [UInt8] {
    let length = pixels.width * 4
    var rows: [UInt8] = []
    rows.reserveCapacity((length + 1) * pixels.height)
    for row in 0..<pixels.height {
      rows.append(2)
      let start = row * length
      for index in start..<start + length {
        rows.append(row == 0 ? pixels.bytes[index] : pixels.bytes[index] &- pixels.bytes[index - length])
      }
    }
    return rows
  }

  private static func append(_ name: String, _ body: [UInt8], to file: inout [UInt8]) {
    let part = Array(name.utf8) + body
    file += big(UInt32(body.count)) + part + big(checksum(part))
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static let remainders: [UInt32] = (0..<256).map { value in
    (0..<8).reduce(UInt32(value)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { rest, byte in remainders[Int((rest ^ UInt32(byte)) & 0xFF)] ^ rest >> 8 }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }
}
