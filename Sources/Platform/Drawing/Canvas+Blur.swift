// SPDX-License-Identifier: Apache-2.0
import CPangoCairo

extension Canvas {
  /// The most groups of a drawing that are blurred: each costs a look at every pixel. Of those beyond it nothing is drawn, because
  /// a blur may be there to hide something.
  package static let mostBlurs = 32

  /// The group, blurred by a Gauss curve of this standard deviation in points.
  ///
  /// Three means of neighbours one after the other are a Gauss curve to 3 %. Source: Scalable Vector Graphics 1.1, 15.17.
  package func endGroup(blur deviation: Double) {
    let group = unsafe cairo_pop_group(cairo)
    defer { unsafe cairo_pattern_destroy(group) }
    var surface: OpaquePointer?
    guard deviation >= 0, countBlur(deviation),
      unsafe cairo_pattern_get_surface(group, &surface) == CAIRO_STATUS_SUCCESS,
      let surface = unsafe surface, unsafe cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
    else { return }
    unsafe cairo_surface_flush(surface)
    var (x, y) = (deviation, 0.0)
    unsafe cairo_user_to_device_distance(cairo, &x, &y)
    let width = Int(((x * x + y * y).squareRoot() * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    if width > 1, let bytes = unsafe cairo_image_surface_get_data(surface) {
      let (columns, rows) = unsafe (
        Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
      )
      let rowBytes = unsafe Int(cairo_image_surface_get_stride(surface))
      unsafe PixelMeans(bytes: bytes, columns: columns, rows: rows, rowBytes: rowBytes).soften(width)
    }
    unsafe cairo_surface_mark_dirty(surface)
    unsafe cairo_set_source(cairo, group)
    unsafe cairo_paint(cairo)
  }
}

/// Pixels that become means of their neighbours; the colours are multiplied by the opacity, so that each part is one by itself.
@safe private struct PixelMeans {
  let bytes: UnsafeMutablePointer<UInt8>
  let columns, rows, rowBytes: Int

  /// Three times in each direction; an even width is shifted half a pixel to one side and half to the other.
  func soften(_ width: Int) {
    let half = width / 2
    let boxes =
      width.isMultiple(of: 2)
      ? [(half, half - 1), (half - 1, half), (half, half)] : .init(repeating: (half, half), count: 3)
    var line = [UInt8](repeating: 0, count: max(columns, rows))
    for (before, after) in boxes {
      for row in 0..<rows {
        for part in 0..<4 { mean(row * rowBytes + part, 4, columns, before, after, &line) }
      }
      for column in 0..<columns {
        for part in 0..<4 { mean(column * 4 + part, rowBytes, rows, before, after, &line) }
      }
    }
  }

  /// The means of one part of a row's or column's pixels; beyond the edge there is nothing.
  private func mean(_ start: Int, _ step: Int, _ count: Int, _ before: Int, _ after: Int, _ line: inout [UInt8]) {
    for index in 0..<count { line[index] = unsafe bytes[start + index * step] }
    let width = before + after + 1
    var sum = 0
    for index in 0..<min(after, count) { sum += Int(line[index]) }
    for index in 0..<count {
      if index + after < count { sum += Int(line[index + after]) }
      if index - before > 0 { sum -= Int(line[index - before - 1]) }
      unsafe bytes[start + index * step] = UInt8((sum + width / 2) / width)
    }
  }
}
