// SPDX-License-Identifier: Apache-2.0

/// A control of iOS' Control Center. Source: `SwiftUI.ControlWidget`.
///
/// Nothing here shows controls: where a bundle lists one the compiler warns, and its widgets are served without it.
@MainActor @preconcurrency public protocol ControlWidget {
  associatedtype Body: ControlWidgetConfiguration
  init()
  /// The configuration of the control.
  @MainActor @preconcurrency var body: Body { get }
}

/// The configuration of a control. Source: `SwiftUI.ControlWidgetConfiguration`.
@MainActor @preconcurrency public protocol ControlWidgetConfiguration {
  associatedtype Body: ControlWidgetConfiguration
  /// The configuration that this one is made of.
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: ControlWidgetConfiguration {}

extension ControlWidgetConfiguration where Body == Never {
  /// The configuration has no body: nobody asks for it, and there is nothing that it could give.
  public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension WidgetBundleBuilder {
  /// The widgets of a statement.
  public static func buildExpression<Content: Widget>(_ content: Content) -> Content { content }
  /// The content of a statement that is a control: no widget.
  @available(
    *, deprecated,
    message:
      "controls are shown in iOS' Control Center, and are left out here: offer a widget with a Button or a Toggle"
  )
  public static func buildExpression<Content: ControlWidget>(_ content: Content) -> some Widget { WidgetList() }
}
