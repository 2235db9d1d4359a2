// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A shape whose outline depends on its rectangle. Source: `SwiftUI.Shape`.
public protocol Shape: View, Sendable {
  /// Draws the outline of the shape in a rectangle.
  ///
  /// - Parameter rect: The rectangle.
  /// - Returns: The outline of the shape.
  nonisolated func path(in rect: CGRect) -> Path
}

/// A shape that can be inset on all sides. Source: `SwiftUI.InsettableShape`.
public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape
  /// Insets the shape on all sides.
  ///
  /// - Parameter amount: The inset in points.
  /// - Returns: The inset shape.
  nonisolated func inset(by amount: CGFloat) -> InsetShape
}

extension InsettableShape {
  /// Insets the rectangle that the shape is drawn in. Source: `SwiftUI`, `inset`.
  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { InsetForm(shape: self, amount: amount) }
}

struct InsetForm<S: InsettableShape>: InsettableShape {
  let shape: S
  let amount: CGFloat
  nonisolated func path(in rect: CGRect) -> Path { shape.path(in: rect.insetBy(dx: amount, dy: amount)) }
  nonisolated func inset(by amount: CGFloat) -> some InsettableShape {
    InsetForm(shape: shape, amount: self.amount + amount)
  }
  var body: some View { ShapeView(shape: self) }
}

/// A shape that is archived by its name rather than its outline.
protocol NamedOutline { nonisolated var outline: Outline { get } }

extension Shape {
  /// The view has no body: it is drawn as it is.
  public var body: some View { ShapeView(shape: self) }

  /// The outline for the archive. A shape that is drawn by code is asked for its outline in the size it will have.
  @MainActor func outline(in context: ViewContext, size: Size? = nil) -> Outline {
    if let named = self as? any NamedOutline { return named.outline }
    let size = size ?? context.environment.place.size
    return .path(path(in: CGRect(x: 0, y: 0, width: size.width, height: size.height)).steps)
  }

  @MainActor func node(_ context: ViewContext, _ make: (Outline) -> ShapeNode) -> WidgetNode {
    if let named = self as? any NamedOutline { return .shape(make(named.outline)) }
    let number = context.archive.nextSized()
    let size = context.archive.known[number]?.offered ?? context.environment.place.size
    return .sized(number: number, size, .shape(make(outline(in: context, size: size))))
  }

  /// Fills the shape with a style.
  ///
  /// - Parameters:
  ///   - content: The style that the shape is filled with.
  ///   - style: The style of the line or the filling.
  /// - Returns: The filled shape.
  public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View {
    FormView(shape: self) { outline, environment in ShapeNode(outline, fill: paint(of: content, in: environment)) }
  }

  /// Fills the shape with the foreground style.
  ///
  /// - Parameter style: The style of the line or the filling.
  /// - Returns: The form, filled with the style of texts.
  public func fill(style: FillStyle = FillStyle()) -> some View { fill(ForegroundStyle(), style: style) }

  /// Draws the outline of the shape with a style, in a stroke style.
  ///
  /// - Parameters:
  ///   - content: The style that the line is drawn with.
  ///   - style: The style of the line or the filling.
  /// - Returns: The outline of the shape.
  public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
    FormView(shape: self) { outline, environment in
      ShapeNode(outline, stroke: style.model(paint(of: content, in: environment)))
    }
  }

  /// Draws the outline of the shape with a style, of a line width.
  ///
  /// - Parameters:
  ///   - content: The style that the line is drawn with.
  ///   - lineWidth: The width of the line in points.
  /// - Returns: The outline of the shape.
  public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Draws the outline of the shape with the foreground style, in a stroke style.
  ///
  /// - Parameter style: The style of the line or the filling.
  /// - Returns: The outline of the shape.
  public func stroke(style: StrokeStyle) -> some Shape {
    StrokedForm(shape: self, style: style, from: 0, to: 1, turn: 0)
  }

  /// Draws the outline of the shape with the foreground style, of a line width.
  ///
  /// - Parameter lineWidth: The width of the line in points.
  /// - Returns: The outline of the shape.
  public func stroke(lineWidth: CGFloat = 1) -> some Shape { stroke(style: StrokeStyle(lineWidth: lineWidth)) }

  /// Cuts the outline of the shape to the part between two fractions of its length.
  ///
  /// - Parameters:
  ///   - startFraction: The beginning, from 0 to 1.
  ///   - endFraction: The end, from 0 to 1.
  /// - Returns: That part of the outline.
  public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> TrimmedForm<Self> {
    TrimmedForm(shape: self, from: startFraction, to: endFraction, turn: 0)
  }

  /// Rotates the shape around its middle.
  ///
  /// - Parameters:
  ///   - angle: The angle, clockwise.
  ///   - anchor: The point that does not move; it is the middle in any case.
  /// - Returns: The rotated shape.
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> TrimmedForm<Self> {
    TrimmedForm(shape: self, from: 0, to: 1, turn: angle.degrees)
  }
}

extension InsettableShape {
  /// Draws a border within the shape, in a stroke style.
  ///
  /// - Parameters:
  ///   - content: The style that the line is drawn with.
  ///   - style: The style of the line or the filling.
  ///   - antialiased: Whether edges are smooth, which they are in any case.
  /// - Returns: The outline, within the shape.
  public func strokeBorder<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> some View {
    FormView(shape: self) { outline, environment in
      ShapeNode(outline, stroke: style.model(paint(of: content, in: environment)), inset: Double(style.lineWidth) / 2)
    }
  }

  /// Draws a border within the shape, of a line width.
  ///
  /// - Parameters:
  ///   - content: The style that the line is drawn with.
  ///   - lineWidth: The width of the line in points.
  ///   - antialiased: Whether edges are smooth, which they are in any case.
  /// - Returns: The outline, within the shape.
  public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
    strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
  }
}

/// The width, ends, corners and dashes of a line. Source: `SwiftUI.StrokeStyle`.
public struct StrokeStyle: Equatable, Sendable {
  /// The form of a line's ends. Source: `CoreGraphics.CGLineCap`.
  public enum LineCap: Sendable { case butt, round, square }
  /// The form of the corners between lines. Source: `CoreGraphics.CGLineJoin`.
  public enum LineJoin: Sendable { case miter, round, bevel }
  /// The width of the line, in points. Source: `SwiftUI`, `lineWidth`.
  public var lineWidth: CGFloat
  /// The form of the line's ends. Source: `SwiftUI`, `lineCap`.
  public var lineCap: LineCap
  /// The form of the corners between lines. Source: `SwiftUI`, `lineJoin`.
  public var lineJoin: LineJoin
  /// The lengths of strokes and gaps in turn, in points; a solid line if empty. Source: `SwiftUI`, `dash`.
  public var dash: [CGFloat]

  /// A stroke style of the given properties.
  ///
  /// - Parameters:
  ///   - lineWidth: The width of the line in points.
  ///   - lineCap: The form of the line's ends.
  ///   - lineJoin: The form of the corners between lines.
  ///   - miterLimit: The longest corner in line widths, which is ten in any case.
  ///   - dash: The lengths of strokes and gaps in turn, in points.
  ///   - dashPhase: The beginning of the pattern, which is its first stroke in any case.
  public init(
    lineWidth: CGFloat = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter, miterLimit: CGFloat = 10,
    dash: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {
    (self.lineWidth, self.lineCap, self.lineJoin, self.dash) = (lineWidth, lineCap, lineJoin, dash)
  }

  package func stroke(_ paint: Paint) -> Stroke { model(paint) }

  func model(_ paint: Paint) -> Stroke {
    let cap: Stroke.Cap = lineCap == .round ? .round : lineCap == .square ? .square : .butt
    let join: Stroke.Join = lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter
    return Stroke(
      paint: paint, width: max(Double(lineWidth), 0), cap: cap, join: join,
      dash: dash.prefix(32).map { max(Double($0), 0) })
  }
}

struct ShapeView<S: Shape>: View, PrimitiveView {
  typealias Body = Never
  let shape: S
  func nodes(in context: ViewContext) -> [WidgetNode] {
    let fill = paint(of: ForegroundStyle(), in: context.environment)
    return [shape.node(context) { ShapeNode($0, fill: fill) }]
  }
}

struct FormView<S: Shape>: View, PrimitiveView {
  typealias Body = Never
  let shape: S
  let make: @MainActor (Outline, EnvironmentValues) -> ShapeNode

  func nodes(in context: ViewContext) -> [WidgetNode] {
    if let trimmed = shape as? any TrimmedOutline { return [trimmed.node(context, make)] }
    return [shape.node(context) { make($0, context.environment) }]
  }
}

// MARK: - Parts of forms

@MainActor protocol TrimmedOutline {
  func node(_ context: ViewContext, _ make: @MainActor (Outline, EnvironmentValues) -> ShapeNode) -> WidgetNode
}

/// A shape of which a part of the outline is drawn, or that is rotated.
public struct TrimmedForm<S: Shape>: Shape, PrimitiveView, TrimmedOutline {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  let shape: S
  let from, to: CGFloat
  let turn: Double

  /// The outline of the whole shape; trim and rotation are applied when it is drawn. Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { shape.path(in: rect) }

  /// Rotates the shape further around its middle.
  ///
  /// - Parameters:
  ///   - angle: The angle, clockwise.
  ///   - anchor: The point that does not move; it is the middle in any case.
  /// - Returns: The rotated shape.
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> TrimmedForm<S> {
    TrimmedForm(shape: shape, from: from, to: to, turn: turn + angle.degrees)
  }

  func node(_ context: ViewContext, _ make: @MainActor (Outline, EnvironmentValues) -> ShapeNode) -> WidgetNode {
    shape.node(context) { outline in
      var node = make(outline, context.environment)
      let (from, to) = (min(max(Double(from), 0), 1), min(max(Double(to), 0), 1))
      (node.trim, node.rotation) = (from...max(from, to), turn)
      return node
    }
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    [node(context) { outline, environment in ShapeNode(outline, fill: paint(of: ForegroundStyle(), in: environment)) }]
  }
}

struct StrokedForm<S: Shape>: Shape, PrimitiveView {
  typealias Body = Never
  let shape: S
  let style: StrokeStyle
  let from, to: CGFloat
  let turn: Double
  nonisolated func path(in rect: CGRect) -> Path { shape.path(in: rect) }

  func nodes(in context: ViewContext) -> [WidgetNode] {
    let form = FormView(shape: shape) { [style] outline, environment in
      ShapeNode(outline, stroke: style.model(paint(of: ForegroundStyle(), in: environment)))
    }
    return form.nodes(in: context)
  }
}

/// The rule by which shapes are filled. Source: `SwiftUI.FillStyle`.
public struct FillStyle: Equatable, Sendable {
  /// Whether the even-odd rule decides which areas are filled. Source: `SwiftUI`, `isEOFilled`.
  public var isEOFilled: Bool
  /// Whether edges are smooth. Source: `SwiftUI`, `isAntialiased`.
  public var isAntialiased: Bool
  /// A fill style of the given properties.
  public init(eoFill: Bool = false, antialiased: Bool = true) { (isEOFilled, isAntialiased) = (eoFill, antialiased) }
}
