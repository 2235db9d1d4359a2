// SPDX-License-Identifier: Apache-2.0
public import AppIntents
package import WidgetModel

/// A control that performs an intent and shows whether it is on or off. Source: `SwiftUI.Toggle`, of which widgets have
/// the form with an intent.
public struct Toggle<Label: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let isOn: Bool
  private let intent: any AppIntent
  private let label: Label

  /// A toggle with a view as its label that performs an intent when it is tapped.
  ///
  /// - Parameters:
  ///   - isOn: Whether the toggle is on.
  ///   - intent: The intent that is performed: with the other value, if it is one that sets a value.
  ///   - label: The view.
  public init<I: AppIntent>(isOn: Bool, intent: I, @ViewBuilder label: () -> Label) {
    (self.isOn, self.intent, self.label) = (isOn, intent, label())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let style = context.environment.look.toggleStyle
    let inner = context.with { $0.look.toggleStyle = AnyToggleStyle() }
    let view = style.make(ToggleStyleConfiguration(label: .init(view: AnyView(label)), isOn: isOn))
    let (node, control) = (inner.node(of: view), IntentArchive.control(intent, turnsOn: !isOn))
    return [
      context.environment.isEnabled ? .modified(node, .control(control)) : disabledControl(node, control, in: context)
    ]
  }
}

extension Toggle where Label == Text {
  /// A toggle with a localized text as its label that performs an intent when it is tapped.
  ///
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - isOn: Whether the toggle is on.
  ///   - intent: The intent that is performed.
  public init<I: AppIntent>(_ titleKey: LocalizedStringKey, isOn: Bool, intent: I) {
    self.init(isOn: isOn, intent: intent) { Text(titleKey) }
  }
  /// A toggle with a text as its label that performs an intent when it is tapped.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - isOn: Whether the toggle is on.
  ///   - intent: The intent that is performed.
  @_disfavoredOverload public init<S: StringProtocol, I: AppIntent>(_ title: S, isOn: Bool, intent: I) {
    self.init(isOn: isOn, intent: intent) { Text(title) }
  }
}

/// The properties of a toggle that a style draws. Source: `SwiftUI.ToggleStyleConfiguration`.
public struct ToggleStyleConfiguration {
  /// The label of the toggle. Source: `SwiftUI.ToggleStyleConfiguration.Label`.
  public struct Label: View, PrimitiveView {
    /// The view has no body: it is drawn as it is.
    public typealias Body = Never
    let view: AnyView
    package func nodes(in context: ViewContext) -> [WidgetNode] { view.nodes(in: context) }
  }
  /// The label of the toggle.
  public let label: Label
  /// Whether the toggle is on.
  public var isOn: Bool
}

/// The appearance of toggles. Source: `SwiftUI.ToggleStyle`.
@MainActor @preconcurrency public protocol ToggleStyle {
  /// The type of the view that the style makes.
  associatedtype Body: View
  /// The properties of a toggle that its style draws. Source: `SwiftUI`, `Configuration`.
  typealias Configuration = ToggleStyleConfiguration
  /// Makes the view of a toggle.
  ///
  /// - Parameter configuration: The toggle.
  /// - Returns: The view of the control.
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// Unchecked because styles are values that are used on the main thread alone.
package struct AnyToggleStyle: @unchecked Sendable {
  let make: @MainActor (ToggleStyleConfiguration) -> AnyView
  init() { make = { AnyView(ButtonToggleStyle().makeBody(configuration: $0)) } }
  init<S: ToggleStyle>(_ style: S) {
    let handed = Handed(style)
    make = { AnyView(handed.value.makeBody(configuration: $0)) }
  }
}

/// The style of a toggle that is drawn as a button, filled while it is on. Source: `SwiftUI.ButtonToggleStyle`.
public struct ButtonToggleStyle: ToggleStyle {
  /// The style of a toggle that is drawn as a button.
  public init() {}
  /// Makes the view of a toggle: a button that is filled while it is on.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(configuration.isOn ? AnyShapeStyle(.white) : AnyShapeStyle(.tint))
      .padding(.horizontal, 12).padding(.vertical, 7)
      .background(
        configuration.isOn ? AnyShapeStyle(.tint) : AnyShapeStyle(.tint.opacity(0.16)), in: Capsule())
  }
}

extension ToggleStyle where Self == ButtonToggleStyle {
  /// The style of a toggle that is drawn as a button. Source: `SwiftUI`, `button`.
  public static var button: Self { .init() }
  /// The style of a toggle that the platform chooses: a button. Source: `SwiftUI`, `automatic`.
  public static var automatic: Self { .init() }
}

/// The style of a toggle that is drawn as a switch. Source: `SwiftUI.SwitchToggleStyle`.
public struct SwitchToggleStyle: ToggleStyle {
  /// The style of a toggle that is drawn as a switch.
  public init() {}
  /// Makes the view of a toggle: its label and a switch.
  public func makeBody(configuration: Configuration) -> some View {
    HStack {
      configuration.label
      Spacer(minLength: 8)
      ZStack(alignment: configuration.isOn ? .trailing : .leading) {
        Capsule().fill(configuration.isOn ? AnyShapeStyle(.green) : AnyShapeStyle(.fill))
        Circle().fill(.white).shadow(color: .black.opacity(0.2), radius: 1, y: 1).padding(2)
      }
      .frame(width: 46, height: 28)
    }
  }
}

extension ToggleStyle where Self == SwitchToggleStyle {
  /// The style of a toggle that is drawn as a switch. Source: `SwiftUI`, `switch`.
  public static var `switch`: Self { .init() }
}

extension View {
  /// Sets the style of toggles.
  ///
  /// - Parameter style: The style.
  /// - Returns: The changed view.
  public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { look { $0.toggleStyle = AnyToggleStyle(style) } }
}
