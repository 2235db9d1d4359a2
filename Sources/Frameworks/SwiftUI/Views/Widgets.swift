// SPDX-License-Identifier: Apache-2.0

/// A widget. Source: `SwiftUI.Widget`.
@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  init()
  /// What it is, and what gives it content.
  @MainActor @preconcurrency var body: Body { get }
}

/// What a widget is. Source: `SwiftUI.WidgetConfiguration`.
@MainActor @preconcurrency public protocol WidgetConfiguration {
  associatedtype Body: WidgetConfiguration
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: WidgetConfiguration {}

extension WidgetConfiguration where Body == Never {
  /// It has none: it is served as it is. Nobody asks for it, and there is nothing that it could give.
  public var body: Never { preconditionFailure("\(Self.self) has no body: it is served as it is") }
}

// MARK: - Bundles

/// Makes a bundle of widgets. Source: `SwiftUI.WidgetBundleBuilder`.
@MainActor @resultBuilder public enum WidgetBundleBuilder {
  /// A part of what statements make.
  public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> some Widget {
    var widgets: [any Widget] = []
    repeat widgets.append(each content)
    return WidgetList(widgets: widgets)
  }
  /// A part of what statements make.
  public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
  /// A part of what statements make.
  public static func buildOptional(_ content: (any Widget)?) -> some Widget {
    WidgetList(widgets: content.map { [$0] } ?? [])
  }
  /// A part of what statements make.
  public static func buildLimitedAvailability(_ content: some Widget) -> some Widget {
    WidgetList(widgets: [content])
  }
}

/// Several widgets.
package struct WidgetList: Widget {
  package var widgets: [any Widget] = []
  package init() {}
  init(widgets: [any Widget]) { self.widgets = widgets }
  package var body: some WidgetConfiguration { EmptyWidgetConfiguration() }
}

/// No widget. Source: `SwiftUI.EmptyWidgetConfiguration`.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
  /// It is served as it is.
  public typealias Body = Never
  /// Apple's initializer.
  public init() {}
}

/// The widgets of an extension. Source: `SwiftUI.WidgetBundle`.
@MainActor @preconcurrency public protocol WidgetBundle {
  associatedtype Body: Widget
  init()
  /// The widgets.
  @WidgetBundleBuilder @MainActor @preconcurrency var body: Body { get }
}
