// SPDX-License-Identifier: Apache-2.0
import WidgetModel

extension View {
  /// - Parameter label: What is said aloud for the view.
  /// - Returns: The view.
  public func accessibilityLabel(_ label: Text) -> some View {
    ChangedView(content: self) {
      .accessibility(Accessibility(label: label.runs(in: $0.environment).map(\.string).joined()))
    }
  }
  /// - Parameter labelKey: What is said aloud for the view.
  /// - Returns: The view.
  public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(Text(labelKey)) }
  /// - Parameter label: What is said aloud for the view.
  /// - Returns: The view.
  @_disfavoredOverload public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
    accessibilityLabel(Text(label))
  }
  /// - Parameter value: What is said aloud after the label.
  /// - Returns: The view.
  public func accessibilityValue(_ value: Text) -> some View {
    ChangedView(content: self) {
      .accessibility(Accessibility(value: value.runs(in: $0.environment).map(\.string).joined()))
    }
  }
  /// - Parameter valueKey: What is said aloud after the label.
  /// - Returns: The view.
  public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityValue(Text(valueKey)) }
  /// - Parameter hidden: Whether nothing is said for the view.
  /// - Returns: The view.
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    ChangedView(content: self) { _ in .accessibility(Accessibility(isHidden: hidden)) }
  }
  /// - Parameter children: How the views within are said.
  /// - Returns: The view.
  public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
  /// - Parameter hint: What is said aloud of what a tap does: controls' labels say it here.
  /// - Returns: The view.
  public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { self }
  /// - Parameter traits: What the view is: headers and buttons are told apart by themselves.
  /// - Returns: The view.
  public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// - Parameter traits: What the view is not.
  /// - Returns: The view.
  public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// - Parameter identifier: For tests of apps.
  /// - Returns: The view.
  public func accessibilityIdentifier(_ identifier: String) -> some View { self }
}

/// How the views within another are said. Source: `SwiftUI.AccessibilityChildBehavior`.
public struct AccessibilityChildBehavior: Hashable, Sendable {
  private let number: Int
  /// Source: `SwiftUI`, `ignore`.
  public static let ignore = AccessibilityChildBehavior(number: 0)
  /// Source: `SwiftUI`, `contain`.
  public static let contain = AccessibilityChildBehavior(number: 1)
  /// Source: `SwiftUI`, `combine`.
  public static let combine = AccessibilityChildBehavior(number: 2)
}
