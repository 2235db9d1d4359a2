// SPDX-License-Identifier: Apache-2.0
public import ActivityKit
public import Foundation
public import SwiftUI

// What describes a Live Activity. Nothing here shows one, and `Activity.request` says so, so that nothing is kept of it: the bundle's
// widgets are served without it, and the compiler warns.

/// The Live Activity that views are made for. Source: `WidgetKit.ActivityViewContext`.
public struct ActivityViewContext<Attributes: ActivityAttributes> {
  /// The data that does not change.
  public let attributes: Attributes
  /// The data of this moment.
  public let state: Attributes.ContentState
  /// The identifier of the Live Activity.
  public let activityID: String
  /// Whether the data is older than it should be.
  public let isStale: Bool
}

/// A Live Activity of a bundle. Source: `WidgetKit.ActivityConfiguration`.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration, ServedConfiguration {
  /// The configuration has no body: it is served as no widget.
  public typealias Body = Never
  /// A Live Activity by its attributes and its views, none of which is asked for.
  @available(
    *, deprecated,
    message: "Live Activities are not shown here, and are left out: offer a widget, and reload it with WidgetCenter"
  )
  public init<Content: View>(
    for attributesType: Attributes.Type, @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
    dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
  ) {}

  package var served: ServedWidget? { nil }
}

extension WidgetConfiguration {
  /// Says in which further sizes a Live Activity is offered. Source: `WidgetKit`, `supplementalActivityFamilies`.
  ///
  /// - Parameter families: The sizes.
  /// - Returns: The configuration.
  public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration { self }
}

/// The size of a Live Activity. Source: `WidgetKit.ActivityFamily`.
public enum ActivityFamily: Sendable, Hashable { case small, medium }

/// The views of a Live Activity around a phone's camera. Source: `WidgetKit.DynamicIsland`.
public struct DynamicIsland {
  /// The views of the island, none of which is asked for.
  public init<Expanded, Leading: View, Trailing: View, Minimal: View>(
    @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
    @ViewBuilder compactLeading: @escaping () -> Leading, @ViewBuilder compactTrailing: @escaping () -> Trailing,
    @ViewBuilder minimal: @escaping () -> Minimal
  ) {}
  /// Says where a tap on the island leads. Source: `WidgetKit`, `widgetURL`.
  ///
  /// - Parameter url: The address.
  /// - Returns: The island.
  public func widgetURL(_ url: URL?) -> DynamicIsland { self }
  /// Colours the island's edge. Source: `WidgetKit`, `keylineTint`.
  ///
  /// - Parameter color: The colour.
  /// - Returns: The island.
  public func keylineTint(_ color: Color?) -> DynamicIsland { self }
  /// Sets the distances of the island's content from its edges. Source: `WidgetKit`, `contentMargins`.
  ///
  /// - Parameters:
  ///   - edges: The edges.
  ///   - length: The distance.
  ///   - mode: The shape of the island.
  /// - Returns: The island.
  public func contentMargins(_ edges: Edge.Set = .all, _ length: Double, for mode: DynamicIslandMode) -> DynamicIsland {
    self
  }
}

/// The shape of an island. Source: `WidgetKit.DynamicIslandMode`.
public enum DynamicIslandMode: Sendable, Hashable { case compactLeading, compactTrailing, minimal, expanded }

/// The views of an expanded island. Source: `WidgetKit.DynamicIslandExpandedContent`.
public struct DynamicIslandExpandedContent<Content> {}

/// The result builder of an expanded island. Source: `WidgetKit.DynamicIslandExpandedContentBuilder`.
@resultBuilder public enum DynamicIslandExpandedContentBuilder {
  /// The content of a block of statements.
  public static func buildBlock<each Content: View>(_ content: repeat DynamicIslandExpandedRegion<each Content>)
    -> DynamicIslandExpandedContent<(repeat each Content)>
  {
    DynamicIslandExpandedContent()
  }
  /// The content of a call of another builder.
  public static func buildBlock<Content>(_ content: DynamicIslandExpandedContent<Content>)
    -> DynamicIslandExpandedContent<Content>
  {
    content
  }
  /// The region of a statement.
  public static func buildExpression<Content: View>(_ content: DynamicIslandExpandedRegion<Content>)
    -> DynamicIslandExpandedRegion<Content>
  {
    content
  }
  /// The regions of a statement.
  public static func buildExpression<Content>(_ content: DynamicIslandExpandedContent<Content>)
    -> DynamicIslandExpandedContent<Content>
  {
    content
  }
}

/// A region of an expanded island. Source: `WidgetKit.DynamicIslandExpandedRegion`.
public struct DynamicIslandExpandedRegion<Content: View> {
  /// A region by its position and its view, which is not asked for.
  public init(
    _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: @escaping () -> Content
  ) {}
}

/// The position of a region in an expanded island. Source: `WidgetKit.DynamicIslandExpandedRegionPosition`.
public enum DynamicIslandExpandedRegionPosition: Sendable, Hashable { case leading, trailing, center, bottom }

extension View {
  /// Colours a Live Activity's background. Source: `WidgetKit`, `activityBackgroundTint`.
  ///
  /// - Parameter color: The colour.
  /// - Returns: The view.
  public func activityBackgroundTint(_ color: Color?) -> some View { self }
  /// Colours the button that iOS adds to a Live Activity. Source: `WidgetKit`, `activitySystemActionForegroundColor`.
  ///
  /// - Parameter color: The colour.
  /// - Returns: The view.
  public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
  /// Places a view beside or below the camera in an expanded island. Source: `WidgetKit`, `dynamicIsland`.
  ///
  /// - Parameter verticalPlacement: The place.
  /// - Returns: The view.
  public func dynamicIsland(verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement) -> some View { self }
}

/// The place of a view in an expanded island. Source: `WidgetKit.DynamicIslandExpandedRegionVerticalPlacement`.
public enum DynamicIslandExpandedRegionVerticalPlacement: Sendable, Hashable { case belowIfTooWide, `default` }

/// The form in which a Live Activity is previewed. Source: `WidgetKit.ActivityPreviewViewKind`.
public struct ActivityPreviewViewKind: Sendable, Hashable {
  private let number: Int
  /// The form of the lock screen.
  public static let content = ActivityPreviewViewKind(number: 0)
  /// The form around a phone's camera.
  ///
  /// - Parameter state: The shape of the island.
  /// - Returns: The form.
  public static func dynamicIsland(_ state: DynamicIslandPreviewViewState) -> ActivityPreviewViewKind {
    ActivityPreviewViewKind(number: 1 + state.rawValue)
  }
}

/// The shape of an island that is previewed. Source: `WidgetKit.DynamicIslandPreviewViewState`.
public enum DynamicIslandPreviewViewState: Int, Sendable { case compact, expanded, minimal }

extension ActivityAttributes {
  /// The views of a Live Activity to be looked at, of which there are none. Source: `WidgetKit`, `previewContext`.
  ///
  /// - Parameters:
  ///   - contentState: The data of this moment.
  ///   - isStale: Whether it is older than it should be.
  ///   - viewKind: The form.
  /// - Returns: An empty view.
  @MainActor public func previewContext(
    _ contentState: ContentState, isStale: Bool = false, viewKind: ActivityPreviewViewKind
  ) -> some View {
    EmptyView()
  }
}

/// Makes the states of a preview of statements. Source: `WidgetKit.PreviewActivityBuilder`.
@resultBuilder public enum PreviewActivityBuilder<ContentState> {
  /// Statements one after the other.
  public static func buildBlock(_ components: ContentState...) -> [ContentState] { components }
}

/// A Live Activity to be looked at while it is written: the compiler checks it, and nothing is left of it.
/// Source: `WidgetKit.Preview(_:as:using:widget:contentStates:)`.
///
/// - Parameters:
///   - name: What it is called.
///   - kind: The form.
///   - attributes: The data that does not change.
///   - widget: The Live Activity.
///   - contentStates: The data of its moments.
@freestanding(declaration) public macro Preview<Attributes: ActivityAttributes>(
  _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Attributes,
  widget: @escaping @MainActor () -> any Widget,
  @PreviewActivityBuilder<Attributes.ContentState> contentStates: @escaping @MainActor () -> [Attributes.ContentState]
) = #externalMacro(module: "ViewMacros", type: "ActivityPreview")
