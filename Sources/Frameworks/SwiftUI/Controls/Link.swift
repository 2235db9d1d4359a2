// SPDX-License-Identifier: Apache-2.0
public import Foundation
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
