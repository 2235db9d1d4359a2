// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// A view that opens a URL in the app when it is tapped. Source: `SwiftUI.Link`.
public struct Link<Label: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let destination: URL
  private let label: Label

  /// A link with a view as its label.
  ///
  /// - Parameters:
  ///   - destination: The URL that is opened.
  ///   - label: The view.
  public init(destination: URL, @ViewBuilder label: () -> Label) {
    (self.destination, self.label) = (destination, label())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    [.modified(context.node(of: label), .link(destination.absoluteString))]
  }
}

extension Link where Label == Text {
  /// A link with a localized text as its label.
  ///
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - destination: The URL that is opened.
  public init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(destination: destination) { Text(titleKey) }
  }
  /// A link with a text as its label.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - destination: The URL that is opened.
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, destination: URL) {
    self.init(destination: destination) { Text(title) }
  }
}
