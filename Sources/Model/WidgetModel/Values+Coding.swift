// SPDX-License-Identifier: Apache-2.0
package import WireFormat

extension HorizontalPlacement: Archivable {}
extension VerticalPlacement: Archivable {}
extension Typeface.Design: Archivable {}
extension Typeface.Digits: Archivable {}
extension TextNode.Truncation: Archivable {}
extension ImageNode.Sizing: Archivable {}
extension Stroke.Cap: Archivable {}
extension Stroke.Join: Archivable {}
extension StackNode.Axis: Archivable {}
extension Modifier.Fit: Archivable {}
extension GaugeNode.Style: Archivable {}
extension PictureTone: Archivable {}
extension Reasons: Archivable {}
extension TextRun.Lines: Archivable {}

extension Point: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(x, y)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}

extension Size: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(width, height)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}

extension Rectangle: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    for value in [x, y, width, height] { writer.append(value) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value(), try reader.value(), try reader.value())
  }
}

extension Edges: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    for value in [top, leading, bottom, trailing] { writer.append(value) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value(), try reader.value(), try reader.value())
  }
}

extension UnitPlace: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(x, y)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}

extension Placement: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(horizontal, vertical)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}

// MARK: - Paint

extension Ink: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    for value in [red, green, blue, opacity] { writer.append(value) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    let parts: [Double] = [try reader.value(), try reader.value(), try reader.value(), try reader.value()]
    guard parts.allSatisfy((0...1).contains) else { throw .badValue }
    self.init(parts[0], parts[1], parts[2], parts[3])
  }
}

extension GradientStop: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(ink, place)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), at: try reader.value())
  }
}

extension Paint: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .ink(let ink):
      writer.append(byte: 1)
      writer.append(ink)
    case .linear(let stops, let from, let to):
      writer.append(byte: 2)
      writer.append(stops, from, to)
    case .radial(let stops, let center, let from, let to):
      writer.append(byte: 3)
      writer.append(stops, center, from, to)
    case .angular(let stops, let center, let from, let to):
      writer.append(byte: 4)
      writer.append(stops, center, from, to)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .ink(try reader.value())
    case 2: self = .linear(try reader.value(), from: try reader.value(), to: try reader.value())
    case 3:
      self = .radial(
        try reader.value(), center: try reader.value(), from: try reader.value(), to: try reader.value())
    case 4:
      self = .angular(
        try reader.value(), center: try reader.value(), from: try reader.value(), to: try reader.value())
    default: throw .badValue
    }
  }
}

// MARK: - Texts and pictures

extension Typeface: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(size, weight)
    writer.append(byte: family == nil ? design.rawValue : Self.named)
    writer.append(isItalic, digits)
    if let family { writer.append(family, design) }
  }

  /// The mark of a face with a family, in place of its design: without one, a face is written as it was before there were families.
  private static let named: UInt8 = 5
  private static let longestFamily = 64

  /// A family that can be asked for: no list, and nothing but the characters of names.
  package static func family(_ name: String) -> String? {
    let isName = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_.&'".unicodeScalars.contains($0)
    }
    return isName && !name.isEmpty && name.utf8.count <= longestFamily ? name : nil
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    let (size, weight): (Double, UInt16) = (try reader.value(), try reader.value())
    let mark = try reader.byte()
    guard mark == Self.named || Design(rawValue: mark) != nil else { throw .badValue }
    self.init(
      size: size, weight: weight, design: Design(rawValue: mark) ?? .standard, isItalic: try reader.value(),
      digits: try reader.value())
    if mark == Self.named {
      guard let family = Self.family(try reader.value()) else { throw .badValue }
      (self.family, design) = (family, try reader.value())
    }
    guard (0.5...1000).contains(size), (1...1000).contains(weight) else { throw .badValue }
  }
}

extension TextRun: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(string, face, paint, lines, tracking, rise, symbol)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      try reader.value(), face: try reader.value(), paint: try reader.value(), lines: try reader.value(),
      tracking: try reader.value(), rise: try reader.value(), symbol: try reader.value())
    guard string.utf8.count <= 10_000 else { throw .badValue }
  }
}

extension TextNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(runs, lineLimit, alignment, truncation, minimumScale, lineSpacing)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      try reader.value(), lineLimit: try reader.value(), alignment: try reader.value(),
      truncation: try reader.value(), minimumScale: try reader.value(), lineSpacing: try reader.value())
    guard (lineLimit ?? 1) > 0, (0.01...1).contains(minimumScale) else { throw .badValue }
  }
}

extension ImageNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch source {
    case .symbol(let name):
      writer.append(byte: 1)
      writer.append(name)
    case .png(let bytes, let scale):
      writer.append(byte: 2)
      writer.append(integer: UInt32(bytes.count))
      writer.append(raw: bytes)
      writer.append(scale)
    case .drawing(let shapes, let size):
      writer.append(byte: 3)
      writer.append(shapes, size)
    }
    writer.append(sizing, paint, face)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: source = .symbol(try reader.value())
    case 2:
      source = .png(Array(try reader.raw(try reader.count())), scale: try reader.value())
    case 3:
      let (shapes, size): ([ShapeNode], Size) = (try reader.value(), try reader.value())
      guard shapes.count <= 5000, size.width > 0, size.height > 0 else { throw .badValue }
      source = .drawing(shapes, size)
    default: throw .badValue
    }
    (sizing, paint, face) = (try reader.value(), try reader.value(), try reader.value())
  }
}

// MARK: - Forms

extension PathStep: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .move(let point):
      writer.append(byte: 1)
      writer.append(point)
    case .line(let point):
      writer.append(byte: 2)
      writer.append(point)
    case .curve(let first, let second, let end):
      writer.append(byte: 3)
      for point in [first, second, end] { writer.append(point) }
    case .close: writer.append(byte: 4)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .move(try reader.value())
    case 2: self = .line(try reader.value())
    case 3: self = .curve(try reader.value(), try reader.value(), to: try reader.value())
    case 4: self = .close
    default: throw .badValue
    }
  }
}

extension Outline: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    switch self {
    case .rectangle: writer.append(byte: 1)
    case .rounded(let radius):
      writer.append(byte: 2)
      writer.append(radius)
    case .uneven(let first, let second, let third, let fourth):
      writer.append(byte: 3)
      for radius in [first, second, third, fourth] { writer.append(radius) }
    case .circle: writer.append(byte: 4)
    case .ellipse: writer.append(byte: 5)
    case .capsule: writer.append(byte: 6)
    case .containerRelative: writer.append(byte: 7)
    case .path(let steps):
      writer.append(byte: 8)
      writer.append(steps)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1: self = .rectangle
    case 2: self = .rounded(radius: try reader.value())
    case 3: self = .uneven(try reader.value(), try reader.value(), try reader.value(), try reader.value())
    case 4: self = .circle
    case 5: self = .ellipse
    case 6: self = .capsule
    case 7: self = .containerRelative
    case 8: self = .path(try reader.value())
    default: throw .badValue
    }
  }
}

extension Stroke: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(paint, width, cap, join, dash)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      paint: try reader.value(), width: try reader.value(), cap: try reader.value(), join: try reader.value(),
      dash: try reader.value())
    guard width >= 0, dash.count <= 32, dash.allSatisfy({ $0 >= 0 }) else { throw .badValue }
  }
}

extension ShapeNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(outline, fill, stroke)
    for value in [inset, trim.lowerBound, trim.upperBound, rotation] { writer.append(value) }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    (outline, fill, stroke, inset) = (
      try reader.value(), try reader.value(), try reader.value(), try reader.value()
    )
    let (from, to): (Double, Double) = (try reader.value(), try reader.value())
    guard 0 <= from, from <= to, to <= 1 else { throw .badValue }
    (trim, rotation) = (from...to, try reader.value())
  }
}
