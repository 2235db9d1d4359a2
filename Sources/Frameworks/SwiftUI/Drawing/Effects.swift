// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

extension View {
  /// Draws another view behind the view.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of the other view.
  ///   - content: The view behind.
  /// - Returns: The view with another behind it.
  public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    let behind = content()
    return ChangedView(content: self) { .background($0.node(of: behind), alignment.model) }
  }

  /// Draws another view behind the view.
  ///
  /// - Parameters:
  ///   - background: The view behind.
  ///   - alignment: The alignment of the other view.
  /// - Returns: The view with another behind it.
  @_disfavoredOverload public func background<V: View>(_ background: V, alignment: Alignment = .center) -> some View {
    ChangedView(content: self) { .background($0.node(of: background), alignment.model) }
  }

  /// Fills the frame of the view, behind it, with a style.
  ///
  /// - Parameters:
  ///   - style: The style of the background.
  ///   - edges: The edges at which the safe area is ignored, which widgets do not have.
  /// - Returns: The view upon a surface.
  public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    ChangedView(content: self) { .background(.paint(paint(of: style, in: $0.environment)), .center) }
  }

  /// Fills the frame of the view, behind it, with the background style.
  ///
  /// - Parameter edges: The edges at which the safe area is ignored, which widgets do not have.
  /// - Returns: The view upon the current surface.
  public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { background(BackgroundStyle()) }

  /// Draws a shape behind the view, filled with the background style.
  ///
  /// - Parameters:
  ///   - shape: The shape.
  ///   - fillStyle: The rule by which the shape is filled.
  /// - Returns: The view upon a shape of the current surface.
  public func background<T: InsettableShape>(in shape: T, fillStyle: FillStyle = FillStyle()) -> some View {
    background(BackgroundStyle(), in: shape, fillStyle: fillStyle)
  }

  /// Draws a shape behind the view, filled with a style.
  ///
  /// - Parameters:
  ///   - style: The style that the shape is filled with.
  ///   - shape: The shape.
  ///   - fillStyle: The rule by which the shape is filled.
  /// - Returns: The view upon a shape.
  public func background<S: ShapeStyle, T: InsettableShape>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View {
    background { shape.fill(style) }
  }

  /// Draws another view in front of the view.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of the other view.
  ///   - content: The view in front.
  /// - Returns: The view with another in front of it.
  public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
    let front = content()
    return ChangedView(content: self) { .overlay($0.node(of: front), alignment.model) }
  }

  /// Draws another view in front of the view.
  ///
  /// - Parameters:
  ///   - overlay: The view in front.
  ///   - alignment: The alignment of the other view.
  /// - Returns: The view with another in front of it.
  @_disfavoredOverload public func overlay<V: View>(_ overlay: V, alignment: Alignment = .center) -> some View {
    ChangedView(content: self) { .overlay($0.node(of: overlay), alignment.model) }
  }

  /// Fills the frame of the view, in front of it, with a style.
  ///
  /// - Parameters:
  ///   - style: The style of the surface.
  ///   - edges: The edges at which the safe area is ignored, which widgets do not have.
  /// - Returns: The view below a surface.
  public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
    ChangedView(content: self) { .overlay(.paint(paint(of: style, in: $0.environment)), .center) }
  }

  /// Draws a shape in front of the view, filled with a style.
  ///
  /// - Parameters:
  ///   - style: The style that the shape is filled with.
  ///   - shape: The shape.
  ///   - fillStyle: The rule by which the shape is filled.
  /// - Returns: The view below a shape.
  public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle()) -> some View
  {
    overlay { shape.fill(style) }
  }

  /// Draws a border within the frame of the view.
  ///
  /// - Parameters:
  ///   - content: The style that the line is drawn with.
  ///   - width: The width of the border in points.
  /// - Returns: The view with a line around it, within its frame.
  public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
    overlay { Rectangle().strokeBorder(content, lineWidth: width) }
  }
  /// Makes the view transparent.
  ///
  /// - Parameter opacity: The opacity from 0 to 1.
  /// - Returns: The transparent view.
  public func opacity(_ opacity: Double) -> some View {
    ChangedView(content: self) { _ in .opacity(min(max(opacity, 0), 1)) }
  }
  /// Hides the view, and keeps its space.
  ///
  /// - Returns: The space of the view, which is not drawn.
  @ViewBuilder public func hidden() -> some View { opacity(0).accessibilityHidden(true) }
  /// Clips the view to a shape.
  ///
  /// - Parameters:
  ///   - shape: The form.
  ///   - style: The rule by which the shape is filled.
  /// - Returns: The part of the view within the shape.
  public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
    ChangedView(content: self) { .clip(shape.outline(in: $0)) }
  }
  /// Clips the view to its frame.
  ///
  /// - Parameter antialiased: Whether edges are smooth, which they are in any case.
  /// - Returns: The part of the view within its frame.
  public func clipped(antialiased: Bool = false) -> some View { ChangedView(content: self) { _ in .clip(.rectangle) } }
  /// Clips the view to its frame with rounded corners.
  ///
  /// - Parameters:
  ///   - radius: The radius of the corners in points.
  ///   - antialiased: Whether edges are smooth, which they are in any case.
  /// - Returns: The view with round corners.
  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
    ChangedView(content: self) { _ in .clip(.rounded(radius: Double(radius))) }
  }
  /// Clips the view to the opaque parts of another.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of the mask.
  ///   - mask: The view whose opaque parts show this one.
  /// - Returns: The part of the view within the mask.
  public func mask<V: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> V) -> some View {
    let mask = mask()
    return ChangedView(content: self) { .mask($0.node(of: mask), alignment.model) }
  }
  /// Clips the view to the opaque parts of another.
  ///
  /// - Parameter mask: The view whose opaque parts show this one.
  /// - Returns: The part of the view within the mask.
  @_disfavoredOverload public func mask<V: View>(_ mask: V) -> some View { self.mask { mask } }
  /// Blurs what is drawn of the view; its frame stays.
  ///
  /// - Parameters:
  ///   - radius: The radius of the blur in points.
  ///   - opaque: Whether nothing shows through where the view is; it changes nothing.
  /// - Returns: The blurred view.
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
    ChangedView(content: self) { _ in .blur(min(max(Double(radius), 0), 200)) }
  }
  /// Draws a shadow of the view.
  ///
  /// - Parameters:
  ///   - color: The colour of the shadow.
  ///   - radius: The radius of the blur in points.
  ///   - x: The distance to the right in points.
  ///   - y: The distance downwards in points.
  /// - Returns: The view with a shadow.
  public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View {
    ChangedView(content: self) {
      .shadow(color.ink($0.environment.colorScheme), radius: min(Double(radius), 200), x: Double(x), y: Double(y))
    }
  }
  /// Rotates what is drawn of the view; its frame stays.
  ///
  /// - Parameters:
  ///   - angle: The angle, clockwise.
  ///   - anchor: The point that does not move.
  /// - Returns: The rotated view.
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    ChangedView(content: self) { _ in .rotation(angle.degrees, anchor.place) }
  }
  /// Scales what is drawn of the view equally in both directions; its frame stays.
  ///
  /// - Parameters:
  ///   - scale: The factor for the size.
  ///   - anchor: The point that does not move.
  /// - Returns: The view, larger or smaller.
  public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some View {
    ChangedView(content: self) { _ in .scale(Double(scale), Double(scale), anchor.place) }
  }
  /// Scales what is drawn of the view in each direction; its frame stays.
  ///
  /// - Parameters:
  ///   - x: The factor for the width.
  ///   - y: The factor for the height.
  ///   - anchor: The point that does not move.
  /// - Returns: The view, larger or smaller.
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
    ChangedView(content: self) { _ in .scale(Double(x), Double(y), anchor.place) }
  }
}
