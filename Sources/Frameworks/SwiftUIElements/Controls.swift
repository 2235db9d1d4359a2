// SPDX-License-Identifier: Apache-2.0
public import AppIntents
import Foundation
package import WidgetModel

/// What a control does. Source: `SwiftUI.ButtonRole`.
public struct ButtonRole: Hashable, Sendable {
  private let number: Int
  /// Source: `SwiftUI`, `destructive`.
  public static let destructive = ButtonRole(number: 1)
  /// Source: `SwiftUI`, `cancel`.
  public static let cancel = ButtonRole(number: 2)
}

/// One that is disabled is none, and faint. Where it is hidden it looks as it does otherwise.
@MainActor private func disabled(_ view: WidgetNode, _ control: ControlNode, in context: ViewContext) -> WidgetNode {
  let state = context.environment.redaction
  return Redactor.hides(control: view, state)
    ? Redactor.redacted(.modified(view, .control(control)), state) : .modified(view, .opacity(0.4))
}

/// A control that performs an intent. Source: `SwiftUI.Button`, of which widgets have the form with an intent.
public struct Button<Label: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let intent: any AppIntent
  private let role: ButtonRole?
  private let label: Label

  /// - Parameters:
  ///   - role: What it does.
  ///   - intent: What is performed.
  ///   - label: The view.
  public init<I: AppIntent>(role: ButtonRole? = nil, intent: I, @ViewBuilder label: () -> Label) {
    (self.role, self.intent, self.label) = (role, intent, label())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let style = context.environment.look.buttonStyle
    let inner = context.with { $0.look.buttonStyle = AnyButtonStyle() }
    let label = AnyView(label)
    let view = style.make(ButtonStyleConfiguration(role: role, label: .init(view: label)))
    let (node, control) = (inner.node(of: view), IntentArchive.control(intent))
    return [context.environment.isEnabled ? .modified(node, .control(control)) : disabled(node, control, in: context)]
  }
}

extension Button where Label == Text {
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - role: What it does.
  ///   - intent: What is performed.
  public init<I: AppIntent>(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, intent: I) {
    self.init(role: role, intent: intent) { Text(titleKey) }
  }
  /// - Parameters:
  ///   - title: The text.
  ///   - role: What it does.
  ///   - intent: What is performed.
  @_disfavoredOverload public init<S: StringProtocol, I: AppIntent>(_ title: S, role: ButtonRole? = nil, intent: I) {
    self.init(role: role, intent: intent) { Text(title) }
  }
}

extension Button where Label == SwiftUIElements.Label<Text, Image> {
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - systemImage: A symbol's name.
  ///   - role: What it does.
  ///   - intent: What is performed.
  public init<I: AppIntent>(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: I
  ) {
    self.init(role: role, intent: intent) { SwiftUIElements.Label(titleKey, systemImage: systemImage) }
  }
}

/// A control that is on or off. Source: `SwiftUI.Toggle`, of which widgets have the form with an intent.
public struct Toggle<Label: View>: View, PrimitiveView {
  /// It is drawn as it is.
  public typealias Body = Never
  private let isOn: Bool
  private let intent: any AppIntent
  private let label: Label

  /// - Parameters:
  ///   - isOn: Whether it is on.
  ///   - intent: What is performed: with the other value, if it is one that sets a value.
  ///   - label: The view.
  public init<I: AppIntent>(isOn: Bool, intent: I, @ViewBuilder label: () -> Label) {
    (self.isOn, self.intent, self.label) = (isOn, intent, label())
  }

  package func nodes(in context: ViewContext) -> [WidgetNode] {
    let style = context.environment.look.toggleStyle
    let inner = context.with { $0.look.toggleStyle = AnyToggleStyle() }
    let view = style.make(ToggleStyleConfiguration(label: .init(view: AnyView(label)), isOn: isOn))
    let (node, control) = (inner.node(of: view), IntentArchive.control(intent, turnsOn: !isOn))
    return [context.environment.isEnabled ? .modified(node, .control(control)) : disabled(node, control, in: context)]
  }
}

extension Toggle where Label == Text {
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - isOn: Whether it is on.
  ///   - intent: What is performed.
  public init<I: AppIntent>(_ titleKey: LocalizedStringKey, isOn: Bool, intent: I) {
    self.init(isOn: isOn, intent: intent) { Text(titleKey) }
  }
  /// - Parameters:
  ///   - title: The text.
  ///   - isOn: Whether it is on.
  ///   - intent: What is performed.
  @_disfavoredOverload public init<S: StringProtocol, I: AppIntent>(_ title: S, isOn: Bool, intent: I) {
    self.init(isOn: isOn, intent: intent) { Text(title) }
  }
}

// MARK: - Styles

/// A button to be drawn. Source: `SwiftUI.ButtonStyleConfiguration`.
public struct ButtonStyleConfiguration {
  /// The button's view. Source: `SwiftUI.ButtonStyleConfiguration.Label`.
  public struct Label: View, PrimitiveView {
    /// It is drawn as it is.
    public typealias Body = Never
    let view: AnyView
    package func nodes(in context: ViewContext) -> [WidgetNode] { view.nodes(in: context) }
  }
  /// What it does.
  public let role: ButtonRole?
  /// The button's view.
  public let label: Label
  /// A widget is a picture: never.
  public var isPressed: Bool { false }
}

/// How buttons look. Source: `SwiftUI.ButtonStyle`.
@MainActor @preconcurrency public protocol ButtonStyle {
  /// The view that is drawn.
  associatedtype Body: View
  /// Source: `SwiftUI`, `Configuration`.
  typealias Configuration = ButtonStyleConfiguration
  /// - Parameter configuration: The button.
  /// - Returns: The view.
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// A toggle to be drawn. Source: `SwiftUI.ToggleStyleConfiguration`.
public struct ToggleStyleConfiguration {
  /// The toggle's view. Source: `SwiftUI.ToggleStyleConfiguration.Label`.
  public struct Label: View, PrimitiveView {
    /// It is drawn as it is.
    public typealias Body = Never
    let view: AnyView
    package func nodes(in context: ViewContext) -> [WidgetNode] { view.nodes(in: context) }
  }
  /// The toggle's view.
  public let label: Label
  /// Whether it is on.
  public var isOn: Bool
}

/// How toggles look. Source: `SwiftUI.ToggleStyle`.
@MainActor @preconcurrency public protocol ToggleStyle {
  /// The view that is drawn.
  associatedtype Body: View
  /// Source: `SwiftUI`, `Configuration`.
  typealias Configuration = ToggleStyleConfiguration
  /// - Parameter configuration: The toggle.
  /// - Returns: The view.
  @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// Unchecked because styles are values that are used on the main thread alone.
package struct AnyButtonStyle: @unchecked Sendable {
  let make: @MainActor (ButtonStyleConfiguration) -> AnyView
  init() { make = { AnyView(BorderedButtonStyle().makeBody(configuration: $0)) } }
  init<S: ButtonStyle>(_ style: S) {
    let handed = Handed(style)
    make = { AnyView(handed.value.makeBody(configuration: $0)) }
  }
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

/// The label as it is. Source: `SwiftUI.PlainButtonStyle`.
public struct PlainButtonStyle: ButtonStyle {
  /// Apple's initializer.
  public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

/// The label in the tint. Source: `SwiftUI.BorderlessButtonStyle`.
public struct BorderlessButtonStyle: ButtonStyle {
  /// Apple's initializer.
  public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(configuration.role == .destructive ? AnyShapeStyle(.red) : AnyShapeStyle(.tint))
  }
}

/// Upon a faint surface. Source: `SwiftUI.BorderedButtonStyle`.
public struct BorderedButtonStyle: ButtonStyle {
  /// Apple's initializer.
  public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    BorderlessButtonStyle().makeBody(configuration: configuration)
      .padding(.horizontal, 12).padding(.vertical, 7)
      .background(AnyShapeStyle(.tint.opacity(0.16)), in: Capsule())
  }
}

/// As a button that is filled while it is on. Source: `SwiftUI.ButtonToggleStyle`.
public struct ButtonToggleStyle: ToggleStyle {
  /// Apple's initializer.
  public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(configuration.isOn ? AnyShapeStyle(.white) : AnyShapeStyle(.tint))
      .padding(.horizontal, 12).padding(.vertical, 7)
      .background(
        configuration.isOn ? AnyShapeStyle(.tint) : AnyShapeStyle(.tint.opacity(0.16)), in: Capsule())
  }
}

extension ButtonStyle where Self == PlainButtonStyle {
  /// Source: `SwiftUI`, `plain`.
  public static var plain: Self { .init() }
}
extension ButtonStyle where Self == BorderlessButtonStyle {
  /// Source: `SwiftUI`, `borderless`.
  public static var borderless: Self { .init() }
}
extension ButtonStyle where Self == BorderedButtonStyle {
  /// Source: `SwiftUI`, `bordered`.
  public static var bordered: Self { .init() }
  /// Source: `SwiftUI`, `automatic`.
  public static var automatic: Self { .init() }
}
extension ToggleStyle where Self == ButtonToggleStyle {
  /// Source: `SwiftUI`, `button`.
  public static var button: Self { .init() }
  /// Source: `SwiftUI`, `automatic`.
  public static var automatic: Self { .init() }
}

extension View {
  /// - Parameter style: How buttons look.
  /// - Returns: The view.
  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { look { $0.buttonStyle = AnyButtonStyle(style) } }
  /// - Parameter style: How toggles look.
  /// - Returns: The view.
  public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { look { $0.toggleStyle = AnyToggleStyle(style) } }
}
