// SPDX-License-Identifier: Apache-2.0

/// A view that is drawn again only where it differs, which a picture never is. Source: `SwiftUI.EquatableView`.
public struct EquatableView<Content: Equatable & View>: View {
  /// The view.
  public var content: Content
  /// - Parameter content: The view.
  public init(content: Content) { self.content = content }
  /// The view.
  public var body: some View { content }
}

extension View where Self: Equatable {
  /// - Returns: The view.
  public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}

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
