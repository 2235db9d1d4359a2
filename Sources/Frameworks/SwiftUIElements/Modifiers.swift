// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import ViewGeometry
import WidgetModel

struct ChangedView<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let modifier: @MainActor (ViewContext) -> Modifier

  /// A change of several views is made to each, as in SwiftUI.
  func nodes(in context: ViewContext) -> [WidgetNode] {
    let modifier = modifier(context)
    return context.nodes(of: content).map { .modified($0, modifier) }
  }
}

extension View {
  /// - Parameters:
  ///   - width: In points.
  ///   - height: In points.
  ///   - alignment: Where the view stands in it.
  /// - Returns: The view in a frame of that size.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
    let modifier = Modifier.frame(width: width.map { Double($0) }, height: height.map { Double($0) }, alignment.model)
    return ChangedView(content: self) { _ in modifier }
  }

  /// - Parameters:
  ///   - minWidth: At least.
  ///   - idealWidth: Where none is offered.
  ///   - maxWidth: At most.
  ///   - minHeight: At least.
  ///   - idealHeight: Where none is offered.
  ///   - maxHeight: At most.
  ///   - alignment: Where the view stands in it.
  /// - Returns: The view in a frame between those sizes.
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    func model(_ value: CGFloat?) -> Double? { value.map { min(Double($0), 100_000) } }
    let frame = FlexibleFrame(
      minWidth: model(minWidth), idealWidth: model(idealWidth), maxWidth: model(maxWidth),
      minHeight: model(minHeight), idealHeight: model(idealHeight), maxHeight: model(maxHeight))
    return ChangedView(content: self) { _ in .flexibleFrame(frame, alignment.model) }
  }

  /// - Parameters:
  ///   - edges: Where.
  ///   - length: Points; as the platform has it, if none are given.
  /// - Returns: The view with room around it.
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    let length = Double(length ?? 16)
    let model = Edges(
      edges.contains(.top) ? length : 0, edges.contains(.leading) ? length : 0,
      edges.contains(.bottom) ? length : 0, edges.contains(.trailing) ? length : 0)
    return ChangedView(content: self) { _ in .padding(model) }
  }

  /// - Parameter length: Points.
  /// - Returns: The view with room around it.
  public func padding(_ length: CGFloat) -> some View { padding(.all, length) }

  /// - Parameter insets: Points.
  /// - Returns: The view with room around it.
  public func padding(_ insets: EdgeInsets) -> some View {
    let model = insets.model
    return ChangedView(content: self) { _ in .padding(model) }
  }

  /// - Parameters:
  ///   - alignment: Where it stands.
  ///   - content: What is behind.
  /// - Returns: The view with another behind it.
  public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    let behind = content()
    return ChangedView(content: self) { .background($0.node(of: behind), alignment.model) }
  }

  /// - Parameters:
  ///   - background: What is behind.
  ///   - alignment: Where it stands.
  /// - Returns: The view with another behind it.
  @_disfavoredOverload public func background<V: View>(_ background: V, alignment: Alignment = .center) -> some View {
    ChangedView(content: self) { .background($0.node(of: background), alignment.model) }
  }

  /// - Parameters:
  ///   - style: What is behind.
  ///   - edges: Widgets have no safe area: it changes nothing.
  /// - Returns: The view upon a surface.
  public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    ChangedView(content: self) { .background(.paint(paint(of: style, in: $0.environment)), .center) }
  }

  /// - Parameter edges: Widgets have no safe area: it changes nothing.
  /// - Returns: The view upon the current surface.
  public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { background(BackgroundStyle()) }

  /// - Parameters:
  ///   - shape: Its form.
  ///   - fillStyle: How it is filled.
  /// - Returns: The view upon a shape of the current surface.
  public func background<T: InsettableShape>(in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
    background(BackgroundStyle(), in: shape, fillStyle: fillStyle)
  }

  /// - Parameters:
  ///   - style: What it is filled with.
  ///   - shape: Its form.
  ///   - fillStyle: How it is filled.
  /// - Returns: The view upon a shape.
  public func background<S: ShapeStyle, T: InsettableShape>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    background { shape.fill(style) }
  }

  /// - Parameters:
  ///   - alignment: Where it stands.
  ///   - content: What is in front.
  /// - Returns: The view with another in front of it.
  public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    let front = content()
    return ChangedView(content: self) { .overlay($0.node(of: front), alignment.model) }
  }

  /// - Parameters:
  ///   - overlay: What is in front.
  ///   - alignment: Where it stands.
  /// - Returns: The view with another in front of it.
  @_disfavoredOverload public func overlay<V: View>(_ overlay: V, alignment: Alignment = .center) -> some View {
    ChangedView(content: self) { .overlay($0.node(of: overlay), alignment.model) }
  }

  /// - Parameters:
  ///   - style: What it is filled with.
  ///   - shape: Its form.
  ///   - fillStyle: How it is filled.
  /// - Returns: The view below a shape.
  public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View
  {
    overlay { shape.fill(style) }
  }

  /// - Parameters:
  ///   - x: Points.
  ///   - y: Points.
  /// - Returns: The view, drawn elsewhere.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ChangedView(content: self) { _ in .offset(Double(x), Double(y)) }
  }
  /// - Parameter offset: Points.
  /// - Returns: The view, drawn elsewhere.
  public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }
  /// - Parameters:
  ///   - x: Points.
  ///   - y: Points.
  /// - Returns: The view with its middle there.
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ChangedView(content: self) { _ in .position(Double(x), Double(y)) }
  }
  /// - Parameter position: Points.
  /// - Returns: The view with its middle there.
  public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }
  /// - Parameter opacity: From 0 to 1.
  /// - Returns: The view, seen through.
  public func opacity(_ opacity: Double) -> some View {
    ChangedView(content: self) { _ in .opacity(min(max(opacity, 0), 1)) }
  }
  /// - Returns: Room for the view, which is not drawn.
  @ViewBuilder public func hidden() -> some View { opacity(0).accessibilityHidden(true) }
  /// - Parameters:
  ///   - shape: The form.
  ///   - style: How it is filled.
  /// - Returns: The part of the view within the shape.
  public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
    ChangedView(content: self) { .clip(shape.outline(in: $0)) }
  }
  /// - Parameter antialiased: Edges are smooth in any case.
  /// - Returns: The part of the view within its frame.
  public func clipped(antialiased: Bool = false) -> some View { ChangedView(content: self) { _ in .clip(.rectangle) } }
  /// - Parameters:
  ///   - radius: Of the corners.
  ///   - antialiased: Edges are smooth in any case.
  /// - Returns: The view with round corners.
  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    ChangedView(content: self) { _ in .clip(.rounded(radius: Double(radius))) }
  }
  /// - Parameters:
  ///   - alignment: Where the mask stands.
  ///   - mask: What is opaque there is seen of the view.
  /// - Returns: The part of the view within the mask.
  public func mask<V: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> V) -> some View {
    let mask = mask()
    return ChangedView(content: self) { .mask($0.node(of: mask), alignment.model) }
  }
  /// - Parameters:
  ///   - color: Of the shadow.
  ///   - radius: How soft it is.
  ///   - x: Points.
  ///   - y: Points.
  /// - Returns: The view with a shadow.
  public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    ChangedView(content: self) {
      .shadow(color.ink($0.environment.colorScheme), radius: min(Double(radius), 200), x: Double(x), y: Double(y))
    }
  }
  /// - Parameters:
  ///   - angle: Clockwise.
  ///   - anchor: The point that stays.
  /// - Returns: The view, turned.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    ChangedView(content: self) { _ in .rotation(angle.degrees, anchor.place) }
  }
  /// - Parameters:
  ///   - scale: How much larger.
  ///   - anchor: The point that stays.
  /// - Returns: The view, larger or smaller.
  public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View {
    ChangedView(content: self) { _ in .scale(Double(scale), Double(scale), anchor.place) }
  }
  /// - Parameters:
  ///   - x: How much wider.
  ///   - y: How much higher.
  ///   - anchor: The point that stays.
  /// - Returns: The view, larger or smaller.
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
    ChangedView(content: self) { _ in .scale(Double(x), Double(y), anchor.place) }
  }
  /// - Returns: The view in its own size.
  public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }
  /// - Parameters:
  ///   - horizontal: Whether in its own width.
  ///   - vertical: Whether in its own height.
  /// - Returns: The view.
  public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
    ChangedView(content: self) { _ in .fixedSize(horizontal: horizontal, vertical: vertical) }
  }
  /// - Parameters:
  ///   - aspectRatio: Width by height; the view's own if none is given.
  ///   - contentMode: Whether it fits or fills.
  /// - Returns: The view in that form.
  public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    let ratio = aspectRatio.flatMap { $0 > 0 ? Double($0) : nil }
    return ChangedView(content: self) { _ in .aspectRatio(ratio, contentMode == .fill ? .fill : .fit) }
  }
  /// - Returns: The view in its form, as large as fits.
  public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
  /// - Returns: The view in its form, so that nothing is left free.
  public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
  /// - Parameter value: Views of a higher one get room first.
  /// - Returns: The view.
  public func layoutPriority(_ value: Double) -> some View { ChangedView(content: self) { _ in .priority(value) } }
  /// - Parameter count: How many columns of a grid it takes.
  /// - Returns: The cell.
  public func gridCellColumns(_ count: Int) -> some View {
    ChangedView(content: self) { _ in .columns(min(max(count, 1), 100)) }
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
