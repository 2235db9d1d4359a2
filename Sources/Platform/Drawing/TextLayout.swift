// SPDX-License-Identifier: Apache-2.0
import CPangoCairo

/// Lays texts out, with pango. One thread at a time uses it.
@safe package final class TextShaper {
  private let context: OpaquePointer
  private var faces = FaceBudget()
  private var descriptions: [TextFace: OpaquePointer] = unsafe [:]

  /// The number of faces that were looked for on this machine, which is what takes the time.
  package var faceCount: Int { faces.count }

  package init() {
    let map = unsafe pango_cairo_font_map_get_default()
    unsafe context = unsafe pango_font_map_create_context(map)
    // Layouts are the same at every scale: letters keep their places between pixels.
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_cairo_context_set_resolution(context, 72)
    unsafe pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    unsafe descriptions.values.forEach { unsafe pango_font_description_free($0) }
    unsafe cpango_release(UnsafeMutableRawPointer(context))
  }

  /// The size of a text when it is drawn.
  package func extent(of block: TextBlock) -> TextExtent {
    let layout = unsafe layout(block)
    defer { unsafe cpango_release(UnsafeMutableRawPointer(layout)) }
    var logical = PangoRectangle()
    unsafe pango_layout_get_extents(layout, nil, &logical)
    let lines = unsafe Int(pango_layout_get_line_count(layout))
    let first = unsafe Double(pango_layout_get_baseline(layout)) / scale
    let iterator = unsafe pango_layout_get_iter(layout)
    while unsafe pango_layout_iter_next_line(iterator) != 0 {}
    let last = unsafe Double(pango_layout_iter_get_baseline(iterator)) / scale
    unsafe pango_layout_iter_free(iterator)
    return TextExtent(
      width: Double(logical.width) / scale, height: Double(logical.height) / scale, firstBaseline: first,
      lastBaseline: last, lines: lines, isCut: unsafe pango_layout_is_ellipsized(layout) != 0,
      missing: unsafe Int(pango_layout_get_unknown_glyphs_count(layout)))
  }

  /// The places of the room for pictures, from the text's corner.
  package func rooms(of block: TextBlock) -> [(x: Double, baseline: Double)] {
    let layout = unsafe layout(block)
    defer { unsafe cpango_release(UnsafeMutableRawPointer(layout)) }
    var found: [(x: Double, baseline: Double)] = []
    var offset = 0
    for run in block.runs {
      let text = run.room == nil ? run.string : roomText
      if run.room != nil {
        var place = PangoRectangle()
        unsafe pango_layout_index_to_pos(layout, Int32(offset), &place)
        let baseline = unsafe Double(pango_layout_get_baseline(layout)) / scale
        found.append((Double(place.x) / scale + shift(of: block), baseline))
      }
      offset += text.utf8.count
    }
    return found
  }

  /// The pieces of a text, stretch by stretch as it is seen from left to right.
  package func pieces(of block: TextBlock) -> [TextPiece] {
    let layout = unsafe layout(block)
    defer { unsafe cpango_release(UnsafeMutableRawPointer(layout)) }
    let bytes = Array(block.runs.map { $0.room == nil ? $0.string : roomText }.joined().utf8)
    var ends: [Int] = []
    for run in block.runs { ends.append((ends.last ?? 0) + (run.room == nil ? run.string : roomText).utf8.count) }
    var pieces: [TextPiece] = []
    let iterator = unsafe pango_layout_get_iter(layout)
    defer { unsafe pango_layout_iter_free(iterator) }
    repeat {
      guard let run = unsafe pango_layout_iter_get_run_readonly(iterator), let item = unsafe run.pointee.item else {
        continue
      }
      let (start, count) = unsafe (Int(item.pointee.offset), Int(item.pointee.length))
      let analysis = unsafe item.pointee.analysis
      guard let index = ends.firstIndex(where: { $0 > start }), block.runs[index].room == nil else { continue }
      let isEllipsis = unsafe Int32(analysis.flags) & Int32(PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0
      var logical = PangoRectangle()
      unsafe pango_layout_iter_get_run_extents(iterator, nil, &logical)
      let baseline = unsafe Double(pango_layout_iter_get_run_baseline(iterator)) / scale
      let left = Double(logical.x) / scale + shift(of: block)
      pieces.append(
        TextPiece(
          text: isEllipsis
            ? "\u{2026}" : String(decoding: bytes[start..<min(start + count, bytes.count)], as: UTF8.self),
          run: index, x: left, width: Double(logical.width) / scale, baseline: baseline,
          readsFromRight: unsafe analysis.level % 2 == 1))
    } while unsafe pango_layout_iter_next_run(iterator) != 0
    return pieces
  }

  /// The room around a line's letters that pango counts when it breaks and cuts lines, and takes away once they stand: without it a
  /// text would not fit into its own width.
  private func outerTracking(of block: TextBlock) -> Double { max(block.runs.map(\.style.tracking).max() ?? 0, 0) }

  /// How far what stands in the middle or at the end of a line stands too far on, by that room.
  func shift(of block: TextBlock) -> Double {
    guard block.width != nil else { return 0 }
    return switch block.alignment {
    case .leading: block.readsFromRight ? -outerTracking(of: block) : 0
    case .center: -outerTracking(of: block) / 2
    case .trailing: block.readsFromRight ? 0 : -outerTracking(of: block)
    }
  }

  func layout(_ block: TextBlock) -> OpaquePointer {
    let layout: OpaquePointer = unsafe pango_layout_new(context)
    let text = block.runs.map { $0.room == nil ? $0.string : roomText }.joined()
    unsafe pango_layout_set_text(layout, text, Int32(text.utf8.count))
    unsafe pango_layout_set_auto_dir(layout, 0)
    let attributes = unsafe attributes(of: block)
    unsafe pango_layout_set_attributes(layout, attributes)
    unsafe pango_attr_list_unref(attributes)
    if let first = block.runs.first { unsafe pango_layout_set_font_description(layout, description(first.style)) }
    if let width = block.width {
      unsafe pango_layout_set_width(layout, Int32(min(width + outerTracking(of: block), 1e5) * scale))
    }
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if let limit = block.lineLimit { unsafe pango_layout_set_height(layout, -Int32(clamping: limit)) }
    if block.lineLimit != nil && block.width != nil {
      let cut: PangoEllipsizeMode =
        switch block.cut {
        case .start: PANGO_ELLIPSIZE_START
        case .middle: PANGO_ELLIPSIZE_MIDDLE
        case .end: PANGO_ELLIPSIZE_END
        }
      unsafe pango_layout_set_ellipsize(layout, cut)
    }
    let alignment: PangoAlignment =
      switch block.alignment {
      case .leading: block.readsFromRight ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
      case .center: PANGO_ALIGN_CENTER
      case .trailing: block.readsFromRight ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
      }
    unsafe pango_layout_set_alignment(layout, alignment)
    if block.lineSpacing > 0 { unsafe pango_layout_set_spacing(layout, Int32(block.lineSpacing * scale)) }
    return unsafe layout
  }

  private func description(_ style: TextStyle) -> OpaquePointer {
    let face = faces.face(
      for: TextFace(families: style.families, size: style.size, weight: style.weight, isItalic: style.isItalic))
    if let known = unsafe descriptions[face] { return unsafe known }
    let description: OpaquePointer = unsafe pango_font_description_new()
    unsafe pango_font_description_set_family(description, face.families)
    unsafe pango_font_description_set_absolute_size(description, face.size * scale)
    unsafe pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(face.weight)))
    if face.isItalic { unsafe pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    unsafe descriptions[face] = description
    return unsafe description
  }

  /// The family of the face in which a style's letters are drawn, of those that it names or one that stands for them.
  package func family(for style: TextStyle) -> String? {
    guard let font = unsafe pango_context_load_font(context, description(style)) else { return nil }
    defer { unsafe cpango_release(UnsafeMutableRawPointer(font)) }
    guard let found: OpaquePointer = unsafe pango_font_describe(font) else { return nil }
    defer { unsafe pango_font_description_free(found) }
    return unsafe pango_font_description_get_family(found).map { unsafe String(cString: $0) }
  }

  private func attributes(of block: TextBlock) -> OpaquePointer {
    let list: OpaquePointer = unsafe pango_attr_list_new()
    var start: UInt32 = 0
    for run in block.runs {
      let end = start + UInt32((run.room == nil ? run.string : roomText).utf8.count)
      func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>) {
        unsafe (attribute.pointee.start_index, attribute.pointee.end_index) = (start, end)
        unsafe pango_attr_list_insert(list, attribute)
      }
      let style = run.style
      // A word that does not fit is broken as it is, without a letter that is not in it.
      unsafe insert(pango_attr_insert_hyphens_new(0))
      unsafe insert(pango_attr_font_desc_new(description(style)))
      func part(_ value: Double) -> UInt16 { UInt16(min(max(value, 0), 1) * 65535) }
      unsafe insert(pango_attr_foreground_new(part(style.red), part(style.green), part(style.blue)))
      unsafe insert(pango_attr_foreground_alpha_new(max(part(style.opacity), 1)))
      if style.isUnderlined { unsafe insert(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
      if style.isStruck { unsafe insert(pango_attr_strikethrough_new(1)) }
      if style.tracking != 0 { unsafe insert(pango_attr_letter_spacing_new(Int32(style.tracking * scale))) }
      if style.rise != 0 { unsafe insert(pango_attr_rise_new(Int32(style.rise * scale))) }
      let features = (style.hasEqualDigits ? ["tnum=1"] : []) + (style.isUnkerned ? ["kern=0"] : [])
      if !features.isEmpty { unsafe insert(pango_attr_font_features_new(features.joined(separator: ", "))) }
      if let room = run.room {
        var box = PangoRectangle(
          x: 0, y: -Int32(room.ascent * scale), width: Int32(room.width * scale),
          height: Int32((room.ascent + room.descent) * scale))
        let copy = box
        unsafe insert(pango_attr_shape_new(&box, [copy]))
      }
      start = end
    }
    return unsafe list
  }
}

/// The character that stands for an object.
private let roomText = "\u{FFFC}"
private let scale = Double(PANGO_SCALE)
