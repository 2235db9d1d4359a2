// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import WidgetModel

/// A symbol of an asset catalogue: one weight of a template as Apple's app for symbols writes it.
///
/// Source: Apple's "Creating custom symbol images for your app": groups named by weight and scale, guides for the lines that
/// letters stand on and reach to, and for the margins.
package struct SymbolTemplate {
  /// The shapes in a rectangle of the size, for letters of one point.
  private let shapes: [ShapeNode]
  private let size: Size

  /// The part of a font's size that its capital letters are high, as in the faces that widgets are drawn in.
  private static let capitals = 0.72
  /// The distance between the guides where a template has none: of letters of 100 points.
  private static let usual = 70.459

  private static let weights: [(name: String, value: UInt16)] = [
    ("Regular", 400), ("Medium", 500), ("Semibold", 600), ("Light", 300), ("Bold", 700), ("Heavy", 800), ("Black", 900),
    ("Thin", 200), ("Ultralight", 100),
  ]

  /// Finds a symbol; nil where the catalogue has no such symbol, or none that can be drawn.
  package init?(_ name: String, weight: UInt16, in bundle: Bundle) {
    guard let folder = AssetCatalogue.of(bundle).folder(name, .symbol),
      let set = AssetCatalogue.contents(folder, as: SymbolSet.self),
      let file = set.symbols.lazy.compactMap(\.filename).first(where: { $0.hasSuffix(".svg") }),
      let data = FileManager.default.contents(atPath: folder.appending(path: file).path)
    else { return nil }
    self.init(data, weight: weight)
  }

  package init?(_ data: Data, weight: UInt16) {
    // The nearest weight that the template has, in its small scale, which all of them have.
    let nearest = Self.weights.sorted { abs(Int($0.value) - Int(weight)) < abs(Int($1.value) - Int(weight)) }
    let found = nearest.lazy.compactMap { weight -> (SVGDrawing, String)? in
      ["S", "M", "L"].lazy.compactMap { scale in
        let name = "\(weight.name)-\(scale)"
        return SVGDrawing(data, within: name).flatMap { $0.shapes.isEmpty ? nil : ($0, name) }
      }.first
    }.first
    guard let (drawing, name) = found, let bounds = Self.bounds(of: drawing.shapes) else { return nil }
    let scale = name.suffix(1)
    func level(_ line: String) -> Double? { drawing.named["\(line)-\(scale)"]?.first?.y }
    let height = level("Baseline").flatMap { base in level("Capline").map { base - $0 } } ?? Self.usual
    let left = drawing.named["left-margin-\(name)"]?.first?.x ?? bounds.x
    let right = drawing.named["right-margin-\(name)"]?.first?.x ?? bounds.x + bounds.width
    guard height > 0.1, height < 1e5, right > left, bounds.height > 0 else { return nil }
    let factor = Self.capitals / height
    size = Size((right - left) * factor, bounds.height * factor)
    shapes = drawing.shapes.map { $0.moved(Point(-left, -bounds.y), by: factor) }
  }

  /// The symbol beside letters of a size.
  package func drawing(beside points: Double) -> (shapes: [ShapeNode], size: Size) {
    (shapes.map { $0.moved(.zero, by: points) }, Size(size.width * points, size.height * points))
  }

  private static func bounds(of shapes: [ShapeNode]) -> Rectangle? {
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for case .path(let steps) in shapes.map(\.outline) {
      for point in steps.flatMap(\.points) {
        low = Point(min(low.x, point.x), min(low.y, point.y))
        high = Point(max(high.x, point.x), max(high.y, point.y))
      }
    }
    guard low.x.isFinite, high.x - low.x < 1e5, high.y - low.y < 1e5 else { return nil }
    return Rectangle(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  private struct SymbolSet: Decodable {
    struct Entry: Decodable { let filename: String? }
    let symbols: [Entry]
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

  fileprivate func moved(_ change: (Point) -> Point) -> PathStep {
    switch self {
    case .move(let point): .move(change(point))
    case .line(let point): .line(change(point))
    case .curve(let first, let second, let end): .curve(change(first), change(second), to: change(end))
    case .close: .close
    }
  }
}

extension ShapeNode {
  /// Moved first, then made larger.
  fileprivate func moved(_ by: Point, by factor: Double) -> ShapeNode {
    guard case .path(let steps) = outline else { return self }
    var shape = self
    shape.outline = .path(steps.map { $0.moved { Point(($0.x + by.x) * factor, ($0.y + by.y) * factor) } })
    shape.stroke?.width *= factor
    return shape
  }
}
