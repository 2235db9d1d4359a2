// SPDX-License-Identifier: Apache-2.0
import WidgetModel

// Gauges and charts, as the shapes and texts that they are drawn with.
extension DisplayList {
  mutating func append(_ gauge: GaugeNode, in frame: Rectangle, isMirrored: Bool) {
    switch gauge.style {
    case .linear, .accessoryLinear: bar(gauge, frame, isMirrored)
    case .ring, .capacity: ring(gauge, frame)
    }
  }

  private mutating func bar(_ gauge: GaugeNode, _ frame: Rectangle, _ isMirrored: Bool) {
    items.append(.shape(ShapeNode(.capsule, fill: gauge.track), frame))
    guard let part = gauge.part else { return }
    if gauge.style == .accessoryLinear {
      let x = frame.x + (frame.width - frame.height) * (isMirrored ? 1 - part : part)
      items.append(.shape(ShapeNode(.circle, fill: .ink(.white)), Rectangle(x, frame.y, frame.height, frame.height)))
      return
    }
    let width = max(frame.width * part, part > 0 ? frame.height : 0)
    guard width > 0 else { return }
    let x = isMirrored ? frame.x + frame.width - width : frame.x
    items.append(.shape(ShapeNode(.capsule, fill: gauge.tint), Rectangle(x, frame.y, width, frame.height)))
  }

  /// An open ring begins and ends below; a closed one begins above.
  private mutating func ring(_ gauge: GaugeNode, _ frame: Rectangle) {
    let width = max(frame.width * 0.1, 3)
    let isOpen = gauge.style == .ring
    let (whole, start) = isOpen ? (0.75, 135.0) : (1, -90)
    func arc(_ paint: Paint, _ part: Double) -> ShapeNode {
      ShapeNode(
        .circle, stroke: Stroke(paint: paint, width: width, cap: isOpen || part < 1 ? .round : .butt), inset: width / 2,
        trim: 0...max(min(part * whole, 1), 0.0001), rotation: start)
    }
    items.append(.shape(arc(gauge.track, 1), frame))
    guard let part = gauge.part else { return }
    if !isOpen {
      if part > 0 { items.append(.shape(arc(gauge.tint, part), frame)) }
      return
    }
    let place = Angles.point(on: frame, inset: width / 2, degrees: start + part * whole * 360)
    let dot = width * 1.5
    items.append(
      .shape(ShapeNode(.circle, fill: .ink(.white)), Rectangle(place.x - dot / 2, place.y - dot / 2, dot, dot)))
  }

  mutating func append(_ chart: ChartNode, in frame: Rectangle, _ measuring: some TextMeasuring) {
    func label(_ text: String) -> TextNode {
      TextNode([TextRun(text, face: chart.face, paint: .ink(chart.ink))], lineLimit: 1)
    }
    let side = chart.side.map { measuring.measure(label($0.text), width: nil).extent }
    let below = chart.bottom.map { measuring.measure(label($0.text), width: nil).extent }
    let room = Edges(
      side.isEmpty ? 0 : (side[0].height / 2), 0, (below.map(\.height).max() ?? 0) + (below.isEmpty ? 0 : 3),
      (side.map(\.width).max() ?? 0) + (side.isEmpty ? 0 : 6))
    let plot = frame.inset(by: room)
    for (mark, extent) in zip(chart.side, side) {
      let y = plot.y + plot.height * (1 - mark.place)
      let line = ShapeNode(.rectangle, fill: .ink(chart.ink.faded(by: 0.25)))
      items.append(.shape(line, Rectangle(plot.x, y - 0.25, plot.width, 0.5)))
      items.append(
        .text(label(mark.text), Rectangle(plot.x + plot.width + 6, y - extent.height / 2, extent.width, extent.height)))
    }
    for mark in chart.marks { append(mark, plot) }
    for (mark, extent) in zip(chart.bottom, below) {
      let middle = plot.x + plot.width * mark.place
      let x = max(min(middle - extent.width / 2, frame.x + frame.width - extent.width), frame.x)
      items.append(.text(label(mark.text), Rectangle(x, plot.y + plot.height + 3, extent.width, extent.height)))
    }
  }

  private mutating func append(_ mark: ChartNode.Mark, _ plot: Rectangle) {
    func place(_ point: Point) -> Point { Point(plot.width * point.x, plot.height * (1 - point.y)) }
    let points = mark.points.map(place)
    switch mark.kind {
    case .bars:
      for point in points {
        let width = max(plot.width * mark.width, 1)
        let height = max(plot.height - point.y, 1)
        let bar = Rectangle(plot.x + point.x - width / 2, plot.y + plot.height - height, width, height)
        let radius = min(width / 2, 3)
        items.append(.shape(ShapeNode(.uneven(radius, radius, 0, 0), fill: mark.paint), bar))
      }
    case .line, .rule:
      guard let first = points.first else { return }
      let steps = [PathStep.move(first)] + points.dropFirst().map { .line($0) }
      let stroke = Stroke(paint: mark.paint, width: mark.width, cap: .round, join: .round)
      items.append(.shape(ShapeNode(.path(steps), stroke: stroke), plot))
    case .area:
      guard let first = points.first, let last = points.last else { return }
      let steps =
        [PathStep.move(Point(first.x, plot.height))] + points.map { .line($0) } + [
          .line(Point(last.x, plot.height)), .close,
        ]
      items.append(.shape(ShapeNode(.path(steps), fill: mark.paint), plot))
    case .points:
      for point in points {
        let dot = Rectangle(
          plot.x + point.x - mark.width / 2, plot.y + point.y - mark.width / 2, mark.width, mark.width)
        items.append(.shape(ShapeNode(.circle, fill: mark.paint), dot))
      }
    }
  }
}
