// SPDX-License-Identifier: Apache-2.0
import CPangoCairo

/// A picture that was read from a PNG file of a stranger's: read where nothing can be lost.
@safe package final class Picture {
  let surface: OpaquePointer
  package let width, height: Int

  private static let largest = 4096

  /// Reads a picture; nil where the bytes are no PNG file, or one of a picture that is too large.
  package init?(png bytes: [UInt8]) {
    // The header says how much memory the rest will take.
    guard bytes.count >= 24 else { return nil }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard (1...Self.largest).contains(number(16)), (1...Self.largest).contains(number(20)) else { return nil }
    var source = PNGSource(bytes: bytes)
    let surface = unsafe withUnsafeMutablePointer(to: &source) { source in
      unsafe cairo_image_surface_create_from_png_stream(take, source)
    }
    guard let surface = unsafe surface, unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      if let surface = unsafe surface { unsafe cairo_surface_destroy(surface) }
      return nil
    }
    unsafe self.surface = unsafe surface
    width = unsafe Int(cairo_image_surface_get_width(surface))
    height = unsafe Int(cairo_image_surface_get_height(surface))
  }

  private init(owning surface: OpaquePointer, _ width: Int, _ height: Int) {
    unsafe self.surface = unsafe surface
    (self.width, self.height) = (width, height)
  }

  deinit { unsafe cairo_surface_destroy(surface) }

  /// The picture with each colour changed in the same way. What is not seen stays so.
  package func changed(_ change: (CanvasColor) -> CanvasColor) -> Picture {
    guard let copy = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
      return self
    }
    let cairo = unsafe cairo_create(copy)
    unsafe cairo_set_source_surface(cairo, surface, 0, 0)
    unsafe cairo_paint(cairo)
    unsafe cairo_destroy(cairo)
    unsafe cairo_surface_flush(copy)
    let row = unsafe Int(cairo_image_surface_get_stride(copy))
    if let data = unsafe cairo_image_surface_get_data(copy) {
      var pixels = unsafe MutableSpan(_unsafeElements: UnsafeMutableBufferPointer(start: data, count: row * height))
      Self.change(&pixels, rowBytes: row, width: width, change)
    }
    unsafe cairo_surface_mark_dirty(copy)
    return unsafe Picture(owning: copy, width, height)
  }

  /// Changes rows of four bytes: blue, green, red, opacity, the colours multiplied by it.
  private static func change(
    _ pixels: inout MutableSpan<UInt8>, rowBytes: Int, width: Int,
    _ change: (CanvasColor) -> CanvasColor
  ) {
    // A picture of sixteen million points has a few colours, or neighbours that are alike: each is changed once while it is
    // remembered, a pixel in the upper half of a number and what it becomes in the lower.
    var known = [UInt64](repeating: 0, count: 1 << placeBits)
    for start in stride(from: 0, to: pixels.count, by: rowBytes) {
      for at in stride(from: start, to: start + 4 * width, by: 4) where pixels[at + 3] > 0 {
        let pixel = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(pixels[at + $1]) }
        let place = Int((pixel &* 0x9E37_79B1) >> (32 - placeBits))
        if known[place] >> 32 != UInt64(pixel) {
          known[place] = UInt64(pixel) << 32 | UInt64(changed(pixel, change))
        }
        for index in 0..<4 { pixels[at + index] = UInt8(truncatingIfNeeded: known[place] >> (24 - 8 * index)) }
      }
    }
  }

  private static let placeBits = 10

  /// Blue is first, in the highest bits.
  private static func changed(_ pixel: UInt32, _ change: (CanvasColor) -> CanvasColor) -> UInt32 {
    func part(_ bits: UInt32) -> Double { Double(pixel >> bits & 255) }
    let opacity = part(0)
    func share(_ bits: UInt32) -> Double { min(part(bits) / opacity, 1) }
    let color = change(CanvasColor(share(8), share(16), share(24), opacity / 255))
    func byte(_ part: Double) -> UInt32 { UInt32(min(max(part * color.opacity, 0), 1) * 255 + 0.5) }
    return byte(color.blue) << 24 | byte(color.green) << 16 | byte(color.red) << 8 | byte(1)
  }

  /// A PNG file of the picture, at its own size.
  package func png() -> [UInt8] {
    let canvas = Canvas(width: width, height: height, scale: 1)
    canvas.draw(self, tint: nil, x: 0, y: 0, width: Double(width), height: Double(height))
    return canvas.png()
  }
}

private struct PNGSource {
  let bytes: [UInt8]
  var offset = 0
}

private func take(
  _ source: UnsafeMutableRawPointer?, _ target: UnsafeMutablePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let source = unsafe source?.assumingMemoryBound(to: PNGSource.self), let target = unsafe target else {
    return CAIRO_STATUS_READ_ERROR
  }
  let offset = unsafe source.pointee.offset
  guard unsafe Int(count) <= source.pointee.bytes.count - offset else { return CAIRO_STATUS_READ_ERROR }
  for index in 0..<Int(count) { unsafe target[index] = source.pointee.bytes[offset + index] }
  unsafe source.pointee.offset += Int(count)
  return CAIRO_STATUS_SUCCESS
}
