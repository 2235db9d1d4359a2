// SPDX-License-Identifier: Apache-2.0
public import SwiftUI

/// A preview as a widget. Source: `WidgetKit.WidgetPreviewContext`.
public struct WidgetPreviewContext: PreviewContext {
  /// The widget's size.
  public let family: WidgetFamily
  /// A place of a widget's size.
  public init(family: WidgetFamily) { self.family = family }
}

/// Makes a preview's entries of statements. Source: `WidgetKit.PreviewTimelineBuilder`.
@resultBuilder public enum PreviewTimelineBuilder {
  /// A statement by itself.
  public static func buildExpression(_ expression: some TimelineEntry) -> [any TimelineEntry] { [expression] }
  /// A statement by itself.
  public static func buildExpression(_ expression: [some TimelineEntry]) -> [any TimelineEntry] { expression }
  /// Statements one after the other.
  public static func buildBlock(_ components: [any TimelineEntry]...) -> [any TimelineEntry] {
    components.flatMap { $0 }
  }
  /// The statements of a loop.
  public static func buildArray(_ components: [[any TimelineEntry]]) -> [any TimelineEntry] {
    components.flatMap { $0 }
  }
  /// The statements of an `if`, or none.
  public static func buildOptional(_ component: [any TimelineEntry]?) -> [any TimelineEntry] { component ?? [] }
  /// The statements of one of two branches.
  public static func buildEither(first component: [any TimelineEntry]) -> [any TimelineEntry] { component }
  /// The statements of one of two branches.
  public static func buildEither(second component: [any TimelineEntry]) -> [any TimelineEntry] { component }
}

/// A widget to be looked at while it is written, with entries of one's own. Source: `WidgetKit.Preview(_:as:widget:timeline:)`.
///
/// The compiler checks it. In a program for debugging `bailey widget preview` draws its entries; in others nothing is left of it.
///
/// - Parameters:
///   - name: What it is called.
///   - family: The widget's size.
///   - widget: The widget.
///   - timeline: Its entries.
@freestanding(declaration) public macro Preview(
  _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
  @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
) = #externalMacro(module: "ViewMacros", type: "WidgetPreview")

/// A widget to be looked at with the entries of its provider. Source: `WidgetKit.Preview(_:as:widget:timelineProvider:)`.
///
/// - Parameters:
///   - name: What it is called.
///   - family: The widget's size.
///   - widget: The widget.
///   - timelineProvider: Gives it its entries.
@freestanding(declaration) public macro Preview<Provider: TimelineProvider>(
  _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
  timelineProvider: @escaping @MainActor () -> Provider
) = #externalMacro(module: "ViewMacros", type: "WidgetPreview")

/// A widget with choices, to be looked at. Source: `WidgetKit.Preview(_:as:using:widget:timelineProvider:)`.
///
/// - Parameters:
///   - name: What it is called.
///   - family: The widget's size.
///   - intent: What its owner has chosen.
///   - widget: The widget.
///   - timelineProvider: Gives it its entries.
@freestanding(declaration) public macro Preview<Provider: AppIntentTimelineProvider>(
  _ name: String? = nil, as family: WidgetFamily, using intent: Provider.Intent,
  widget: @escaping @MainActor () -> any Widget, timelineProvider: @escaping @MainActor () -> Provider
) = #externalMacro(module: "ViewMacros", type: "WidgetPreview")
