// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

extension View {
  /// Places the view in a frame of a fixed width, height or both.
  ///
  /// - Parameters:
  ///   - width: The width in points, or nil for the view's own.
  ///   - height: The height in points, or nil for the view's own.
  ///   - alignment: The alignment of the view in the frame.
  /// - Returns: The view in a frame of that size.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
    let modifier = Modifier.frame(width: width.map { Double($0) }, height: height.map { Double($0) }, alignment.model)
    return ChangedView(content: self) { _ in modifier }
  }
  /// Places the view in a frame whose size is between bounds.
  ///
  /// - Parameters:
  ///   - minWidth: The minimum width in points.
  ///   - idealWidth: The width where none is proposed.
  ///   - maxWidth: The maximum width in points.
  ///   - minHeight: The minimum height in points.
  ///   - idealHeight: The height where none is proposed.
  ///   - maxHeight: The maximum height in points.
  ///   - alignment: The alignment of the view in the frame.
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
  /// Adds space around the view at some edges.
  ///
  /// - Parameters:
  ///   - edges: The edges.
  ///   - length: The length in points, or nil for the platform's.
  /// - Returns: The view with room around it.
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
    let length = Double(length ?? 16)
    let model = Edges(
      edges.contains(.top) ? length : 0, edges.contains(.leading) ? length : 0,
      edges.contains(.bottom) ? length : 0, edges.contains(.trailing) ? length : 0)
    return ChangedView(content: self) { _ in .padding(model) }
  }
  /// Adds the same space around the view at every edge.
  ///
  /// - Parameter length: The length in points.
  /// - Returns: The view with room around it.
  public func padding(_ length: CGFloat) -> some View { padding(.all, length) }
  /// Adds space of its own length around the view at each edge.
  ///
  /// - Parameter insets: The length at each edge.
  /// - Returns: The view with room around it.
  public func padding(_ insets: EdgeInsets) -> some View {
    let model = insets.model
    return ChangedView(content: self) { _ in .padding(model) }
  }
  /// Moves what is drawn of the view; its frame stays.
  ///
  /// - Parameters:
  ///   - x: The horizontal coordinate in points.
  ///   - y: The vertical coordinate in points.
  /// - Returns: The view, drawn elsewhere.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ChangedView(content: self) { _ in .offset(Double(x), Double(y)) }
  }
  /// Moves what is drawn of the view; its frame stays.
  ///
  /// - Parameter offset: The offset in points.
  /// - Returns: The view, drawn elsewhere.
  public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }
  /// Places the middle of the view at a point of the surrounding view.
  ///
  /// - Parameters:
  ///   - x: The horizontal coordinate in points.
  ///   - y: The vertical coordinate in points.
  /// - Returns: The view with its middle there.
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ChangedView(content: self) { _ in .position(Double(x), Double(y)) }
  }
  /// Places the middle of the view at a point of the surrounding view.
  ///
  /// - Parameter position: The point.
  /// - Returns: The view with its middle there.
  public func position(_ position: CGPoint) -> some View { self.position(x: position.x, y: position.y) }
  /// Gives the view its ideal size, whatever is offered to it.
  ///
  /// - Returns: The view in its own size.
  public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }
  /// Gives the view its ideal width, its ideal height or both, whatever is offered to it.
  ///
  /// - Parameters:
  ///   - horizontal: Whether the width is the ideal one.
  ///   - vertical: Whether the height is the ideal one.
  /// - Returns: The changed view.
  public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
    ChangedView(content: self) { _ in .fixedSize(horizontal: horizontal, vertical: vertical) }
  }
  /// Gives the view a ratio of width to height.
  ///
  /// - Parameters:
  ///   - aspectRatio: The width divided by the height, or nil for the view's own.
  ///   - contentMode: The choice between fitting within the space and filling it.
  /// - Returns: The view in that form.
  public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    let ratio = aspectRatio.flatMap { $0 > 0 ? Double($0) : nil }
    return ChangedView(content: self) { _ in .aspectRatio(ratio, contentMode == .fill ? .fill : .fit) }
  }
  /// Scales the view in its ratio until it just fits within the space.
  ///
  /// - Returns: The view in its form, as large as fits.
  public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
  /// Scales the view in its ratio until it just fills the space.
  ///
  /// - Returns: The view in its form, so that nothing is left free.
  public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
  /// Sets the priority by which a stack divides its space among its views.
  ///
  /// - Parameter value: The priority; views of the highest get space first.
  /// - Returns: The changed view.
  public func layoutPriority(_ value: Double) -> some View { ChangedView(content: self) { _ in .priority(value) } }
}
