// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// A diagram. Places are parts of the diagram's width and height, from the bottom at the leading side.
package struct ChartNode: Sendable, Hashable {
  package var marks: [Mark]
  /// Labels along the bottom and the side, with lines across the diagram.
  package var bottom: Axis
  package var side: Axis
  /// The paints and the categories they stand for; empty without a legend.
  package var legend: [LegendEntry]
  package var face: Typeface
  package var ink: Ink

  package enum Mark: Sendable, Hashable {
    /// A bar as wide as its rectangle, or so many points.
    case bar(Rectangle, width: Double?, radius: Double, Paint)
    case line([Point], Curve, Stroke)
    /// The upper and the lower edge, both from the leading side.
    case area([Point], [Point], Curve, Paint)
    case point(Point, Symbol, width: Double, Paint)
    case rule(Point, Point, Stroke)
    case sector(Sector, Paint)
  }

  /// The way in which a line leads from point to point.
  package enum Curve: UInt8, Sendable, CaseIterable, Archivable {
    case linear = 1, smooth, stepStart, stepCenter, stepEnd
  }

  package enum Symbol: UInt8, Sendable, CaseIterable, Archivable {
    case circle = 1, square, triangle, diamond, plus, cross
  }

  package struct Axis: Sendable, Hashable {
    package var labels: [Label]
    package var hasLines: Bool
    /// Whether the side's labels are before the diagram rather than behind it.
    package var isLeading: Bool

    package init(_ labels: [Label] = [], hasLines: Bool = false, isLeading: Bool = false) {
      (self.labels, self.hasLines, self.isLeading) = (labels, hasLines, isLeading)
    }
  }

  package struct Label: Sendable, Hashable {
    package var text: String
    package var place: Double
    package init(_ text: String, at place: Double) { (self.text, self.place) = (text, place) }
  }

  package struct LegendEntry: Sendable, Hashable {
    package var text: String
    package var paint: Paint
    package init(_ text: String, _ paint: Paint) { (self.text, self.paint) = (text, paint) }
  }

  package init(
    marks: [Mark], bottom: Axis = Axis(), side: Axis = Axis(), legend: [LegendEntry] = [], face: Typeface, ink: Ink
  ) {
    (self.marks, self.bottom, self.side) = (marks, bottom, side)
    (self.legend, self.face, self.ink) = (legend, face, ink)
  }

  static let mostMarks = 4000
  static let mostPoints = 20_000
}

// MARK: - As bytes

extension ChartNode: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(marks, bottom, side, legend, face, ink)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(
      marks: try reader.value(), bottom: try reader.value(), side: try reader.value(), legend: try reader.value(),
      face: try reader.value(), ink: try reader.value())
    guard marks.count <= Self.mostMarks, bottom.labels.count + side.labels.count + legend.count <= 200,
      marks.reduce(0, { $0 + $1.points }) <= Self.mostPoints
    else { throw .badValue }
  }
}

extension ChartNode.Mark: Archivable {
  var points: Int {
    switch self {
    case .line(let points, _, _): points.count
    case .area(let upper, let lower, _, _): upper.count + lower.count
    case .bar, .point, .rule, .sector: 1
    }
  }

  package func write(to writer: inout ArchiveWriter) {
    func write(_ tag: UInt8, _ values: any Archivable...) {
      writer.append(byte: tag)
      for value in values { value.write(to: &writer) }
    }
    switch self {
    case .bar(let frame, let width, let radius, let paint): write(1, frame, width, radius, paint)
    case .line(let points, let curve, let stroke): write(2, points, curve, stroke)
    case .area(let upper, let lower, let curve, let paint): write(3, upper, lower, curve, paint)
    case .point(let point, let symbol, let width, let paint): write(4, point, symbol, width, paint)
    case .rule(let from, let to, let stroke): write(5, from, to, stroke)
    case .sector(let sector, let paint): write(6, sector, paint)
    }
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    switch try reader.byte() {
    case 1:
      self = .bar(try reader.value(), width: try reader.value(), radius: try reader.value(), try reader.value())
    case 2: self = .line(try reader.value(), try reader.value(), try reader.value())
    case 3: self = .area(try reader.value(), try reader.value(), try reader.value(), try reader.value())
    case 4: self = .point(try reader.value(), try reader.value(), width: try reader.value(), try reader.value())
    case 5: self = .rule(try reader.value(), try reader.value(), try reader.value())
    case 6: self = .sector(try reader.value(), try reader.value())
    default: throw .badValue
    }
  }
}

extension ChartNode.Axis: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(labels, hasLines, isLeading)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), hasLines: try reader.value(), isLeading: try reader.value())
  }
}

extension ChartNode.Label: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(text, place)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), at: try reader.value())
  }
}

extension ChartNode.LegendEntry: Archivable {
  package func write(to writer: inout ArchiveWriter) {
    writer.append(text, paint)
  }

  package init(from reader: inout ArchiveReader) throws(WireError) {
    self.init(try reader.value(), try reader.value())
  }
}
