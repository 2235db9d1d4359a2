// SPDX-License-Identifier: Apache-2.0
public import SwiftUIElements
import WidgetModel

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
