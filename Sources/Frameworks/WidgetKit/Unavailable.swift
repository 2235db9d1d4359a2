// SPDX-License-Identifier: Apache-2.0
import SwiftUI

// What WidgetKit has besides widgets, and Linux has no place for. The compiler says so, rather than that nothing is shown.

/// A control of Control Center. Source: `SwiftUI.ControlWidget`.
@available(
  *, unavailable,
  message:
    "controls are shown in iOS' Control Center, which Bailey has no counterpart of: offer a widget with a Button or a Toggle"
)
public protocol ControlWidget {}

/// The configuration of a control. Source: `SwiftUI.ControlWidgetConfiguration`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public protocol ControlWidgetConfiguration {}

/// Gives a control its value. Source: `WidgetKit.ControlValueProvider`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public protocol ControlValueProvider {}

/// A control that needs no choices. Source: `WidgetKit.StaticControlConfiguration`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public struct StaticControlConfiguration<Content> {
  /// A control without a value.
  public init(kind: String, content: () -> Content) {}
  /// A control with a value.
  public init<P>(kind: String, provider: P, content: (Any) -> Content) {}
}

/// A control that its owner configures. Source: `WidgetKit.AppIntentControlConfiguration`.
@available(*, unavailable, message: "controls are shown in iOS' Control Center, which Bailey has no counterpart of")
public struct AppIntentControlConfiguration<Content> {
  /// A control by its name, its provider and its view.
  public init<P>(kind: String, provider: P, content: (Any) -> Content) {}
}

/// A button in Control Center. Source: `WidgetKit.ControlWidgetButton`.
@available(
  *, unavailable, message: "controls are shown in iOS' Control Center: in a widget, use Button(intent:)"
)
public struct ControlWidgetButton<Label> {
  /// A button that performs an intent.
  public init<I>(action: I, label: () -> Label) {}
}

/// A switch in Control Center. Source: `WidgetKit.ControlWidgetToggle`.
@available(
  *, unavailable, message: "controls are shown in iOS' Control Center: in a widget, use Toggle(isOn:intent:)"
)
public struct ControlWidgetToggle<Label> {
  /// A switch that performs an intent.
  public init<I>(_ title: String, isOn: Bool, action: I, valueLabel: (Bool) -> Label) {}
}

/// A Live Activity. Source: `WidgetKit.ActivityConfiguration`.
@available(*, unavailable, message: "Live Activities are begun by apps with ActivityKit, which Bailey does not have")
public struct ActivityConfiguration<Content> {
  /// A Live Activity by its attributes and its views.
  public init<A>(for attributes: A.Type, content: (A) -> Content, dynamicIsland: (A) -> Any) {}
}

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

/// A widget that its owner configures by an intent of SiriKit. Source: `WidgetKit.IntentConfiguration`.
@available(
  *, unavailable, message: "SiriKit's intents are not here: use AppIntentConfiguration with a WidgetConfigurationIntent"
)
public struct IntentConfiguration<Intent, Content> {
  /// A widget by its name, its intent, its provider and its view.
  public init<P>(kind: String, intent: Intent.Type, provider: P, content: (Any) -> Content) {}
}

/// Gives entries for an intent of SiriKit. Source: `WidgetKit.IntentTimelineProvider`.
@available(*, unavailable, message: "SiriKit's intents are not here: use AppIntentTimelineProvider")
public protocol IntentTimelineProvider {}

extension WidgetConfiguration {
  /// Hears of transfers in the background. Source: `SwiftUI`, `onBackgroundURLSessionEvents`.
  @available(*, unavailable, message: "a widget's process ends when it has answered: fetch in the provider")
  public func onBackgroundURLSessionEvents(
    matching: ((String) -> Bool)? = nil, _ urlSessionEvent: (String, () -> Void) -> Void
  ) -> some WidgetConfiguration {
    self
  }
}
