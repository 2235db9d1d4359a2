// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A form. Source: `SwiftUI.Shape`.
public protocol Shape: View, Sendable {
  /// The form in a rectangle.
  ///
  /// - Parameter rect: The rectangle.
  /// - Returns: The form's outline.
  nonisolated func path(in rect: CGRect) -> Path
}

/// A form that can be made smaller on all sides. Source: `SwiftUI.InsettableShape`.
public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape
  /// - Parameter amount: Points.
  /// - Returns: The smaller form.
  nonisolated func inset(by amount: CGFloat) -> InsetShape
}

extension InsettableShape {
  /// Source: `SwiftUI`, `inset`.
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

/// Forms that are archived by name.
protocol NamedOutline { nonisolated var outline: Outline { get } }

extension Shape {
  /// It has none: it is drawn as it is.
  public var body: some View { ShapeView(shape: self) }

  /// A form that is drawn by code is asked for its outline in the size it will have.
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

  /// - Parameters:
  ///   - content: What it is filled with.
  ///   - style: How.
  /// - Returns: The form, filled.
  public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View {
    FormView(shape: self) { outline, environment in ShapeNode(outline, fill: paint(of: content, in: environment)) }
  }

  /// - Parameter style: How.
  /// - Returns: The form, filled with the style of texts.
  public func fill(style: FillStyle = FillStyle()) -> some View { fill(ForegroundStyle(), style: style) }

  /// - Parameters:
  ///   - content: What it is drawn with.
  ///   - style: How.
  /// - Returns: The form's outline.
  public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
    FormView(shape: self) { outline, environment in
      ShapeNode(outline, stroke: style.model(paint(of: content, in: environment)))
    }
  }

  /// - Parameters:
  ///   - content: What it is drawn with.
  ///   - lineWidth: In points.
  /// - Returns: The form's outline.
  public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
    stroke(content, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// - Parameter style: How.
  /// - Returns: The form's outline.
  public func stroke(style: StrokeStyle) -> some Shape {
    StrokedForm(shape: self, style: style, from: 0, to: 1, turn: 0)
  }

  /// - Parameter lineWidth: In points.
  /// - Returns: The form's outline.
  public func stroke(lineWidth: CGFloat = 1) -> some Shape { stroke(style: StrokeStyle(lineWidth: lineWidth)) }

  /// - Parameters:
  ///   - startFraction: From 0 to 1.
  ///   - endFraction: From 0 to 1.
  /// - Returns: That part of the outline.
  public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> TrimmedForm<Self> {
    TrimmedForm(shape: self, from: startFraction, to: endFraction, turn: 0)
  }

  /// - Parameters:
  ///   - angle: Clockwise.
  ///   - anchor: The middle, here.
  /// - Returns: The form, turned.
  public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> TrimmedForm<Self> {
    TrimmedForm(shape: self, from: 0, to: 1, turn: angle.degrees)
  }
}

extension InsettableShape {
  /// - Parameters:
  ///   - content: What it is drawn with.
  ///   - style: How.
  ///   - antialiased: Edges are smooth in any case.
  /// - Returns: The form's outline, within it.
  public func strokeBorder<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> some View {
    FormView(shape: self) { outline, environment in
      ShapeNode(outline, stroke: style.model(paint(of: content, in: environment)), inset: Double(style.lineWidth) / 2)
    }
  }

  /// - Parameters:
  ///   - content: What it is drawn with.
  ///   - lineWidth: In points.
  ///   - antialiased: Edges are smooth in any case.
  /// - Returns: The form's outline, within it.
  public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
    strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
  }
}

/// How lines are drawn. Source: `SwiftUI.StrokeStyle`.
public struct StrokeStyle: Equatable, Sendable {
  /// Source: `CoreGraphics.CGLineCap`.
  public enum LineCap: Sendable { case butt, round, square }
  /// Source: `CoreGraphics.CGLineJoin`.
  public enum LineJoin: Sendable { case miter, round, bevel }
  /// Source: `SwiftUI`, `lineWidth`.
  public var lineWidth: CGFloat
  /// Source: `SwiftUI`, `lineCap`.
  public var lineCap: LineCap
  /// Source: `SwiftUI`, `lineJoin`.
  public var lineJoin: LineJoin
  /// Source: `SwiftUI`, `dash`.
  public var dash: [CGFloat]

  /// - Parameters:
  ///   - lineWidth: In points.
  ///   - lineCap: How lines end.
  ///   - lineJoin: How they meet.
  ///   - miterLimit: How far corners stand out: ten, here.
  ///   - dash: Lengths of strokes and gaps.
  ///   - dashPhase: Where they begin: at the first, here.
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

/// A part of a form, turned.
public struct TrimmedForm<S: Shape>: Shape, PrimitiveView, TrimmedOutline {
  /// It is drawn as it is.
  public typealias Body = Never
  let shape: S
  let from, to: CGFloat
  let turn: Double

  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { shape.path(in: rect) }

  /// - Parameters:
  ///   - angle: Clockwise.
  ///   - anchor: The middle, here.
  /// - Returns: The form, turned.
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

// MARK: - The platform's forms

/// Source: `SwiftUI.Rectangle`.
public struct Rectangle: InsettableShape, NamedOutline {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { Path(rect) }
  nonisolated var outline: Outline { .rectangle }
}

/// Source: `SwiftUI.RoundedCornerStyle`.
public enum RoundedCornerStyle: Sendable, Hashable { case circular, continuous }

/// Source: `SwiftUI.RoundedRectangle`.
public struct RoundedRectangle: InsettableShape, NamedOutline {
  /// Source: `SwiftUI`, `cornerSize`.
  public var cornerSize: CGSize
  /// - Parameters:
  ///   - cornerRadius: In points.
  ///   - style: Circular, here.
  nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    cornerSize = CGSize(width: cornerRadius, height: cornerRadius)
  }
  /// - Parameters:
  ///   - cornerSize: In points.
  ///   - style: Circular, here.
  nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) { self.cornerSize = cornerSize }
  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: cornerSize.width) }
  nonisolated var outline: Outline { .rounded(radius: Double(cornerSize.width)) }
}

/// Source: `SwiftUI.UnevenRoundedRectangle`.
public struct UnevenRoundedRectangle: InsettableShape, NamedOutline {
  private let radii: [Double]
  /// - Parameters:
  ///   - topLeadingRadius: In points.
  ///   - bottomLeadingRadius: In points.
  ///   - bottomTrailingRadius: In points.
  ///   - topTrailingRadius: In points.
  ///   - style: Circular, here.
  nonisolated public init(
    topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
    topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
  ) {
    radii = [topLeadingRadius, topTrailingRadius, bottomTrailingRadius, bottomLeadingRadius].map { Double($0) }
  }
  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: CGFloat(radii.max() ?? 0))
  }
  nonisolated var outline: Outline { .uneven(radii[0], radii[1], radii[2], radii[3]) }
}

/// Source: `SwiftUI.Circle`.
public struct Circle: InsettableShape, NamedOutline {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    let side = min(rect.width, rect.height)
    return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
  }
  nonisolated var outline: Outline { .circle }
}

/// Source: `SwiftUI.Ellipse`.
public struct Ellipse: InsettableShape, NamedOutline {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
  nonisolated var outline: Outline { .ellipse }
}

/// Source: `SwiftUI.Capsule`.
public struct Capsule: InsettableShape, NamedOutline {
  /// - Parameter style: Circular, here.
  nonisolated public init(style: RoundedCornerStyle = .continuous) {}
  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
  }
  nonisolated var outline: Outline { .capsule }
}

/// The form of the widget's own corners. Source: `SwiftUI.ContainerRelativeShape`.
public struct ContainerRelativeShape: InsettableShape, NamedOutline {
  /// Apple's initializer.
  nonisolated public init() {}
  /// Source: `SwiftUI`, `path`.
  nonisolated public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: CGFloat(WidgetMetrics.cornerRadius))
  }
  nonisolated var outline: Outline { .containerRelative }
}

extension Shape where Self == Rectangle {
  /// Source: `SwiftUI`, `rect`.
  public static var rect: Rectangle { Rectangle() }
}
extension Shape where Self == Circle {
  /// Source: `SwiftUI`, `circle`.
  public static var circle: Circle { Circle() }
}
extension Shape where Self == Ellipse {
  /// Source: `SwiftUI`, `ellipse`.
  public static var ellipse: Ellipse { Ellipse() }
}
extension Shape where Self == Capsule {
  /// Source: `SwiftUI`, `capsule`.
  public static var capsule: Capsule { Capsule() }
}
extension Shape where Self == ContainerRelativeShape {
  /// Source: `SwiftUI`, `containerRelative`.
  public static var containerRelative: ContainerRelativeShape { ContainerRelativeShape() }
}
extension Shape where Self == RoundedRectangle {
  /// - Parameters:
  ///   - cornerRadius: In points.
  ///   - style: Circular, here.
  /// - Returns: The form.
  public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
    RoundedRectangle(cornerRadius: cornerRadius, style: style)
  }
}

/// How shapes are filled. Source: `SwiftUI.FillStyle`.
public struct FillStyle: Equatable, Sendable {
  /// Source: `SwiftUI`, `isEOFilled`.
  public var isEOFilled: Bool
  /// Source: `SwiftUI`, `isAntialiased`.
  public var isAntialiased: Bool
  /// Apple's initializer.
  public init(eoFill: Bool = false, antialiased: Bool = true) { (isEOFilled, isAntialiased) = (eoFill, antialiased) }
}
