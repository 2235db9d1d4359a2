// SPDX-License-Identifier: Apache-2.0
import Glibc
package import WidgetModel

extension DisplayList {
  /// The target of a tap at a point: that of the uppermost region there, as it is seen.
  package func target(at point: Point) -> HitRegion.Target? { region(at: point)?.target }

  /// The place that a tap at a point is on.
  ///
  /// What is drawn uppermost at the point decides: the tap is on the innermost place that it is drawn in, and on none if
  /// it is drawn in none, whatever lies below it. What is clipped away, or not drawn at all, is not there.
  package func region(at point: Point) -> HitRegion? { regionIndex(at: point).map { regions[$0] } }

  private func regionIndex(at point: Point) -> Int? {
    var walk = TapWalk(point)
    var (next, found) = (0, Int?.none)
    var open: [Int] = []
    for index in 0...items.count {
      open.removeAll { regions[$0].items.upperBound <= index && !regions[$0].items.isEmpty }
      while next < regions.count, regions[next].items.lowerBound == index {
        if let point = walk.point, regions[next].frame.contains(point) { found = next }
        if !regions[next].items.isEmpty { open.append(next) }
        next += 1
      }
      if index < items.count, walk.isOn(items[index]) { found = open.last }
    }
    return found
  }

  // MARK: All of them

  /// A place where a tap does something, what people call it, and a point that is on it.
  package struct TapPlace: Sendable, Hashable {
    package let region: HitRegion
    package let name: String
    package let point: Point

    package init(region: HitRegion, name: String, point: Point) {
      (self.region, self.name, self.point) = (region, name, point)
    }
  }

  private static let step = 4.0

  /// The places of taps that can be reached, from the lowest to the uppermost.
  package var tapPlaces: [TapPlace] {
    var points: [Int: [Point]] = [:]
    for y in stride(from: Self.step / 2, to: size.height, by: Self.step) {
      for x in stride(from: Self.step / 2, to: size.width, by: Self.step) {
        if let index = regionIndex(at: Point(x, y)) { points[index, default: []].append(Point(x, y)) }
      }
    }
    // One that is smaller than the steps.
    for index in regions.indices where points[index] == nil && regionIndex(at: regions[index].frame.middle) == index {
      points[index] = [regions[index].frame.middle]
    }
    return regions.indices.compactMap { index in
      points[index].flatMap { Self.middle($0) }.map {
        TapPlace(region: regions[index], name: name(of: regions[index]), point: $0)
      }
    }
  }

  /// The point that is nearest to the middle of all.
  private static func middle(_ points: [Point]) -> Point? {
    let x = points.reduce(0) { $0 + $1.x } / Double(points.count)
    let y = points.reduce(0) { $0 + $1.y } / Double(points.count)
    return points.min { hypot($0.x - x, $0.y - y) < hypot($1.x - x, $1.y - y) }
  }

  /// The spoken name of a region, or that of the symbols in it: nothing of what is hidden.
  package func name(of region: HitRegion) -> String {
    let said = spoken[region.spoken].map(\.text)
    guard said.isEmpty else { return said.joined(separator: ", ") }
    return items[region.items].compactMap { item in
      if case .symbol(let name, _, _, _) = item { name } else { nil }
    }.joined(separator: ", ")
  }
}

/// A point on its way through a list's groups: nil where it is clipped away.
private struct TapWalk {
  private(set) var point: Point?
  private var outer: [Point?] = []

  init(_ point: Point) { self.point = point }

  /// Whether the item is what is seen at the point.
  mutating func isOn(_ item: DisplayItem) -> Bool {
    switch item {
    case .begin(let group):
      outer.append(point)
      point = point.flatMap { Self.enter(group, $0) }
      return false
    case .end:
      point = outer.popLast() ?? nil
      return false
    case .shape(let shape, let frame): return point.map { Self.isOn(shape, $0, frame) } ?? false
    case .text(_, let frame), .picture(_, _, let frame): return point.map { frame.contains($0) } ?? false
    case .symbol(_, let paint, _, let frame):
      return paint.isSeen && (point.map { frame.contains($0) } ?? false)
    }
  }

  private static func enter(_ group: DisplayGroup, _ point: Point) -> Point? {
    switch group {
    case .opacity, .shadow, .blur, .masked, .accent, .untinted, .pictures: return point
    // What a mask is made of is not seen itself.
    case .mask: return nil
    case .clip(let outline, let frame): return outline.contains(point, in: frame) ? point : nil
    case .transform(let degrees, let x, let y, let anchor):
      guard x != 0, y != 0 else { return nil }
      let (dx, dy) = (point.x - anchor.x, point.y - anchor.y)
      let (s, c) = (sin(-degrees * .pi / 180), cos(-degrees * .pi / 180))
      return Point(anchor.x + (dx * c - dy * s) / x, anchor.y + (dx * s + dy * c) / y)
    }
  }

  private static func isOn(_ shape: ShapeNode, _ point: Point, _ frame: Rectangle) -> Bool {
    // A shape is turned around its middle, and so is the point, the other way.
    guard let point = enter(.transform(degrees: shape.rotation, 1, 1, frame.middle), point) else { return false }
    if shape.fill?.isSeen == true, shape.outline.contains(point, in: frame, inset: shape.inset) { return true }
    guard let stroke = shape.stroke, stroke.paint.isSeen, stroke.width > 0 else { return false }
    let room = frame.inset(by: Edges(all: shape.inset))
    return shape.outline.isStroked(at: point, width: stroke.width, in: room)
  }
}

extension Paint {
  /// Whether any of the paint can be seen.
  fileprivate var isSeen: Bool {
    switch self {
    case .ink(let ink): ink.opacity > 0
    case .linear(let stops, _, _), .radial(let stops, _, _, _), .angular(let stops, _, _, _):
      stops.contains { $0.ink.opacity > 0 }
    }
  }
}
