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
    return [
      context.environment.isEnabled ? .modified(node, .control(control)) : disabledControl(node, control, in: context)
    ]
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

extension Button where Label == SwiftUI.Label<Text, Image> {
  /// - Parameters:
  ///   - titleKey: The text.
  ///   - systemImage: A symbol's name.
  ///   - role: What it does.
  ///   - intent: What is performed.
  public init<I: AppIntent>(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: I
  ) {
    self.init(role: role, intent: intent) { SwiftUI.Label(titleKey, systemImage: systemImage) }
  }
}

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

/// Unchecked because styles are values that are used on the main thread alone.
package struct AnyButtonStyle: @unchecked Sendable {
  let make: @MainActor (ButtonStyleConfiguration) -> AnyView
  init() { make = { AnyView(BorderedButtonStyle().makeBody(configuration: $0)) } }
  init<S: ButtonStyle>(_ style: S) {
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

/// Where a widget has one colour, a full surface of it would hide the words upon it.
private struct ProminentSurface: View, PrimitiveView {
  typealias Body = Never
  let style: AnyShapeStyle
  func nodes(in context: ViewContext) -> [WidgetNode] {
    let part = context.environment.place.rendering == .fullColor ? 1 : 0.3
    return context.nodes(of: Capsule().fill(style.opacity(part)))
  }
}

/// Upon the tint. Source: `SwiftUI.BorderedProminentButtonStyle`.
public struct BorderedProminentButtonStyle: ButtonStyle {
  /// Apple's initializer.
  public init() {}
  /// Apple's function.
  public func makeBody(configuration: Configuration) -> some View {
    configuration.label.foregroundStyle(.white).padding(.horizontal, 12).padding(.vertical, 7)
      .background {
        ProminentSurface(style: configuration.role == .destructive ? AnyShapeStyle(.red) : AnyShapeStyle(.tint))
      }
  }
}

extension ButtonStyle where Self == BorderedProminentButtonStyle {
  /// Source: `SwiftUI`, `borderedProminent`.
  public static var borderedProminent: Self { .init() }
}

extension View {
  /// - Parameter style: How buttons look.
  /// - Returns: The view.
  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { look { $0.buttonStyle = AnyButtonStyle(style) } }
}
