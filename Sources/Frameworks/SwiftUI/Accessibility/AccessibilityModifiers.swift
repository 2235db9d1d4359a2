// SPDX-License-Identifier: Apache-2.0
import WidgetModel

extension View {
  /// Sets the label that a screen reader speaks for the view.
  ///
  /// - Parameter label: The text that is spoken for the view.
  /// - Returns: The changed view.
  public func accessibilityLabel(_ label: Text) -> some View {
    ChangedView(content: self) {
      .accessibility(Accessibility(label: label.runs(in: $0.environment).map(\.string).joined()))
    }
  }
  /// Sets the label that a screen reader speaks for the view, in the person's language.
  ///
  /// - Parameter labelKey: The key of the text that is spoken for the view.
  /// - Returns: The changed view.
  public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }
  /// Sets the label that a screen reader speaks for the view, the same in every language.
  ///
  /// - Parameter label: The text that is spoken for the view.
  /// - Returns: The changed view.
  @_disfavoredOverload public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
    accessibilityLabel(Text(label))
  }
  /// Sets the value that a screen reader speaks after the label.
  ///
  /// - Parameter value: The text that is spoken after the label.
  /// - Returns: The changed view.
  public func accessibilityValue(_ value: Text) -> some View {
    ChangedView(content: self) {
      .accessibility(Accessibility(value: value.runs(in: $0.environment).map(\.string).joined()))
    }
  }
  /// Sets the value that a screen reader speaks after the label, in the person's language.
  ///
  /// - Parameter valueKey: The key of the text that is spoken after the label.
  /// - Returns: The changed view.
  public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }
  /// Hides the view from screen readers.
  ///
  /// - Parameter hidden: Whether screen readers ignore the view.
  /// - Returns: The changed view.
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    ChangedView(content: self) { _ in .accessibility(Accessibility(isHidden: hidden)) }
  }
  /// Accepts how a screen reader treats the children of the view; each is described by itself.
  ///
  /// - Parameter children: The treatment of the children.
  /// - Returns: The view as it is.
  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
  /// Accepts a description of the view's action, which is not spoken: controls speak their labels.
  ///
  /// - Parameter hint: The text that describes the action.
  /// - Returns: The view as it is.
  public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { self }
  /// Accepts traits of the view; headers and buttons are recognised without them.
  ///
  /// - Parameter traits: The traits that the view has.
  /// - Returns: The view as it is.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// Accepts traits that the view does not have; it changes nothing.
  ///
  /// - Parameter traits: The traits that the view does not have.
  /// - Returns: The view as it is.
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// Accepts a name by which tests find the view; it changes nothing.
  ///
  /// - Parameter identifier: The name of the view in tests.
  /// - Returns: The view as it is.
  public func accessibilityIdentifier(_ identifier: String) -> some View { self }
}

/// The way in which a screen reader treats the children of a view. Source: `SwiftUI.AccessibilityChildBehavior`.
public struct AccessibilityChildBehavior: Hashable, Sendable {
  private let number: Int
  /// The children are not described. Source: `SwiftUI`, `ignore`.
  public static let ignore = AccessibilityChildBehavior(number: 0)
  /// The children are described one by one. Source: `SwiftUI`, `contain`.
  public static let contain = AccessibilityChildBehavior(number: 1)
  /// The children are described as one element. Source: `SwiftUI`, `combine`.
  public static let combine = AccessibilityChildBehavior(number: 2)
}
