// SPDX-License-Identifier: Apache-2.0
import WidgetModel

// Gauges, as the shapes that they are drawn with.
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
}
