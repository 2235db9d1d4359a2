// SPDX-License-Identifier: Apache-2.0
import CPangoCairo

/// A picture that was read from a PNG file of a stranger's: read where nothing can be lost.
@safe package final class Picture {
  let surface: OpaquePointer
  package let width, height: Int

  private static let largest = 4096

  /// Nil where the bytes are no PNG file, or one of a picture that is too large.
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
    // Neighbours often have one colour.
    var (last, made): ([UInt8], [UInt8]) = ([], [])
    for start in stride(from: 0, to: pixels.count, by: rowBytes) {
      for at in stride(from: start, to: start + 4 * width, by: 4) where pixels[at + 3] > 0 {
        let pixel = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
        if pixel != last {
          let opacity = Double(pixel[3])
          func part(_ index: Int) -> Double { min(Double(pixel[index]) / opacity, 1) }
          let color = change(CanvasColor(part(2), part(1), part(0), opacity / 255))
          func byte(_ part: Double) -> UInt8 { UInt8(min(max(part * color.opacity, 0), 1) * 255 + 0.5) }
          (last, made) = (pixel, [byte(color.blue), byte(color.green), byte(color.red), byte(1)])
        }
        for index in 0..<4 { pixels[at + index] = made[index] }
      }
    }
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
