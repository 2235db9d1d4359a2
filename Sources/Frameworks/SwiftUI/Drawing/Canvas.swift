// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A view that a closure draws. Source: `SwiftUI.Canvas`, of which the form without symbols is here.
public struct Canvas: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let renderer: (inout GraphicsContext, CGSize) -> Void

  /// A canvas whose content a closure draws.
  ///
  /// - Parameters:
  ///   - opaque: Whether the content is opaque; it changes nothing.
  ///   - rendersAsynchronously: Whether another thread draws; it changes nothing.
  ///   - renderer: The closure that draws in a context of a size in points.
  public init(
    opaque: Bool = false, rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void
  ) {
    self.renderer = renderer
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let number = context.archive.nextSized()
    let size = context.archive.known[number]?.offered ?? context.environment.place.size
    // Lines tell as much as texts where code has drawn them, so that nothing is left of a private drawing.
    if context.environment.redaction.cover == .privacy {
      return [.sized(number: number, size, .cover(CoverNode(.surface, Ink(0.5, 0.5, 0.5, 0.16))))]
    }
    let drawing = GraphicsDrawing(context: context, size: size)
    var graphics = GraphicsContext(drawing: drawing)
    renderer(&graphics, CGSize(width: size.width, height: size.height))
    return [.sized(number: number, size, .pile(Placement(.leading, .top), drawing.nodes))]
  }
}

/// The nodes that the closure of a canvas has drawn so far. Views are made on the main thread alone, where the closure
/// is called.
final class GraphicsDrawing {
  let context: ViewContext
  let size: Size
  var nodes: [WidgetNode] = []
  init(context: ViewContext, size: Size) { (self.context, self.size) = (context, size) }
}

/// An affine transform of points. `x` becomes `a * x + c * y + e`.
struct GraphicsTransform {
  var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

  func moved(_ point: Point) -> Point { Point(a * point.x + c * point.y + e, b * point.x + d * point.y + f) }
  /// The factor by which lines become longer.
  var scale: Double { abs(a * d - b * c).squareRoot() }
  var degrees: Double { atan2(b, a) * 180 / .pi }

  mutating func change(by inner: GraphicsTransform) {
    let outer = self
    (a, b) = (outer.a * inner.a + outer.c * inner.b, outer.b * inner.a + outer.d * inner.b)
    (c, d) = (outer.a * inner.c + outer.c * inner.d, outer.b * inner.c + outer.d * inner.d)
    (e, f) = (outer.a * inner.e + outer.c * inner.f + outer.e, outer.b * inner.e + outer.d * inner.f + outer.f)
  }

  func outline(_ path: Path) -> Outline {
    .path(
      path.steps.map { step in
        switch step {
        case .move(let point): .move(moved(point))
        case .line(let point): .line(moved(point))
        case .curve(let first, let second, let end): .curve(moved(first), moved(second), to: moved(end))
        case .close: .close
        }
      })
  }
}

/// The context in which the closure of a canvas draws. Source: `SwiftUI.GraphicsContext`, without filters and blending.
public struct GraphicsContext {
  private let drawing: GraphicsDrawing
  private var transform = GraphicsTransform()
  private var clips: [Outline] = []
  /// The opacity of what is drawn, from 0 to 1.
  public var opacity = 1.0

  init(drawing: GraphicsDrawing) { self.drawing = drawing }

  /// The colour or style that is drawn with. Source: `SwiftUI.GraphicsContext.Shading`.
  public struct Shading: Sendable {
    let paint: @Sendable @MainActor (EnvironmentValues, Size, GraphicsTransform) -> Paint
    private init(_ paint: @escaping @Sendable @MainActor (EnvironmentValues, Size, GraphicsTransform) -> Paint) {
      self.paint = paint
    }

    /// The shading of the foreground style.
    public static var foreground: Shading { style(ForegroundStyle()) }
    /// The shading of one colour.
    ///
    /// - Parameter color: The colour.
    /// - Returns: The shading.
    public static func color(_ color: Color) -> Shading { style(color) }
    /// The shading of a style.
    ///
    /// - Parameter style: The style.
    /// - Returns: The shading.
    public static func style<S: ShapeStyle>(_ style: S) -> Shading {
      Shading { environment, _, _ in AnyShapeStyle(style).paint(in: environment) }
    }
    /// The shading of a gradient along a line.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - startPoint: The point of the first colour.
    ///   - endPoint: The point of the last colour.
    /// - Returns: The shading.
    public static func linearGradient(_ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint) -> Shading {
      Shading { environment, size, transform in
        let style = LinearGradient(
          gradient: gradient, startPoint: unit(startPoint, size, transform), endPoint: unit(endPoint, size, transform))
        return AnyShapeStyle(style).paint(in: environment)
      }
    }
    /// The shading of a gradient around a point.
    ///
    /// - Parameters:
    ///   - gradient: The colours.
    ///   - center: The middle.
    ///   - startRadius: The radius of the first colour, in points.
    ///   - endRadius: The radius of the last colour, in points.
    /// - Returns: The shading.
    public static func radialGradient(_ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat)
      -> Shading
    {
      Shading { environment, size, transform in
        let style = RadialGradient(
          gradient: gradient, center: unit(center, size, transform), startRadius: startRadius * transform.scale,
          endRadius: endRadius * transform.scale)
        return AnyShapeStyle(style).paint(in: environment)
      }
    }

    private static func unit(_ point: CGPoint, _ size: Size, _ transform: GraphicsTransform) -> UnitPoint {
      let moved = transform.moved(Point(Double(point.x), Double(point.y)))
      return UnitPoint(x: moved.x / max(size.width, 1), y: moved.y / max(size.height, 1))
    }
  }

  private func paint(_ shading: Shading) -> Paint {
    let (handed, transform) = (Handed(drawing), transform)
    return MainActor.assumeIsolated {
      shading.paint(handed.value.context.environment, handed.value.size, transform)
    }
  }

  private func add(_ node: WidgetNode) {
    var node = opacity < 1 ? WidgetNode.modified(node, .opacity(min(max(opacity, 0), 1))) : node
    for clip in clips { node = .modified(.pile(Placement(.leading, .top), [.paint(.ink(.clear)), node]), .clip(clip)) }
    drawing.nodes.append(node)
  }

  // MARK: Drawing

  /// Fills a path.
  ///
  /// - Parameters:
  ///   - path: The path that is filled.
  ///   - shading: The colour or style that is drawn with.
  ///   - style: The style of the line or the filling.
  public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {
    add(.shape(ShapeNode(transform.outline(path), fill: paint(shading))))
  }

  /// Draws the outline of a path.
  ///
  /// - Parameters:
  ///   - path: The path whose outline is drawn.
  ///   - shading: The colour or style that is drawn with.
  ///   - style: The style of the line or the filling.
  public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
    var stroke = style.stroke(paint(shading))
    stroke.width *= transform.scale
    stroke.dash = stroke.dash.map { $0 * transform.scale }
    add(.shape(ShapeNode(transform.outline(path), stroke: stroke)))
  }

  /// Draws the outline of a path, of a width.
  ///
  /// - Parameters:
  ///   - path: The path whose outline is drawn.
  ///   - shading: The colour or style that is drawn with.
  ///   - lineWidth: The width of the line in points.
  public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {
    stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Draws a text at a point, in the size that it takes.
  ///
  /// - Parameters:
  ///   - text: A text.
  ///   - point: The point in the canvas.
  ///   - anchor: The point of the content that lies there: the nearest corner, edge or the middle.
  public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) { stand(text, at: point, anchor) }
  /// Draws a text within a rectangle, from its top leading corner.
  ///
  /// - Parameters:
  ///   - text: A text.
  ///   - rect: The rectangle of the text.
  public func draw(_ text: Text, in rect: CGRect) { fit(text, in: rect, Placement(.leading, .top)) }
  /// Draws an image at a point, in its own size.
  ///
  /// - Parameters:
  ///   - image: A picture.
  ///   - point: The point in the canvas.
  ///   - anchor: The point of the content that lies there: the nearest corner, edge or the middle.
  public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) { stand(image, at: point, anchor) }
  /// Draws an image as large as a rectangle.
  ///
  /// - Parameters:
  ///   - image: A picture.
  ///   - rect: The rectangle of the image.
  ///   - style: The style of the line or the filling.
  public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) {
    fit(image.resizable(), in: rect, Placement(.center, .center))
  }

  private func node(_ view: some View) -> WidgetNode {
    let (view, drawing) = (Handed(view), Handed(drawing))
    return MainActor.assumeIsolated { drawing.value.context.node(of: view.value) }
  }

  private func turned(_ node: WidgetNode) -> WidgetNode {
    var node = node
    if abs(transform.scale - 1) > 1e-6 {
      node = .modified(node, .scale(transform.scale, transform.scale, UnitPlace(0.5, 0.5)))
    }
    if abs(transform.degrees) > 1e-6 { node = .modified(node, .rotation(transform.degrees, UnitPlace(0.5, 0.5))) }
    return node
  }

  private func stand(_ view: some View, at point: CGPoint, _ anchor: UnitPoint) {
    func side<Place>(_ value: CGFloat, _ places: (Place, Place, Place)) -> Place {
      value < 0.25 ? places.0 : value > 0.75 ? places.2 : places.1
    }
    let placement = Placement(
      side(anchor.x, (HorizontalPlacement.leading, .center, .trailing)),
      side(anchor.y, (VerticalPlacement.top, .center, .bottom)))
    let place = transform.moved(Point(Double(point.x), Double(point.y)))
    let own = WidgetNode.modified(node(view), .fixedSize(horizontal: true, vertical: true))
    // Upon a frame without a size, so that nobody has to know how large it is.
    add(.modified(.modified(turned(own), .frame(width: 0, height: 0, placement)), .position(place.x, place.y)))
  }

  private func fit(_ view: some View, in rect: CGRect, _ placement: Placement) {
    let middle = transform.moved(Point(Double(rect.midX), Double(rect.midY)))
    let frame = WidgetNode.modified(
      node(view), .frame(width: Double(rect.width), height: Double(rect.height), placement))
    add(.modified(turned(frame), .position(middle.x, middle.y)))
  }

  // MARK: Changes

  /// Moves the origin of what is drawn from now on.
  ///
  /// - Parameters:
  ///   - x: The distance to the right in points.
  ///   - y: The distance downwards in points.
  public mutating func translateBy(x: CGFloat, y: CGFloat) {
    var change = GraphicsTransform()
    (change.e, change.f) = (Double(x), Double(y))
    transform.change(by: change)
  }
  /// Scales what is drawn from now on.
  ///
  /// - Parameters:
  ///   - x: The factor for widths.
  ///   - y: The factor for heights.
  public mutating func scaleBy(x: CGFloat, y: CGFloat) {
    var change = GraphicsTransform()
    (change.a, change.d) = (Double(x), Double(y))
    transform.change(by: change)
  }
  /// Rotates what is drawn from now on around the origin.
  ///
  /// - Parameter angle: The angle, clockwise.
  public mutating func rotate(by angle: Angle) {
    var change = GraphicsTransform()
    (change.a, change.b) = (cos(angle.radians), sin(angle.radians))
    (change.c, change.d) = (-change.b, change.a)
    transform.change(by: change)
  }
  /// Clips what is drawn from now on to a path.
  ///
  /// - Parameters:
  ///   - path: The path outside of which nothing is drawn from now on.
  ///   - style: The rule by which the path is filled.
  public mutating func clip(to path: Path, style: FillStyle = FillStyle()) { clips.append(transform.outline(path)) }
  /// Draws with a copy of the context, whose changes end with the closure.
  ///
  /// - Parameter content: The closure that draws in the copy.
  /// - Throws: The error that the closure throws.
  public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
    var inner = self
    try content(&inner)
  }
}
