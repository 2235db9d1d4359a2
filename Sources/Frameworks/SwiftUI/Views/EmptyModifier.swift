// SPDX-License-Identifier: Apache-2.0

/// A modifier that changes nothing. Source: `SwiftUI.EmptyModifier`.
public struct EmptyModifier: ViewModifier {
  /// The modifier that changes nothing.
  public static let identity = EmptyModifier()
  /// A modifier that changes nothing.
  public init() {}
  /// Returns the view as it is.
  ///
  /// - Parameter content: The view.
  /// - Returns: The changed view.
  public func body(content: Content) -> some View { content }
}
