// SPDX-License-Identifier: Apache-2.0
import SwiftUI

// What WidgetKit has besides widgets, and Linux has no place for. The compiler says so, rather than that nothing is shown.

/// Source: `SwiftUI.ControlWidget`.
@available(
  *, unavailable,
  message:
    "controls are shown in iOS' Control Center, which Bailey has no counterpart of: offer a widget with a Button or a Toggle"
)
public protocol ControlWidget {}

/// Source: `SwiftUI.ControlWidgetConfiguration`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public protocol ControlWidgetConfiguration {}

/// Source: `WidgetKit.ControlValueProvider`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public protocol ControlValueProvider {}

/// Source: `WidgetKit.StaticControlConfiguration`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public struct StaticControlConfiguration<Content> {
  /// Apple's initializer.
  public init(kind: String, content: () -> Content) {}
  /// Apple's initializer.
  public init<P>(kind: String, provider: P, content: (Any) -> Content) {}
}

/// Source: `WidgetKit.AppIntentControlConfiguration`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public struct AppIntentControlConfiguration<Content> {
  /// Apple's initializer.
  public init<P>(kind: String, provider: P, content: (Any) -> Content) {}
}

/// Source: `WidgetKit.ControlWidgetButton`.
@available(
  *, unavailable, message: "controls are shown in iOS' Control Center: in a widget, use Button(intent:)"
)
public struct ControlWidgetButton<Label> {
  /// Apple's initializer.
  public init<I>(action: I, label: () -> Label) {}
}

/// Source: `WidgetKit.ControlWidgetToggle`.
@available(
  *, unavailable, message: "controls are shown in iOS' Control Center: in a widget, use Toggle(isOn:intent:)"
)
public struct ControlWidgetToggle<Label> {
  /// Apple's initializer.
  public init<I>(_ title: String, isOn: Bool, action: I, valueLabel: (Bool) -> Label) {}
}

/// Source: `WidgetKit.ActivityConfiguration`.
@available(*, unavailable, message: "Live Activities are begun by apps with ActivityKit, which Bailey does not have")
public struct ActivityConfiguration<Content> {
  /// Apple's initializer.
  public init<A>(for attributes: A.Type, content: (A) -> Content, dynamicIsland: (A) -> Any) {}
}

/// Source: `WidgetKit.RelevanceConfiguration`.
@available(
  *, unavailable, message: "widgets by relevance are watchOS' alone: use StaticConfiguration or AppIntentConfiguration"
)
public struct RelevanceConfiguration<Content> {
  /// Apple's initializer.
  public init<P>(kind: String, provider: P, content: (Any) -> Content) {}
}

/// Source: `WidgetKit.RelevanceEntriesProvider`.
@available(
  *, unavailable, message: "widgets by relevance are watchOS' alone: use TimelineProvider or AppIntentTimelineProvider"
)
public protocol RelevanceEntriesProvider {}

/// Source: `WidgetKit.IntentConfiguration`.
@available(
  *, unavailable, message: "SiriKit's intents are not here: use AppIntentConfiguration with a WidgetConfigurationIntent"
)
public struct IntentConfiguration<Intent, Content> {
  /// Apple's initializer.
  public init<P>(kind: String, intent: Intent.Type, provider: P, content: (Any) -> Content) {}
}

/// Source: `WidgetKit.IntentTimelineProvider`.
@available(*, unavailable, message: "SiriKit's intents are not here: use AppIntentTimelineProvider")
public protocol IntentTimelineProvider {}

extension WidgetConfiguration {
  /// Source: `SwiftUI`, `onBackgroundURLSessionEvents`.
  @available(*, unavailable, message: "a widget's process ends when it has answered: fetch in the provider")
  public func onBackgroundURLSessionEvents(
    matching: ((String) -> Bool)? = nil, _ urlSessionEvent: (String, () -> Void) -> Void
  ) -> some WidgetConfiguration {
    self
  }
}
