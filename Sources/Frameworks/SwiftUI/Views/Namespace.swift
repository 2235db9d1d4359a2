// SPDX-License-Identifier: Apache-2.0

/// Names of a view's own. Source: `SwiftUI.Namespace`.
@propertyWrapper public struct Namespace: DynamicProperty, Sendable {
  /// One of them. Source: `SwiftUI.Namespace.ID`.
  public struct ID: Hashable, Sendable {}

  /// Apple's initializer.
  public init() {}
  /// The namespace.
  public var wrappedValue: ID { ID() }
}

extension View {
  /// - Parameters:
  ///   - id: What the view is called.
  ///   - namespace: Where.
  ///   - isSource: Whether others take its place from it. A picture has nothing that moves from one to the other.
  /// - Returns: The view.
  public func matchedGeometryEffect<ID: Hashable>(id: ID, in namespace: Namespace.ID, isSource: Bool = true)
    -> some View
  {
    self
  }
}
