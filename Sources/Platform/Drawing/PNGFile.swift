// SPDX-License-Identifier: Apache-2.0
import CIgzip

/// Pixels as a PNG file. Cairo's own takes several times as long: it looks for the smallest file, and a lock would wait.
enum PNGFile {
  /// Encodes pixels as cairo has them: blue, green, red, opacity, the colours multiplied by it.
  static func bytes(_ pixels: Span<UInt8>, rowBytes: Int, width: Int, height: Int) -> [UInt8] {
    let rows = PNGRows(pixels, rowBytes: rowBytes, width: width, height: height)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", big(width) + big(height) + [8, rows.form.rawValue, 0, 0, 0], to: &file)
    if let colors = rows.palette {
      append("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] }, to: &file)
      if colors.contains(where: { $0.opacity < 255 }) { append("tRNS", colors.map(\.opacity), to: &file) }
    }
    append("IDAT", compressed(rows.bytes), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let most = igzip_zlib_bound(bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: most) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        count = unsafe igzip_zlib(input.baseAddress, input.count, output.baseAddress, most)
      }
    }
  }

  private static func append(_ name: String, _ bytes: [UInt8], to file: inout [UInt8]) {
    file += big(bytes.count)
    let start = file.count
    file += name.utf8
    file += bytes
    let sum = unsafe file.withUnsafeBufferPointer { file in
      unsafe igzip_crc32(file.baseAddress?.advanced(by: start), file.count - start)
    }
    file += big(Int(sum))
  }

  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
