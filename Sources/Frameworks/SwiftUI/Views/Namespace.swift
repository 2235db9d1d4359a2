// SPDX-License-Identifier: Apache-2.0

/// A namespace for the identities of views. Source: `SwiftUI.Namespace`.
@propertyWrapper public struct Namespace: DynamicProperty, Sendable {
  /// The identity of a namespace. Source: `SwiftUI.Namespace.ID`.
  public struct ID: Hashable, Sendable {}

  /// A namespace of its own.
  public init() {}
  /// The identity of the namespace.
  public var wrappedValue: ID { ID() }
}

extension View {
  /// Accepts the identity by which the view moves from place to place; a picture does not move.
  ///
  /// - Parameters:
  ///   - id: The identity of the view.
  ///   - namespace: The namespace of the identity.
  ///   - isSource: Whether other views take their frame from it.
  /// - Returns: The view as it is.
  public func matchedGeometryEffect<ID: Hashable>(id: ID, in namespace: Namespace.ID, isSource: Bool = true)
    -> some View
  {
    self
  }
}
