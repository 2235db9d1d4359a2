// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

extension View {
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
  ///   - style: What is in front.
  ///   - edges: Widgets have no safe area: it changes nothing.
  /// - Returns: The view below a surface.
  public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    ChangedView(content: self) { .overlay(.paint(paint(of: style, in: $0.environment)), .center) }
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
  ///   - content: What it is drawn with.
  ///   - width: In points.
  /// - Returns: The view with a line around it, within its frame.
  public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    overlay { Rectangle().strokeBorder(content, lineWidth: width) }
  }
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
  /// - Parameter mask: What is opaque there is seen of the view.
  /// - Returns: The part of the view within the mask.
  @_disfavoredOverload public func mask<V: View>(_ mask: V) -> some View { self.mask { mask } }
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
}
