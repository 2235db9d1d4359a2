// SPDX-License-Identifier: Apache-2.0
import Glibc
import WidgetModel

extension Outline {
  /// Whether a point lies inside, once the outline is drawn in a frame, this much smaller on each side.
  func contains(_ point: Point, in frame: Rectangle, inset: Double = 0) -> Bool {
    let box = Rectangle(frame.x + inset, frame.y + inset, frame.width - 2 * inset, frame.height - 2 * inset)
    if case .path(let steps) = self {
      return Segments(steps, at: frame).winding(around: point) != 0
    }
    guard box.contains(point) else { return false }
    switch self {
    case .rectangle, .path: return true
    case .rounded(let radius): return Self.isInside(point, box, Array(repeating: max(radius - inset, 0), count: 4))
    case .uneven(let a, let b, let c, let d): return Self.isInside(point, box, [a, b, c, d])
    case .containerRelative:
      return Self.isInside(point, box, Array(repeating: WidgetMetrics.cornerRadius, count: 4))
    case .capsule: return Self.isInside(point, box, Array(repeating: .infinity, count: 4))
    case .ellipse: return Self.isInside(point, box, box.width / 2, box.height / 2)
    case .circle:
      let radius = min(box.width, box.height) / 2
      return Self.isInside(point, box, radius, radius)
    }
  }

  /// Whether a pen of that width, led along the outline, draws on the point.
  func isStroked(at point: Point, width: Double, in frame: Rectangle) -> Bool {
    if case .path(let steps) = self { return Segments(steps, at: frame).distance(to: point) <= width / 2 }
    return contains(point, in: frame, inset: -width / 2) && !contains(point, in: frame, inset: width / 2)
  }

  private static func isInside(_ point: Point, _ box: Rectangle, _ a: Double, _ b: Double) -> Bool {
    guard a > 0, b > 0 else { return false }
    let (x, y) = ((point.x - box.middle.x) / a, (point.y - box.middle.y) / b)
    return x * x + y * y <= 1
  }

  /// The radii are those of the corners at the top left, top right, bottom right and bottom left.
  private static func isInside(_ point: Point, _ box: Rectangle, _ radii: [Double]) -> Bool {
    let isLeft = point.x < box.middle.x
    let isHigh = point.y < box.middle.y
    let radius = min(radii[isHigh ? (isLeft ? 0 : 1) : (isLeft ? 3 : 2)], min(box.width, box.height) / 2)
    let x = radius - (isLeft ? point.x - box.x : box.x + box.width - point.x)
    let y = radius - (isHigh ? point.y - box.y : box.y + box.height - point.y)
    return x <= 0 || y <= 0 || x * x + y * y <= radius * radius
  }
}

extension Rectangle {
  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
  }
}

/// A path as straight lines, each of its parts closed.
private struct Segments {
  private var lines: [(from: Point, to: Point)] = []
  private static let parts = 12

  init(_ steps: [PathStep], at frame: Rectangle) {
    var (start, current) = (Point.zero, Point.zero)
    for step in steps {
      switch step {
      case .move(let point):
        close(current, start)
        (start, current) = (point, point)
      case .line(let point):
        lines.append((current, point))
        current = point
      case .curve(let a, let b, let end):
        let from = current
        for index in 1...Self.parts {
          let next = Self.point(Double(index) / Double(Self.parts), from, a, b, end)
          lines.append((current, next))
          current = next
        }
      case .close:
        close(current, start)
        current = start
      }
    }
    close(current, start)
    lines = lines.map { (Point(frame.x + $0.from.x, frame.y + $0.from.y), Point(frame.x + $0.to.x, frame.y + $0.to.y)) }
  }

  private mutating func close(_ current: Point, _ start: Point) {
    if current != start { lines.append((current, start)) }
  }

  private static func point(_ t: Double, _ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Point {
    let u = 1 - t
    let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(p * a.x + q * b.x + r * c.x + s * d.x, p * a.y + q * b.y + r * c.y + s * d.y)
  }

  func winding(around point: Point) -> Int {
    lines.reduce(0) { sum, line in
      let (a, b) = (line.from, line.to)
      guard (a.y <= point.y) != (b.y <= point.y) else { return sum }
      let side = (b.x - a.x) * (point.y - a.y) - (point.x - a.x) * (b.y - a.y)
      return b.y > a.y ? (side > 0 ? sum + 1 : sum) : (side < 0 ? sum - 1 : sum)
    }
  }

  func distance(to point: Point) -> Double {
    lines.map { line in
      let (x, y) = (line.to.x - line.from.x, line.to.y - line.from.y)
      let length = x * x + y * y
      let along = length > 0 ? ((point.x - line.from.x) * x + (point.y - line.from.y) * y) / length : 0
      let part = min(max(along, 0), 1)
      return hypot(point.x - line.from.x - part * x, point.y - line.from.y - part * y)
    }.min() ?? .infinity
  }
}
