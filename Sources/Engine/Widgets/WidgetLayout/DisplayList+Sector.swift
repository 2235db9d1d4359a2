// SPDX-License-Identifier: Apache-2.0
import Glibc
import WidgetModel

/// A sector of a ring, as the outline that it is drawn with.
struct SectorOutline {
  private let middle: Point
  private let inner, outer: Double
  private let corner: Double
  /// The edges at the outer and at the inner circle, in radians clockwise from the top.
  private let outerEdges, innerEdges: (from: Double, to: Double)
  private let isWhole: Bool

  /// Places a sector; nil where nothing of it can be seen.
  init?(_ sector: ChartNode.Sector, in plot: Rectangle) {
    let largest = min(plot.width, plot.height) / 2
    func length(_ radius: ChartNode.Sector.Radius) -> Double {
      min(max(radius.share * largest + radius.points, 0), largest)
    }
    (middle, outer) = (plot.middle, length(sector.outer))
    let (start, end) = (min(max(sector.start, 0), 1), min(max(sector.end, 0), 1))
    let inner = min(length(sector.inner), outer)
    guard end > start, outer - inner > 0.05 else { return nil }
    isWhole = end - start > 0.9999
    let inset = isWhole ? 0 : max(sector.inset, 0)
    let (from, to) = (start * 2 * .pi, end * 2 * .pi)
    // The edges stand back side by side, so that gaps are as wide within as without.
    func edges(_ radius: Double) -> (from: Double, to: Double)? {
      guard inset < radius else { return nil }
      let back = asin(inset / radius)
      return from + back < to - back ? (from + back, to - back) : nil
    }
    guard let outerEdges = isWhole ? (from, to) : edges(outer) else { return nil }
    // Where the edges meet before the inner circle, they end at their meeting.
    let half = (to - from) / 2
    let meeting = inset == 0 || half >= .pi / 2 ? inset : inset / sin(half)
    self.inner = max(inner, meeting)
    guard outer - self.inner > 0.05 else { return nil }
    self.outerEdges = outerEdges
    innerEdges = (isWhole ? (from, to) : edges(self.inner)) ?? ((from + to) / 2, (from + to) / 2)
    corner = min(max(sector.corner, 0), (outer - self.inner) / 2, outer * (outerEdges.to - outerEdges.from) / 2)
  }

  private func point(_ angle: Double, _ radius: Double) -> Point {
    Point(middle.x + radius * sin(angle), middle.y - radius * cos(angle))
  }

  /// Curves along a circle, of a quarter of it at the most.
  private func arc(_ from: Double, _ to: Double, _ radius: Double) -> [PathStep] {
    let parts = max(Int((abs(to - from) / (.pi / 2)).rounded(.up)), 1)
    let step = (to - from) / Double(parts)
    let reach = radius * 4 / 3 * tan(step / 4)
    func along(_ angle: Double, _ length: Double) -> Point {
      let end = point(angle, radius)
      return Point(end.x + length * cos(angle), end.y + length * sin(angle))
    }
    return (0..<parts).map { part in
      let (first, second) = (from + step * Double(part), from + step * Double(part + 1))
      return .curve(along(first, reach), along(second, -reach), to: point(second, radius))
    }
  }

  /// A curve around a corner, which it does not reach.
  private func around(_ corner: Point, from start: Point, to end: Point) -> PathStep {
    func near(_ point: Point) -> Point {
      Point(point.x + (corner.x - point.x) * 0.55, point.y + (corner.y - point.y) * 0.55)
    }
    return .curve(near(start), near(end), to: end)
  }

  var steps: [PathStep] {
    if isWhole {
      var steps = [.move(point(0, outer))] + arc(0, 2 * .pi, outer) + [.close]
      // The other way round, so that the hole is one.
      if inner > 0.05 { steps += [.move(point(0, inner))] + arc(2 * .pi, 0, inner) + [.close] }
      return steps
    }
    let (from, to) = outerEdges
    let innerCorner = min(corner, inner * (innerEdges.to - innerEdges.from) / 2)
    guard corner > 0.05 else {
      let edge: [PathStep] = [.move(point(from, outer))] + arc(from, to, outer) + [.line(point(innerEdges.to, inner))]
      return edge + (inner > 0.05 ? arc(innerEdges.to, innerEdges.from, inner) : []) + [.close]
    }
    let turn = corner / outer
    let (far, near) = (outer - corner, inner + innerCorner)
    // The straight edges lead from the inner corners to the outer ones.
    func edge(_ outerAngle: Double, _ innerAngle: Double, _ radius: Double) -> Point {
      let (a, b) = (point(innerAngle, inner), point(outerAngle, outer))
      let part = (radius - inner) / (outer - inner)
      return Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
    }
    var steps: [PathStep] = [.move(edge(from, innerEdges.from, far))]
    steps.append(
      around(point(from, outer), from: edge(from, innerEdges.from, far), to: point(from + turn, outer)))
    steps += arc(from + turn, to - turn, outer)
    steps.append(around(point(to, outer), from: point(to - turn, outer), to: edge(to, innerEdges.to, far)))
    steps.append(.line(edge(to, innerEdges.to, near)))
    guard innerCorner > 0.05 else { return steps + [.close] }
    let innerTurn = innerCorner / inner
    steps.append(
      around(
        point(innerEdges.to, inner), from: edge(to, innerEdges.to, near), to: point(innerEdges.to - innerTurn, inner)))
    steps += arc(innerEdges.to - innerTurn, innerEdges.from + innerTurn, inner)
    steps.append(
      around(
        point(innerEdges.from, inner), from: point(innerEdges.from + innerTurn, inner),
        to: edge(from, innerEdges.from, near)))
    return steps + [.close]
  }
}
