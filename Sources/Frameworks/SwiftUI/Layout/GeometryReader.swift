// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A view whose content depends on the size that it is offered. Source: `SwiftUI.GeometryReader`.
public struct GeometryReader<Content: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  /// The closure that makes the content.
  public var content: (GeometryProxy) -> Content

  /// A view whose content depends on the size that it is offered.
  ///
  /// - Parameter content: The closure that makes the content.
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let number = context.archive.nextSized()
    let size = context.archive.known[number]?.offered ?? context.environment.place.size
    let children = context.nodes(of: content(GeometryProxy(size: CGSize(width: size.width, height: size.height))))
    return [.sized(number: number, size, .pile(Placement(.leading, .top), children))]
  }
}

/// The geometry of a view that reads it. Source: `SwiftUI.GeometryProxy`.
public struct GeometryProxy: Sendable {
  /// The size of the view, in points.
  public let size: CGSize
  /// The insets of the safe area: zero, as widgets have none.
  public var safeAreaInsets: EdgeInsets { EdgeInsets() }

  /// The rectangle of the view. Widgets are one view each: their own space, the widget's and a named one are one here.
  ///
  /// - Parameter coordinateSpace: The space, which is the view's own in any case.
  /// - Returns: The rectangle, from the view's own corner.
  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

/// A space of coordinates. Source: `SwiftUI.CoordinateSpace`.
///
/// Unchecked because a name is a value that is only compared.
public enum CoordinateSpace: Hashable, @unchecked Sendable {
  case global, local
  case named(AnyHashable)
}

extension View {
  /// Names the coordinate space of the view.
  ///
  /// - Parameter name: The name, which stands for the view's own space.
  /// - Returns: The view as it is.
  public func coordinateSpace<T: Hashable>(name: T) -> some View { self }
}
