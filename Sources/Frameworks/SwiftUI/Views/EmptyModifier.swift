// SPDX-License-Identifier: Apache-2.0

/// A modifier that changes nothing. Source: `SwiftUI.EmptyModifier`.
public struct EmptyModifier: ViewModifier {
  /// Apple's value.
  public static let identity = EmptyModifier()
  /// Apple's initializer.
  public init() {}
  /// - Parameter content: The view.
  /// - Returns: The view.
  public func body(content: Content) -> some View { content }
}
