// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import SwiftUIElements
public import ViewGeometry
package import WidgetModel

/// A view that leads into the app. Source: `SwiftUI.Link`.
public struct Link<Label: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let destination: URL
  private let label: Label

  /// - Parameters:
  ///   - destination: Where it leads.
  ///   - label: The view.
  public init(destination: URL, @ViewBuilder label: () -> Label) {
    (self.destination, self.label) = (destination, label())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    [.modified(context.node(of: label), .link(destination.absoluteString))]
  }
}

extension Link where Label == Text {
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - destination: Where it leads.
  public init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(destination: destination) { Text(titleKey) }
  }
  /// - Parameters:
  ///   - title: The text.
  ///   - destination: Where it leads.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, destination: URL) {
    self.init(destination: destination) { Text(title) }
  }
}

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
