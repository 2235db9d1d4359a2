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

  deinit { unsafe cairo_surface_destroy(surface) }
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
