// SPDX-License-Identifier: Apache-2.0
public import AppIntents
import Foundation
package import WidgetModel

/// The purpose of a button. Source: `SwiftUI.ButtonRole`.
public struct ButtonRole: Hashable, Sendable {
  private let number: Int
  /// The role of a button that deletes something. Source: `SwiftUI`, `destructive`.
  public static let destructive = ButtonRole(number: 1)
  /// The role of a button that cancels something. Source: `SwiftUI`, `cancel`.
  public static let cancel = ButtonRole(number: 2)
}

/// A control that performs an intent. Source: `SwiftUI.Button`, of which widgets have the form with an intent.
public struct Button<Label: View>: View, PrimitiveView {
  /// The view has no body: it is drawn as it is.
  public typealias Body = Never
  private let intent: any AppIntent
  private let role: ButtonRole?
  private let label: Label

  /// A button with a view as its label that performs an intent when it is tapped.
  ///
  /// - Parameters:
  ///   - role: The purpose of the button.
  ///   - intent: The intent that is performed.
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
    return [
      context.environment.isEnabled ? .modified(node, .control(control)) : disabledControl(node, control, in: context)
    ]
  }
}

extension Button where Label == Text {
  /// A button with a localized text as its label that performs an intent when it is tapped.
  ///
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - role: The purpose of the button.
  ///   - intent: The intent that is performed.
  public init<I: AppIntent>(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, intent: I) {
    self.init(role: role, intent: intent) { Text(titleKey) }
  }
  /// A button with a text as its label that performs an intent when it is tapped.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - role: The purpose of the button.
  ///   - intent: The intent that is performed.
  @_disfavoredOverload public init<S: StringProtocol, I: AppIntent>(_ title: S, role: ButtonRole? = nil, intent: I) {
    self.init(role: role, intent: intent) { Text(title) }
  }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  /// A button with a localized text and a symbol as its label that performs an intent when it is tapped.
  ///
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - systemImage: A symbol's name.
  ///   - role: The purpose of the button.
  ///   - intent: The intent that is performed.
  public init<I: AppIntent>(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: I
  ) {
    self.init(role: role, intent: intent) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }
}

/// The properties of a button that a style draws. Source: `SwiftUI.ButtonStyleConfiguration`.
public struct ButtonStyleConfiguration {
  /// The label of the button. Source: `SwiftUI.ButtonStyleConfiguration.Label`.
  public struct Label: View, PrimitiveView {
    /// The view has no body: it is drawn as it is.
    public typealias Body = Never
    let view: AnyView
    package func nodes(in context: ViewContext) -> [WidgetNode] { view.nodes(in: context) }
  }
  /// The purpose of the button.
  public let role: ButtonRole?
  /// The label of the button.
  public let label: Label
  /// Whether the button is pressed, which one in a picture never is.
  public var isPressed: Bool { false }
}

/// The appearance of buttons. Source: `SwiftUI.ButtonStyle`.
@MainActor @preconcurrency public protocol ButtonStyle {
  /// The type of the view that the style makes.
  associatedtype Body: View
  /// The properties of a button that its style draws. Source: `SwiftUI`, `Configuration`.
  typealias Configuration = ButtonStyleConfiguration
  /// Makes the view of a button.
  ///
  /// - Parameter configuration: The button.
  /// - Returns: The view of the control.
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

/// The style of a button that is drawn as its label alone. Source: `SwiftUI.PlainButtonStyle`.
public struct PlainButtonStyle: ButtonStyle {
  /// The style of a button that is drawn as its label alone.
  public init() {}
  /// Makes the view of a button: its label.
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

/// The style of a button without a border, drawn in the tint. Source: `SwiftUI.BorderlessButtonStyle`.
public struct BorderlessButtonStyle: ButtonStyle {
  /// The style of a button without a border.
  public init() {}
  /// Makes the view of a button: its label in the tint, or in red if its role is destructive.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(configuration.role == .destructive ? AnyShapeStyle(.red) : AnyShapeStyle(.tint))
  }
}

/// The style of a button upon a capsule of the faint tint. Source: `SwiftUI.BorderedButtonStyle`.
public struct BorderedButtonStyle: ButtonStyle {
  /// The style of a button upon a filled shape.
  public init() {}
  /// Makes the view of a button: its label upon a capsule of the faint tint.
  public func makeBody(configuration: Configuration) -> some View {
    BorderlessButtonStyle().makeBody(configuration: configuration)
      .padding(.horizontal, 12).padding(.vertical, 7)
      .background(AnyShapeStyle(.tint.opacity(0.16)), in: Capsule())
  }
}

extension ButtonStyle where Self == PlainButtonStyle {
  /// The style of a button that is drawn as its label alone. Source: `SwiftUI`, `plain`.
  public static var plain: Self { .init() }
}
extension ButtonStyle where Self == BorderlessButtonStyle {
  /// The style of a button without a border. Source: `SwiftUI`, `borderless`.
  public static var borderless: Self { .init() }
}
extension ButtonStyle where Self == BorderedButtonStyle {
  /// The style of a button upon a filled shape. Source: `SwiftUI`, `bordered`.
  public static var bordered: Self { .init() }
  /// The style of a button that the platform chooses: a filled shape. Source: `SwiftUI`, `automatic`.
  public static var automatic: Self { .init() }
}

/// The surface of a prominent button. In a widget of one colour it is faint, as it would hide the label.
private struct ProminentSurface: View, PrimitiveView {
  typealias Body = Never
  let style: AnyShapeStyle
  func nodes(in context: ViewContext) -> [WidgetNode] {
    let part = context.environment.place.rendering == .fullColor ? 1 : 0.3
    return context.nodes(of: Capsule().fill(style.opacity(part)))
  }
}

/// The style of a button upon a capsule of the tint. Source: `SwiftUI.BorderedProminentButtonStyle`.
public struct BorderedProminentButtonStyle: ButtonStyle {
  /// The style of a button upon a shape that is filled with the tint.
  public init() {}
  /// Makes the view of a button: its label upon a shape that is filled with the tint.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(.white).padding(.horizontal, 12).padding(.vertical, 7)
      .background {
        ProminentSurface(style: configuration.role == .destructive ? AnyShapeStyle(.red) : AnyShapeStyle(.tint))
      }
  }
}

extension ButtonStyle where Self == BorderedProminentButtonStyle {
  /// The style of a button upon a shape that is filled with the tint. Source: `SwiftUI`, `borderedProminent`.
  public static var borderedProminent: Self { .init() }
}

extension View {
  /// Sets the style of buttons.
  ///
  /// - Parameter style: The style.
  /// - Returns: The changed view.
  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { look { $0.buttonStyle = AnyButtonStyle(style) } }
}
