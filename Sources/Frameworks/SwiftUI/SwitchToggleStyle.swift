// SPDX-License-Identifier: Apache-2.0
public import SwiftUIElements

/// As a switch. Source: `SwiftUI.SwitchToggleStyle`.
public struct SwitchToggleStyle: ToggleStyle {
  /// Apple's initializer.
  public init() {}
  /// Apple's function.
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
  /// Source: `SwiftUI`, `switch`.
  public static var `switch`: Self { .init() }
}
