// SPDX-License-Identifier: Apache-2.0
public import AppIntents
public import SwiftUI

// What describes a control of Control Center. Nothing here shows one, so that nothing is kept of it: what serves the bundle's widgets
// compiles as it is, and the compiler warns where the bundle lists the control.

/// Gives a control without choices its value. Source: `WidgetKit.ControlValueProvider`.
public protocol ControlValueProvider {
  associatedtype Value
  /// The value that the control is offered with.
  var previewValue: Value { get }
  /// Finds the value of this moment.
  ///
  /// - Returns: The value.
  /// - Throws: Whatever keeps it from finding one.
  func currentValue() async throws -> Value
}

/// Gives a control that its owner configures its value. Source: `WidgetKit.AppIntentControlValueProvider`.
public protocol AppIntentControlValueProvider {
  associatedtype Value
  associatedtype Configuration: ControlConfigurationIntent
  /// Finds the value that the control is offered with.
  ///
  /// - Parameter configuration: The choices of the owner.
  /// - Returns: The value.
  func previewValue(configuration: Configuration) -> Value
  /// Finds the value of this moment.
  ///
  /// - Parameter configuration: The choices of the owner.
  /// - Returns: The value.
  /// - Throws: Whatever keeps it from finding one.
  func currentValue(configuration: Configuration) async throws -> Value
}

/// The choices of a control's owner. Source: `AppIntents.ControlConfigurationIntent`.
public protocol ControlConfigurationIntent: AppIntent {}

extension ControlConfigurationIntent {
  /// Does nothing: the intent holds choices alone. Source: `AppIntents`, `perform`.
  ///
  /// - Returns: The result of an intent without one.
  /// - Throws: Nothing.
  public func perform() async throws -> some IntentResult { .result() }
}

/// The look of a control. Source: `WidgetKit.ControlWidgetTemplate`.
@MainActor @preconcurrency public protocol ControlWidgetTemplate {}

/// A control of nothing. Source: `WidgetKit.EmptyControlWidgetTemplate`.
public struct EmptyControlWidgetTemplate: ControlWidgetTemplate {
  /// A control of nothing.
  nonisolated public init() {}
}

/// The result builder of a control's look. Source: `WidgetKit.ControlWidgetTemplateBuilder`.
@resultBuilder public enum ControlWidgetTemplateBuilder {
  /// The content of a block of statements.
  public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }
}

extension ControlWidgetTemplate {
  /// Colours the control. Source: `WidgetKit`, `tint`.
  ///
  /// - Parameter tint: The colour.
  /// - Returns: The control.
  public func tint(_ tint: Color?) -> some ControlWidgetTemplate { self }
  /// Says whether the control can be used. Source: `WidgetKit`, `disabled`.
  ///
  /// - Parameter disabled: Whether it cannot.
  /// - Returns: The control.
  public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate { self }
  /// Says that the control is private. Source: `WidgetKit`, `privacySensitive`.
  ///
  /// - Parameter sensitive: Whether it is.
  /// - Returns: The control.
  public func privacySensitive(_ sensitive: Bool = true) -> some ControlWidgetTemplate { self }
}

/// A control that needs no choices. Source: `WidgetKit.StaticControlConfiguration`.
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
  /// The configuration has no body.
  public typealias Body = Never
  /// A control without a value.
  public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping () -> Content) {}
  /// A control with a value.
  public init<Provider: ControlValueProvider>(
    kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) {}
}

/// A control that its owner configures. Source: `WidgetKit.AppIntentControlConfiguration`.
public struct AppIntentControlConfiguration<Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate>:
  ControlWidgetConfiguration
{
  /// The configuration has no body.
  public typealias Body = Never
  /// A control by its name, its provider and its look.
  public init<Provider: AppIntentControlValueProvider>(
    kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping (Provider.Value) -> Content
  ) where Provider.Configuration == Configuration {}
  /// A control by its name, its choices and its look.
  public init(
    kind: String, intent: Configuration.Type = Configuration.self,
    @ControlWidgetTemplateBuilder content: @escaping (Configuration) -> Content
  ) {}
}

extension ControlWidgetConfiguration {
  /// Names the control for people. Source: `SwiftUI`, `displayName`.
  ///
  /// - Parameter displayName: The name.
  /// - Returns: The control.
  public func displayName(_ displayName: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
  /// Says to people what the control is for. Source: `SwiftUI`, `description`.
  ///
  /// - Parameter description: The description.
  /// - Returns: The control.
  public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration { self }
  /// Has the owner asked for choices when the control is added. Source: `SwiftUI`, `promptsForUserConfiguration`.
  ///
  /// - Returns: The control.
  public func promptsForUserConfiguration() -> some ControlWidgetConfiguration { self }
}

/// A button in Control Center. Source: `WidgetKit.ControlWidgetButton`.
public struct ControlWidgetButton<Label: View, ActionLabel, Action: AppIntent>: ControlWidgetTemplate {
  /// A button that performs an intent.
  public init(action: Action, @ViewBuilder label: @escaping () -> Label) where ActionLabel == EmptyView {}
  /// A button that performs an intent, with a label that changes while it does.
  public init(
    action: Action, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) where ActionLabel: View {}
}

extension ControlWidgetButton where Label == Text {
  /// A button with a localized title, which performs an intent.
  public init(
    _ titleKey: LocalizedStringKey, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) where ActionLabel: View {}
}

/// A switch in Control Center. Source: `WidgetKit.ControlWidgetToggle`.
public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action: SetValueIntent>: ControlWidgetTemplate {
  /// A switch whose label is a view.
  public init(
    isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) {}
}

extension ControlWidgetToggle where Label == Text {
  /// A switch with a localized title.
  public init(
    _ titleKey: LocalizedStringKey, isOn: Bool, action: Action,
    @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) {}
  /// A switch with a title.
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, isOn: Bool, action: Action, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel
  ) {}
}

extension ControlWidgetToggle where Label == Text, ValueLabel == EmptyView {
  /// A switch with a localized title alone.
  public init(_ titleKey: LocalizedStringKey, isOn: Bool, action: Action) {}
}

extension View {
  /// Says what a control's action does, for people who hold its button. Source: `WidgetKit`, `controlWidgetActionHint`.
  ///
  /// - Parameter hint: The words.
  /// - Returns: The view.
  public func controlWidgetActionHint(_ hint: LocalizedStringKey) -> some View { self }
  /// Says what state a control is in. Source: `WidgetKit`, `controlWidgetStatus`.
  ///
  /// - Parameter status: The words.
  /// - Returns: The view.
  public func controlWidgetStatus(_ status: LocalizedStringKey) -> some View { self }
}

/// The controls that are shown: none. Source: `WidgetKit.ControlCenter`.
public final class ControlCenter: Sendable {
  /// The one control center.
  public static let shared = ControlCenter()
  private init() {}
  /// Has controls of a kind ask for their values again: there are none.
  public func reloadControls(ofKind kind: String) {}
  /// Has all controls ask for their values again: there are none.
  public func reloadAllControls() {}
}
