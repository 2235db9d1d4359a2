// SPDX-License-Identifier: Apache-2.0
import WidgetModel

/// The node of a control. A disabled one is drawn faintly and cannot be tapped, unless it is hidden: then it looks
/// as it does otherwise.
@MainActor func disabledControl(_ view: WidgetNode, _ control: ControlNode, in context: ViewContext) -> WidgetNode {
  let state = context.environment.redaction
  return Redactor.hides(control: view, state)
    ? Redactor.redacted(.modified(view, .control(control)), state) : .modified(view, .opacity(0.4))
}

extension View {
  /// Disables the controls of the view.
  ///
  /// - Parameter disabled: Whether controls do nothing.
  /// - Returns: The view. Controls that do nothing are drawn faintly.
  public func disabled(_ disabled: Bool) -> some View {
    transformEnvironment(\.isEnabled) { $0 = $0 && !disabled }
  }
}
