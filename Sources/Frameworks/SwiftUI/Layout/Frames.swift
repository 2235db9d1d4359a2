// SPDX-License-Identifier: Apache-2.0
public import Foundation
import WidgetModel

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
}
