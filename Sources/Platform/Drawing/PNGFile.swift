// SPDX-License-Identifier: Apache-2.0
import CZlib

/// Pixels as a PNG file. Cairo's own takes several times as long: it looks for the smallest file, and a lock would wait.
enum PNGFile {
  /// The pixels are as cairo has them: blue, green, red, opacity, the colours multiplied by it.
  static func bytes(_ pixels: Span<UInt8>, rowBytes: Int, width: Int, height: Int) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits for each of red, green, blue and opacity.
    append("IHDR", big(width) + big(height) + [8, 6, 0, 0, 0], to: &file)
    append("IDAT", compressed(filtered(pixels, rowBytes, width, height)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Each row as its difference from the one above: most of a widget is alike from row to row.
  private static func filtered(_ pixels: Span<UInt8>, _ rowBytes: Int, _ width: Int, _ height: Int) -> [UInt8] {
    let length = width * 4
    var above = [UInt8](repeating: 0, count: length)
    var own = above
    var rows: [UInt8] = []
    rows.reserveCapacity((length + 1) * height)
    for y in 0..<height {
      straighten(pixels, from: y * rowBytes, into: &own)
      rows.append(2)
      for index in 0..<length { above[index] = own[index] &- above[index] }
      rows.append(contentsOf: above)
      swap(&own, &above)
    }
    return rows
  }

  /// A row with its colours as they are, in PNG's order.
  private static func straighten(_ pixels: Span<UInt8>, from start: Int, into row: inout [UInt8]) {
    for index in stride(from: 0, to: row.count, by: 4) {
      let opacity = UInt32(pixels[start + index + 3])
      row[index + 3] = UInt8(opacity)
      for part in 0..<3 {
        let value = UInt32(pixels[start + index + 2 - part])
        row[index + part] =
          opacity == 255 ? UInt8(value) : opacity == 0 ? 0 : UInt8(min((value * 255 + opacity / 2) / opacity, 255))
      }
    }
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    // Runs of the same byte are all that is looked for.
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe deflateInit2_(&stream, 1, Z_DEFLATED, 15, 9, Z_RLE, ZLIB_VERSION, size) == Z_OK else { return [] }
    defer { unsafe deflateEnd(&stream) }
    let most = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    var (input, output) = (bytes, [UInt8](repeating: 0, count: most))
    let count = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        unsafe (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(most))
        return unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END ? unsafe Int(stream.total_out) : 0
      }
    }
    return Array(output.prefix(count))
  }

  private static func append(_ name: String, _ bytes: [UInt8], to file: inout [UInt8]) {
    file += big(bytes.count)
    let part = Array(name.utf8) + bytes
    file += part
    let sum = unsafe part.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
    file += big(Int(sum))
  }

  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
