// SPDX-License-Identifier: Apache-2.0

/// Of a control that does nothing.
let disabledOpacity = 0.4

extension View {
  /// - Parameter disabled: Whether controls do nothing.
  /// - Returns: The view. Controls that do nothing are drawn faintly.
  public func disabled(_ disabled: Bool) -> some View {
    transformEnvironment(\.isEnabled) { $0 = $0 && !disabled }
  }
}
