// SPDX-License-Identifier: Apache-2.0
import Glibc
import WidgetModel

// Charts, as the shapes and texts that they are drawn with.
extension DisplayList {
  private static let gap = 6.0
  private static let dot = 7.0

  mutating func append(_ chart: ChartNode, in frame: Rectangle, _ measuring: some TextMeasuring) {
    func size(_ text: String) -> Size { measuring.measure(chart.text(text), width: nil).extent.size }
    let side = chart.side.labels.map { size($0.text) }
    let below = chart.bottom.labels.map { size($0.text) }
    let legend = chart.legend.map { size($0.text) }
    let legendHeight = legend.map { $0.height + Self.gap }.max() ?? 0
    let sideWidth = (side.map(\.width).max() ?? 0) + (side.isEmpty ? 0 : Self.gap)
    let belowHeight = below.map { $0.height + 4 }.max() ?? 0
    // Half of the uppermost label stands above the plot.
    let above = (side.first?.height ?? 0) / 2
    let plot = frame.inset(
      by: Edges(
        above, chart.side.isLeading ? sideWidth : 0, max(belowHeight, above) + legendHeight,
        chart.side.isLeading ? 0 : sideWidth))
    for (label, size) in zip(chart.side.labels, side) {
      let y = plot.y + plot.height * (1 - label.place)
      if chart.side.hasLines { line(Rectangle(plot.x, y - 0.25, plot.width, 0.5), chart.ink) }
      let x = chart.side.isLeading ? plot.x - Self.gap - size.width : plot.x + plot.width + Self.gap
      items.append(.text(chart.text(label.text), Rectangle(Point(x, y - size.height / 2), size)))
    }
    for label in chart.bottom.labels where chart.bottom.hasLines {
      line(Rectangle(plot.x + plot.width * label.place - 0.25, plot.y, 0.5, plot.height), chart.ink)
    }
    for mark in chart.marks { append(mark, plot) }
    var free = frame.x
    for (label, size) in zip(chart.bottom.labels, below) {
      let middle = plot.x + plot.width * label.place
      let x = max(min(middle - size.width / 2, frame.x + frame.width - size.width), frame.x)
      // A label that would run into the one before is left out.
      guard x >= free else { continue }
      free = x + size.width + 4
      items.append(.text(chart.text(label.text), Rectangle(Point(x, plot.y + plot.height + 4), size)))
    }
    append(chart.legend, legend, Point(plot.x, frame.y + frame.height), chart)
  }

  private mutating func append(_ legend: [ChartNode.LegendEntry], _ sizes: [Size], _ corner: Point, _ chart: ChartNode)
  {
    var x = corner.x
    for (entry, size) in zip(legend, sizes) {
      let y = corner.y - size.height
      let dot = Rectangle(x, y + (size.height - Self.dot) / 2, Self.dot, Self.dot)
      items.append(.shape(ShapeNode(.circle, fill: entry.paint), dot))
      items.append(.text(chart.text(entry.text), Rectangle(Point(x + Self.dot + 4, y), size)))
      x += Self.dot + 4 + size.width + 12
    }
  }

  private mutating func line(_ frame: Rectangle, _ ink: Ink) {
    items.append(.shape(ShapeNode(.rectangle, fill: .ink(ink.faded(by: 0.35))), frame))
  }

  // MARK: Marks

  private mutating func append(_ mark: ChartNode.Mark, _ plot: Rectangle) {
    func place(_ point: Point) -> Point {
      Point(plot.x + plot.width * point.x, plot.y + plot.height * (1 - point.y))
    }
    switch mark {
    case .bar(let bar, let points, let radius, let paint):
      let (low, high) = (place(Point(bar.x, bar.y)), place(Point(bar.x + bar.width, bar.y + bar.height)))
      var frame = Rectangle(low.x, high.y, max(high.x - low.x, 0.5), max(low.y - high.y, 0.5))
      if let points, bar.width < bar.height || bar.width * plot.width < points {
        frame = Rectangle(frame.middle.x - points / 2, frame.y, points, frame.height)
      }
      items.append(
        .shape(ShapeNode(.rounded(radius: min(radius, frame.width / 2, frame.height / 2)), fill: paint), frame))
    case .line(let points, let curve, let stroke):
      append(Self.steps(points.map(place), curve, from: nil), stroke: stroke)
    case .area(let upper, let lower, let curve, let paint):
      guard let corner = lower.last else { return }
      let edge = Self.steps(upper.map(place), curve, from: nil)
      let back = Self.steps(lower.reversed().map(place), curve.reversed, from: place(corner))
      append(edge + back + [.close], fill: paint)
    case .point(let point, let symbol, let width, let paint):
      let middle = place(point)
      let frame = Rectangle(middle.x - width / 2, middle.y - width / 2, width, width)
      if let steps = symbol.steps(width) {
        items.append(.shape(ShapeNode(.path(steps), fill: paint), frame))
      } else {
        items.append(.shape(ShapeNode(symbol == .square ? .rectangle : .circle, fill: paint), frame))
      }
    case .sector(let sector, let paint):
      if let outline = SectorOutline(sector, in: plot) { append(outline.steps, fill: paint) }
    case .rule(let from, let to, let stroke): append([.move(place(from)), .line(place(to))], stroke: stroke)
    }
  }

  /// Draws steps in the rectangle around them, which gradients follow.
  private mutating func append(_ steps: [PathStep], fill: Paint? = nil, stroke: Stroke? = nil) {
    let points = steps.flatMap(\.points)
    guard let first = points.first else { return }
    let x = points.reduce((first.x, first.x)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    let y = points.reduce((first.y, first.y)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    let frame = Rectangle(x.0, y.0, x.1 - x.0, y.1 - y.0)
    let moved = steps.map { $0.moved(-frame.x, -frame.y) }
    items.append(.shape(ShapeNode(.path(moved), fill: fill, stroke: stroke), frame))
  }

  /// A line through points; one that goes on from a point begins with a line.
  private static func steps(_ points: [Point], _ curve: ChartNode.Curve, from start: Point?) -> [PathStep] {
    guard let first = points.first else { return [] }
    var steps: [PathStep] = [start == nil ? .move(first) : .line(first)]
    let slopes = curve == .smooth ? slopes(points) : []
    for index in points.indices.dropFirst() {
      let (a, b) = (points[index - 1], points[index])
      switch curve {
      case .linear: steps.append(.line(b))
      case .smooth:
        let third = (b.x - a.x) / 3
        steps.append(
          .curve(
            Point(a.x + third, a.y + third * slopes[index - 1]), Point(b.x - third, b.y - third * slopes[index]), to: b)
        )
      case .stepStart: steps += [.line(Point(a.x, b.y)), .line(b)]
      case .stepEnd: steps += [.line(Point(b.x, a.y)), .line(b)]
      case .stepCenter:
        let middle = (a.x + b.x) / 2
        steps += [.line(Point(middle, a.y)), .line(Point(middle, b.y)), .line(b)]
      }
    }
    return steps
  }

  /// The slopes of a curve that never leads beyond its points: Fritsch and Carlson, 1980.
  private static func slopes(_ points: [Point]) -> [Double] {
    guard points.count > 1 else { return points.map { _ in 0 } }
    let parts = zip(points, points.dropFirst()).map { $1.x == $0.x ? 0 : ($1.y - $0.y) / ($1.x - $0.x) }
    return points.indices.map { index in
      if index == 0 { return parts[0] }
      if index == points.count - 1 { return parts[index - 1] }
      let (before, after) = (parts[index - 1], parts[index])
      guard before * after > 0 else { return 0 }
      return 2 * before * after / (before + after)
    }
  }
}

extension ChartNode {
  fileprivate func text(_ string: String) -> TextNode {
    TextNode([TextRun(string, face: face, paint: .ink(ink))], lineLimit: 1)
  }
}

extension ChartNode.Curve {
  /// The curve drawn from its end.
  fileprivate var reversed: ChartNode.Curve {
    switch self {
    case .stepStart: .stepEnd
    case .stepEnd: .stepStart
    default: self
    }
  }
}

extension ChartNode.Symbol {
  /// The outline of a symbol by its steps; nil for those that are outlines by name.
  fileprivate func steps(_ width: Double) -> [PathStep]? {
    func polygon(_ places: [(Double, Double)]) -> [PathStep] {
      places.enumerated().map { index, place in
        let point = Point(place.0 * width, place.1 * width)
        return index == 0 ? .move(point) : .line(point)
      } + [.close]
    }
    let plus = [
      (0.35, 0.0), (0.65, 0), (0.65, 0.35), (1, 0.35), (1, 0.65), (0.65, 0.65), (0.65, 1), (0.35, 1), (0.35, 0.65),
      (0, 0.65), (0, 0.35), (0.35, 0.35),
    ]
    switch self {
    case .circle, .square: return nil
    case .triangle: return polygon([(0.5, 0), (1, 1), (0, 1)])
    case .diamond: return polygon([(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)])
    case .plus: return polygon(plus)
    case .cross:
      let half = 0.5.squareRoot()
      return polygon(
        plus.map { (0.5 + half * (($0.0 - 0.5) - ($0.1 - 0.5)), 0.5 + half * (($0.0 - 0.5) + ($0.1 - 0.5))) })
    }
  }
}

extension PathStep {
  fileprivate var points: [Point] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .curve(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }

  fileprivate func moved(_ x: Double, _ y: Double) -> PathStep {
    func moved(_ point: Point) -> Point { Point(point.x + x, point.y + y) }
    switch self {
    case .move(let point): return .move(moved(point))
    case .line(let point): return .line(moved(point))
    case .curve(let first, let second, let end): return .curve(moved(first), moved(second), to: moved(end))
    case .close: return .close
    }
  }
}
