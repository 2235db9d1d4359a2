// SPDX-License-Identifier: Apache-2.0
import CPangoCairo

/// A step of a path, in points.
package enum CanvasStep: Sendable, Hashable {
  case move(Double, Double)
  case line(Double, Double)
  case curve(Double, Double, Double, Double, Double, Double)
  case close
}

/// A colour of sRGB.
package struct CanvasColor: Sendable, Hashable {
  package var red, green, blue, opacity: Double
  package init(_ red: Double, _ green: Double, _ blue: Double, _ opacity: Double) {
    (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
  }
}

/// The paint that fills a path, in points.
package enum CanvasPaint: Sendable, Hashable {
  case color(CanvasColor)
  case linear([(Double, CanvasColor)], Double, Double, Double, Double)
  case radial([(Double, CanvasColor)], Double, Double, Double, Double)

  package static func == (left: CanvasPaint, right: CanvasPaint) -> Bool { left.hashValue == right.hashValue }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .color(let color): hasher.combine(color)
    case .linear(let stops, let a, let b, let c, let d), .radial(let stops, let a, let b, let c, let d):
      for stop in stops {
        hasher.combine(stop.0)
        hasher.combine(stop.1)
      }
      hasher.combine([a, b, c, d])
    }
  }
}

/// A surface of pixels that is drawn on.
@safe package final class Canvas {
  package let width, height: Int
  private let surface: OpaquePointer
  let cairo: OpaquePointer
  private var blurs = 0

  /// The scale is pixels of a point.
  package init(width: Int, height: Int, scale: Double) {
    (self.width, self.height) = (width, height)
    unsafe surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    unsafe cairo = unsafe cairo_create(surface)
    unsafe cairo_scale(cairo, scale, scale)
  }

  deinit {
    unsafe cairo_destroy(cairo)
    unsafe cairo_surface_destroy(surface)
  }

  // MARK: Paths

  private func trace(_ path: [CanvasStep]) {
    unsafe cairo_new_path(cairo)
    for step in path {
      switch step {
      case .move(let x, let y): unsafe cairo_move_to(cairo, x, y)
      case .line(let x, let y): unsafe cairo_line_to(cairo, x, y)
      case .curve(let a, let b, let c, let d, let x, let y): unsafe cairo_curve_to(cairo, a, b, c, d, x, y)
      case .close: unsafe cairo_close_path(cairo)
      }
    }
  }

  private func use(_ paint: CanvasPaint) {
    func gradient(_ pattern: OpaquePointer?, _ stops: [(Double, CanvasColor)]) {
      for (place, color) in stops {
        unsafe cairo_pattern_add_color_stop_rgba(
          pattern, place, color.red, color.green, color.blue, color.opacity)
      }
      unsafe cairo_set_source(cairo, pattern)
      unsafe cairo_pattern_destroy(pattern)
    }
    switch paint {
    case .color(let color): unsafe cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.opacity)
    case .linear(let stops, let x0, let y0, let x1, let y1):
      unsafe gradient(cairo_pattern_create_linear(x0, y0, x1, y1), stops)
    case .radial(let stops, let x, let y, let from, let to):
      unsafe gradient(cairo_pattern_create_radial(x, y, from, x, y, to), stops)
    }
  }

  package func fill(_ path: [CanvasStep], _ paint: CanvasPaint) {
    trace(path)
    use(paint)
    unsafe cairo_fill(cairo)
  }

  package func stroke(
    _ path: [CanvasStep], _ paint: CanvasPaint, width: Double, cap: Int32, join: Int32, dash: [Double]
  ) {
    trace(path)
    use(paint)
    unsafe cairo_set_line_width(cairo, width)
    unsafe cairo_set_line_cap(cairo, cairo_line_cap_t(rawValue: UInt32(cap)))
    unsafe cairo_set_line_join(cairo, cairo_line_join_t(rawValue: UInt32(join)))
    unsafe cairo_set_dash(cairo, dash, Int32(dash.contains { $0 > 0 } ? dash.count : 0), 0)
    unsafe cairo_stroke(cairo)
  }

  package func draw(_ block: TextBlock, _ shaper: TextShaper, x: Double, y: Double) {
    let layout = unsafe shaper.layout(block)
    unsafe cairo_move_to(cairo, x + shaper.shift(of: block), y)
    if let style = block.runs.first?.style, style.rounding > 0 {
      unsafe drawRounded(layout, style)
    } else {
      unsafe pango_cairo_show_layout(cairo, layout)
    }
    unsafe cpango_release(UnsafeMutableRawPointer(layout))
  }

  /// Letters, and a line around them whose corners are round.
  private func drawRounded(_ layout: OpaquePointer, _ style: TextStyle) {
    unsafe cairo_push_group(cairo)
    unsafe pango_cairo_layout_path(cairo, layout)
    unsafe cairo_set_source_rgb(cairo, style.red, style.green, style.blue)
    unsafe cairo_set_line_width(cairo, style.rounding)
    unsafe cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_dash(cairo, [], 0, 0)
    unsafe cairo_fill_preserve(cairo)
    unsafe cairo_stroke(cairo)
    unsafe cairo_pop_group_to_source(cairo)
    unsafe cairo_paint_with_alpha(cairo, style.opacity)
  }

  /// A rectangle with its edges between pixels, at least a pixel wide and high: where nothing is turned, and else as it is.
  package func betweenPixels(
    x: Double, y: Double, width: Double, height: Double
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    var matrix = cairo_matrix_t()
    unsafe cairo_get_matrix(cairo, &matrix)
    let (scales, offsets) = ((matrix.xx, matrix.yy), (matrix.x0, matrix.y0))
    guard matrix.xy == 0 && matrix.yx == 0, scales.0 > 0.1, scales.1 > 0.1, width > 0, height > 0 else {
      return (x, y, width, height)
    }
    func edges(_ start: Double, _ length: Double, _ scale: Double, _ offset: Double) -> (Double, Double) {
      let first = (start * scale + offset).rounded()
      let last = max(((start + length) * scale + offset).rounded(), first + 1)
      return ((first - offset) / scale, (last - first) / scale)
    }
    let across = edges(x, width, scales.0, offsets.0)
    let down = edges(y, height, scales.1, offsets.1)
    return (across.0, down.0, across.1, down.1)
  }

  // MARK: States

  package func save() { unsafe cairo_save(cairo) }
  package func restore() { unsafe cairo_restore(cairo) }

  package func clip(_ path: [CanvasStep]) {
    trace(path)
    unsafe cairo_clip(cairo)
  }

  package func translate(_ x: Double, _ y: Double) { unsafe cairo_translate(cairo, x, y) }
  package func rotate(_ radians: Double) { unsafe cairo_rotate(cairo, radians) }
  package func magnify(_ x: Double, _ y: Double) {
    // Nothing of no size is drawn; cairo would refuse all that follows.
    unsafe cairo_scale(cairo, x == 0 ? 1e-6 : x, y == 0 ? 1e-6 : y)
  }

  /// Begins a group: what is drawn until `endGroup` is composed first.
  package func beginGroup() { unsafe cairo_push_group(cairo) }

  package func endGroup(opacity: Double) {
    unsafe cairo_pop_group_to_source(cairo)
    unsafe cairo_paint_with_alpha(cairo, opacity)
  }

  /// Whether one more group may be blurred.
  func countBlur(_ deviation: Double) -> Bool {
    if deviation > 0 { blurs += 1 }
    return blurs <= Self.mostBlurs
  }

  /// The group, above its shadow: its form in one colour, softened by drawing it several times.
  package func endGroup(shadow color: CanvasColor, radius: Double, x: Double, y: Double) {
    let group = unsafe cairo_pop_group(cairo)
    unsafe cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.opacity / 13)
    for (dx, dy) in Self.softening {
      unsafe cairo_save(cairo)
      unsafe cairo_translate(cairo, x + dx * radius, y + dy * radius)
      unsafe cairo_mask(cairo, group)
      unsafe cairo_restore(cairo)
    }
    unsafe cairo_set_source(cairo, group)
    unsafe cairo_paint(cairo)
    unsafe cairo_pattern_destroy(group)
  }

  private static let softening: [(Double, Double)] = [
    (0, 0), (0.4, 0), (-0.4, 0), (0, 0.4), (0, -0.4), (0.6, 0.6), (-0.6, 0.6), (0.6, -0.6), (-0.6, -0.6), (0.95, 0),
    (-0.95, 0), (0, 0.95), (0, -0.95),
  ]

  /// A picture in a frame; in one colour, where there is a tint.
  package func draw(
    _ picture: Picture, tint: CanvasColor?, x: Double, y: Double, width: Double, height: Double
  ) {
    unsafe cairo_save(cairo)
    unsafe cairo_translate(cairo, x, y)
    magnify(width / Double(picture.width), height / Double(picture.height))
    if let tint {
      unsafe cairo_set_source_rgba(cairo, tint.red, tint.green, tint.blue, tint.opacity)
      unsafe cairo_mask_surface(cairo, picture.surface, 0, 0)
    } else {
      unsafe cairo_set_source_surface(cairo, picture.surface, 0, 0)
      unsafe cairo_paint(cairo)
    }
    unsafe cairo_restore(cairo)
  }

  /// The group before the last is seen through the last.
  package func endMask() {
    let mask = unsafe cairo_pop_group(cairo)
    unsafe cairo_pop_group_to_source(cairo)
    unsafe cairo_mask(cairo, mask)
    unsafe cairo_pattern_destroy(mask)
  }

  // MARK: Pixels

  /// The pixels in rows of four bytes: blue, green, red, opacity, the colours multiplied by it.
  package func withPixels<Result>(_ body: (_ pixels: Span<UInt8>, _ rowBytes: Int) -> Result) -> Result {
    unsafe cairo_surface_flush(surface)
    let row = unsafe Int(cairo_image_surface_get_stride(surface))
    let base = unsafe cairo_image_surface_get_data(surface)
    let pixels = unsafe UnsafeBufferPointer(start: base, count: base == nil ? 0 : row * height)
    return body(unsafe Span(_unsafeElements: pixels), row)
  }

  /// A PNG file of the pixels.
  package func png() -> [UInt8] {
    withPixels { pixels, row in PNGFile.bytes(pixels, rowBytes: row, width: width, height: height) }
  }
}
