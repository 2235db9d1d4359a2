// SPDX-License-Identifier: Apache-2.0
import SwiftUI

// What WidgetKit has besides widgets, and Linux has no place for. The compiler says so, rather than that nothing is shown.

/// A widget that is shown when it matters. Source: `WidgetKit.RelevanceConfiguration`.
@available(
  *, unavailable, message: "widgets by relevance are watchOS' alone: use StaticConfiguration or AppIntentConfiguration"
)
public struct RelevanceConfiguration<Content> {
  /// A widget by its name, its provider and its view.
  public init<P>(kind: String, provider: P, content: (Any) -> Content) {}
}

/// Says when a widget matters. Source: `WidgetKit.RelevanceEntriesProvider`.
@available(
  *, unavailable, message: "widgets by relevance are watchOS' alone: use TimelineProvider or AppIntentTimelineProvider"
)
public protocol RelevanceEntriesProvider {}

extension WidgetConfiguration {
  /// Hears of transfers in the background. Source: `SwiftUI`, `onBackgroundURLSessionEvents`.
  @available(*, unavailable, message: "a widget's process ends when it has answered: fetch in the provider")
  public func onBackgroundURLSessionEvents(
    matching: ((String) -> Bool)? = nil, _ urlSessionEvent: (String, () -> Void) -> Void
  ) -> some WidgetConfiguration {
    self
  }
}
