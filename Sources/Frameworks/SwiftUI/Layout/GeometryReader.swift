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
}
