// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The area within an outline, for those who ask row by row how much of each pixel it covers.
struct FilledArea {
  private struct Edge {
    let from, to: Point
    let winding: Int
  }

  private var edges: [Edge] = []
  private(set) var top = Double.infinity
  private(set) var bottom = -Double.infinity

  /// The lines in each row of pixels that are looked at.
  private static let lines = 8
  /// The straight parts of a curve.
  private static let parts = 24

  init(_ steps: [PathStep]) {
    var (start, current) = (Point.zero, Point.zero)
    for step in steps {
      switch step {
      case .move(let point):
        add(current, start)
        (start, current) = (point, point)
      case .line(let point):
        add(current, point)
        current = point
      case .curve(let first, let second, let end):
        for part in 1...Self.parts {
          let point = Self.point(current, first, second, end, Double(part) / Double(Self.parts))
          add(
            part == 1 ? current : Self.point(current, first, second, end, Double(part - 1) / Double(Self.parts)), point)
        }
        current = end
      case .close:
        add(current, start)
        current = start
      }
    }
    add(current, start)
  }

  private static func point(_ from: Point, _ first: Point, _ second: Point, _ to: Point, _ part: Double) -> Point {
    let rest = 1 - part
    let (a, b, c, d) = (rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part)
    return Point(
      a * from.x + b * first.x + c * second.x + d * to.x, a * from.y + b * first.y + c * second.y + d * to.y)
  }

  private mutating func add(_ from: Point, _ to: Point) {
    guard from.y != to.y, [from.x, from.y, to.x, to.y].allSatisfy({ abs($0) < 1e6 }) else { return }
    edges.append(from.y < to.y ? Edge(from: from, to: to, winding: 1) : Edge(from: to, to: from, winding: -1))
    (top, bottom) = (min(top, from.y, to.y), max(bottom, from.y, to.y))
  }

  /// The part of each pixel of a row that is within, from 0 to 1.
  func coverage(ofRow row: Int, width: Int) -> [Double] {
    var covered = [Double](repeating: 0, count: width)
    for line in 0..<Self.lines {
      let y = Double(row) + (Double(line) + 0.5) / Double(Self.lines)
      let crossings = edges.filter { $0.from.y <= y && y < $0.to.y }.map { edge in
        let part = (y - edge.from.y) / (edge.to.y - edge.from.y)
        return (x: edge.from.x + part * (edge.to.x - edge.from.x), winding: edge.winding)
      }.sorted { $0.x < $1.x }
      var winding = 0
      for (crossing, next) in zip(crossings, crossings.dropFirst()) {
        winding += crossing.winding
        if winding != 0 { Self.add(crossing.x, next.x, to: &covered) }
      }
    }
    return covered
  }

  private static func add(_ from: Double, _ to: Double, to covered: inout [Double]) {
    let (from, to) = (max(from, 0), min(to, Double(covered.count)))
    guard from < to else { return }
    for x in Int(from)..<min(Int(to.rounded(.up)), covered.count) {
      covered[x] += (min(Double(x + 1), to) - max(Double(x), from)) / Double(lines)
    }
  }
}
