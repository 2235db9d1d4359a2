// SPDX-License-Identifier: Apache-2.0
import Glibc
import WidgetModel

/// Holes in filled forms. They run against the form around them, so that the rule of windings leaves them free.
enum SymbolCut {
  /// A line of some width with round ends, as a hole in what was drawn before.
  static func line(_ numbers: [Double], in steps: [PathStep]) -> [PathStep] {
    guard numbers.count >= 5 else { return [] }
    let half = numbers[0] / 2
    let points = stride(from: 1, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
    return against(steps, outline(points, half))
  }

  static func circle(_ circle: [PathStep], in steps: [PathStep]) -> [PathStep] { against(steps, circle) }

  private static func against(_ steps: [PathStep], _ hole: [PathStep]) -> [PathStep] {
    (area(steps) > 0) == (area(hole) > 0) ? reversed(hole) : hole
  }

  private static func outline(_ points: [Point], _ half: Double) -> [PathStep] {
    let directions = zip(points, points.dropFirst()).map { from, to -> Point in
      let length = max(hypot(to.x - from.x, to.y - from.y), 1e-9)
      return Point((to.x - from.x) / length, (to.y - from.y) / length)
    }
    /// The point beside the line at half its width; at a bend, the point where the two edges meet.
    func side(_ index: Int, _ sign: Double) -> Point {
      let before = directions[max(index - 1, 0)]
      let after = directions[min(index, directions.count - 1)]
      let sum = Point(before.x + after.x, before.y + after.y)
      let factor = sign * half / max(1 + before.x * after.x + before.y * after.y, 0.2)
      return Point(points[index].x - sum.y * factor, points[index].y + sum.x * factor)
    }
    func cap(_ end: Point, _ direction: Point, from: Point, to: Point) -> [PathStep] {
      let (far, handle) = (half, half * 0.55228)
      let tip = Point(end.x + direction.x * far, end.y + direction.y * far)
      func along(_ point: Point) -> Point { Point(point.x + direction.x * handle, point.y + direction.y * handle) }
      func beside(_ sign: Point) -> Point {
        Point(tip.x + (sign.x - end.x) / half * handle, tip.y + (sign.y - end.y) / half * handle)
      }
      return [.curve(along(from), beside(from), to: tip), .curve(beside(to), along(to), to: to)]
    }
    let last = points.count - 1
    let left = points.indices.map { side($0, 1) }
    let right = points.indices.map { side($0, -1) }
    var steps: [PathStep] = [.move(left[0])] + left.dropFirst().map { .line($0) }
    steps += cap(points[last], directions[last - 1], from: left[last], to: right[last])
    steps += right.reversed().dropFirst().map { .line($0) }
    let back = Point(-directions[0].x, -directions[0].y)
    return steps + cap(points[0], back, from: right[0], to: left[0]) + [.close]
  }

  /// Twice the surface, more than 0 where it is drawn with the clock.
  private static func area(_ steps: [PathStep]) -> Double {
    var (total, start, current) = (0.0, Point.zero, Point.zero)
    func add(_ to: Point) {
      total += current.x * to.y - to.x * current.y
      current = to
    }
    for step in steps {
      switch step {
      case .move(let point): (start, current) = (point, point)
      case .line(let point): add(point)
      case .curve(let first, let second, let end): [first, second, end].forEach(add)
      case .close: add(start)
      }
    }
    return total
  }

  private static func reversed(_ steps: [PathStep]) -> [PathStep] {
    var (points, found) = ([Point](), [PathStep]())
    for step in steps {
      switch step {
      case .move(let point): points = [point]
      case .line(let point):
        found.append(.line(points[points.count - 1]))
        points.append(point)
      case .curve(let first, let second, let end):
        found.append(.curve(second, first, to: points[points.count - 1]))
        points.append(end)
      case .close: break
      }
    }
    return points.last.map { [.move($0)] + found.reversed() + [.close] } ?? []
  }
}
