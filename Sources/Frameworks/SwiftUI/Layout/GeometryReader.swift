// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// Content that knows the size it is offered. Source: `SwiftUI.GeometryReader`.
public struct GeometryReader<Content: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  /// Makes the content.
  public var content: (GeometryProxy) -> Content

  /// - Parameter content: Makes the content.
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let number = context.archive.nextSized()
    let size = context.archive.known[number]?.offered ?? context.environment.place.size
    let children = context.nodes(of: content(GeometryProxy(size: CGSize(width: size.width, height: size.height))))
    return [.sized(number: number, size, .pile(Placement(.leading, .top), children))]
  }
}

/// The size that is offered. Source: `SwiftUI.GeometryProxy`.
public struct GeometryProxy: Sendable {
  /// In points.
  public let size: CGSize
  /// Widgets have no safe area.
  public var safeAreaInsets: EdgeInsets { EdgeInsets() }

  /// The view's rectangle. Widgets are one view each: their own space, the widget's and a named one are one here.
  ///
  /// - Parameter coordinateSpace: In which space.
  /// - Returns: The rectangle, from the view's own corner.
  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
}

/// In which space points are counted. Source: `SwiftUI.CoordinateSpace`.
///
/// Unchecked because a name is a value that is only compared.
public enum CoordinateSpace: Hashable, @unchecked Sendable {
  case global, local
  case named(AnyHashable)
}

extension View {
  /// - Parameter name: Of the view's space, which counts as the view's own does.
  /// - Returns: The view.
  public func coordinateSpace<T: Hashable>(name: T) -> some View { self }
}
