// SPDX-License-Identifier: Apache-2.0

/// A widget of an extension. Source: `SwiftUI.Widget`.
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  init()
  /// The configuration of the widget.
  @MainActor @preconcurrency var body: Body { get }
}

/// The configuration of a widget. Source: `SwiftUI.WidgetConfiguration`.
@MainActor @preconcurrency public protocol WidgetConfiguration {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: WidgetConfiguration {}

extension WidgetConfiguration where Body == Never {
  /// The configuration has no body: it is served as it is. Nobody asks for it, and there is nothing that it could give.
  public var body: Never { preconditionFailure("\(Self.self) has no body: it is served as it is") }
}

// MARK: - Bundles

/// The result builder of a bundle of widgets. Source: `SwiftUI.WidgetBundleBuilder`.
@MainActor @resultBuilder public enum WidgetBundleBuilder {
  /// The content of a block of statements.
  public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> some Widget {
    var widgets: [any Widget] = []
    repeat widgets.append(each content)
    return WidgetList(widgets: widgets)
  }
  /// The content of a block of statements.
  public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
  /// The content of an `if` without `else`.
  public static func buildOptional(_ content: (any Widget)?) -> some Widget {
    WidgetList(widgets: content.map { [$0] } ?? [])
  }
  /// The content of a check for availability.
  public static func buildLimitedAvailability(_ content: some Widget) -> some Widget {
    WidgetList(widgets: [content])
  }
}

/// The widgets of a block of statements.
package struct WidgetList: Widget {
  package var widgets: [any Widget] = []
  package init() {}
  init(widgets: [any Widget]) { self.widgets = widgets }
  package var body: some WidgetConfiguration { EmptyWidgetConfiguration() }
}

/// A configuration without a widget. Source: `SwiftUI.EmptyWidgetConfiguration`.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
  /// The configuration has no body: it is served as it is.
  public typealias Body = Never
  /// A configuration without a widget.
  public init() {}
}

/// A bundle of all widgets of an extension. Source: `SwiftUI.WidgetBundle`.
@MainActor @preconcurrency public protocol WidgetBundle {
  associatedtype Body: Widget
  init()
  /// The widgets of the bundle.
  @WidgetBundleBuilder @MainActor @preconcurrency var body: Body { get }
}
