// SPDX-License-Identifier: Apache-2.0
package import Drawing
import Glibc
package import WidgetModel

// Outlines as the steps that canvases know, in the coordinates of the whole picture.
extension Outline {
  /// The same for other programs' comparisons.
  package func canvasSteps(in frame: Rectangle) -> [CanvasStep] { steps(in: frame) }

  func steps(in frame: Rectangle, inset: Double = 0) -> [CanvasStep] {
    let box = Rectangle(
      frame.x + inset, frame.y + inset, max(frame.width - 2 * inset, 0), max(frame.height - 2 * inset, 0))
    switch self {
    case .rectangle:
      return [
        .move(box.x, box.y), .line(box.x + box.width, box.y), .line(box.x + box.width, box.y + box.height),
        .line(box.x, box.y + box.height), .close,
      ]
    case .rounded(let radius): return Self.corners(box, Array(repeating: max(radius - inset, 0), count: 4))
    case .uneven(let a, let b, let c, let d): return Self.corners(box, [a, b, c, d])
    case .containerRelative:
      return Self.corners(box, Array(repeating: WidgetMetrics.cornerRadius, count: 4))
    case .capsule: return Self.corners(box, Array(repeating: min(box.width, box.height) / 2, count: 4))
    case .circle:
      let side = min(box.width, box.height)
      return Self.ellipse(Rectangle(box.middle.x - side / 2, box.middle.y - side / 2, side, side))
    case .ellipse: return Self.ellipse(box)
    case .path(let steps): return steps.map { $0.step(frame.x, frame.y) }
    }
  }

  /// The handles of a quarter of a circle, as a part of its radius.
  private static let handle = 0.55228

  private static func ellipse(_ box: Rectangle) -> [CanvasStep] {
    let (x, y, a, b) = (box.middle.x, box.middle.y, box.width / 2, box.height / 2)
    let (h, v) = (a * handle, b * handle)
    return [
      .move(x + a, y), .curve(x + a, y + v, x + h, y + b, x, y + b), .curve(x - h, y + b, x - a, y + v, x - a, y),
      .curve(x - a, y - v, x - h, y - b, x, y - b), .curve(x + h, y - b, x + a, y - v, x + a, y), .close,
    ]
  }

  private static func corners(_ box: Rectangle, _ radii: [Double]) -> [CanvasStep] {
    let most = min(box.width, box.height) / 2
    let r = radii.map { min($0, most) }
    let (x0, y0, x1, y1) = (box.x, box.y, box.x + box.width, box.y + box.height)
    let k = 1 - handle
    return [
      .move(x0 + r[0], y0), .line(x1 - r[1], y0),
      .curve(x1 - r[1] * k, y0, x1, y0 + r[1] * k, x1, y0 + r[1]), .line(x1, y1 - r[2]),
      .curve(x1, y1 - r[2] * k, x1 - r[2] * k, y1, x1 - r[2], y1), .line(x0 + r[3], y1),
      .curve(x0 + r[3] * k, y1, x0, y1 - r[3] * k, x0, y1 - r[3]), .line(x0, y0 + r[0]),
      .curve(x0, y0 + r[0] * k, x0 + r[0] * k, y0, x0 + r[0], y0), .close,
    ]
  }
}

extension PathStep {
  func step(_ x: Double, _ y: Double, by factor: Double = 1) -> CanvasStep {
    switch self {
    case .move(let point): .move(x + point.x * factor, y + point.y * factor)
    case .line(let point): .line(x + point.x * factor, y + point.y * factor)
    case .curve(let a, let b, let c):
      .curve(
        x + a.x * factor, y + a.y * factor, x + b.x * factor, y + b.y * factor, x + c.x * factor, y + c.y * factor)
    case .close: .close
    }
  }
}

/// A shape's outline as it is drawn: inset, turned, and the part of it.
extension ShapeNode {
  func steps(in frame: Rectangle) -> [CanvasStep] {
    var steps: [CanvasStep]
    if case .circle = outline, trim != 0...1 || rotation != 0 {
      return arc(in: frame)
    }
    steps = outline.steps(in: frame, inset: inset)
    if trim != 0...1 { steps = steps.flattened.part(trim) }
    if rotation != 0 { steps = steps.turned(rotation, frame.middle) }
    return steps
  }

  /// A part of a circle keeps its roundness.
  private func arc(in frame: Rectangle) -> [CanvasStep] {
    let radius = max(min(frame.width, frame.height) / 2 - inset, 0)
    let middle = frame.middle
    let start = (rotation + trim.lowerBound * 360) * .pi / 180
    let turn = (trim.upperBound - trim.lowerBound) * 2 * .pi
    guard turn > 0 else { return [] }
    let parts = max(Int((turn / (.pi / 4)).rounded(.up)), 1)
    let step = turn / Double(parts)
    let handle = 4 / 3 * tan(step / 4) * radius
    var steps: [CanvasStep] = [.move(middle.x + radius * cos(start), middle.y + radius * sin(start))]
    for index in 0..<parts {
      let (a, b) = (start + step * Double(index), start + step * Double(index + 1))
      steps.append(
        .curve(
          middle.x + radius * cos(a) - handle * sin(a), middle.y + radius * sin(a) + handle * cos(a),
          middle.x + radius * cos(b) + handle * sin(b), middle.y + radius * sin(b) - handle * cos(b),
          middle.x + radius * cos(b), middle.y + radius * sin(b)))
    }
    return steps
  }
}

extension [CanvasStep] {
  /// Curves as short lines.
  var flattened: [CanvasStep] {
    var (points, start, current) = ([CanvasStep](), (0.0, 0.0), (0.0, 0.0))
    for step in self {
      switch step {
      case .move(let x, let y):
        (start, current) = ((x, y), (x, y))
        points.append(step)
      case .line(let x, let y):
        current = (x, y)
        points.append(step)
      case .curve(let a, let b, let c, let d, let x, let y):
        for index in 1...12 {
          let t = Double(index) / 12
          let u = 1 - t
          let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          points.append(
            .line(p * current.0 + q * a + r * c + s * x, p * current.1 + q * b + r * d + s * y))
        }
        current = (x, y)
      case .close:
        points.append(.line(start.0, start.1))
        current = start
      }
    }
    return points
  }

  /// The part of lines between two parts of their whole length.
  func part(_ range: ClosedRange<Double>) -> [CanvasStep] {
    var lines: [(Double, Double, Double, Double)] = []
    var current = (0.0, 0.0)
    for step in self {
      switch step {
      case .move(let x, let y): current = (x, y)
      case .line(let x, let y):
        lines.append((current.0, current.1, x, y))
        current = (x, y)
      default: break
      }
    }
    let lengths = lines.map { hypot($0.2 - $0.0, $0.3 - $0.1) }
    let total = lengths.reduce(0, +)
    let (from, to) = (range.lowerBound * total, range.upperBound * total)
    var (steps, position) = ([CanvasStep](), 0.0)
    for (line, length) in zip(lines, lengths) where length > 0 {
      let (a, b) = (Swift.max((from - position) / length, 0), Swift.min((to - position) / length, 1))
      position += length
      guard a < b else { continue }
      func at(_ t: Double) -> (Double, Double) {
        (line.0 + (line.2 - line.0) * t, line.1 + (line.3 - line.1) * t)
      }
      if steps.isEmpty || a > 0 { steps.append(.move(at(a).0, at(a).1)) }
      steps.append(.line(at(b).0, at(b).1))
    }
    return steps
  }

  func turned(_ degrees: Double, _ middle: Point) -> [CanvasStep] {
    let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    func turn(_ x: Double, _ y: Double) -> (Double, Double) {
      let (dx, dy) = (x - middle.x, y - middle.y)
      return (middle.x + dx * c - dy * s, middle.y + dx * s + dy * c)
    }
    return map { step in
      switch step {
      case .move(let x, let y): return .move(turn(x, y).0, turn(x, y).1)
      case .line(let x, let y): return .line(turn(x, y).0, turn(x, y).1)
      case .curve(let a, let b, let c, let d, let x, let y):
        let (first, second, end) = (turn(a, b), turn(c, d), turn(x, y))
        return .curve(first.0, first.1, second.0, second.1, end.0, end.1)
      case .close: return .close
      }
    }
  }
}
