// SPDX-License-Identifier: Apache-2.0
public import Observation

/// An object whose values can be bound. Source: `SwiftUI.Bindable`.
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject & Observable>: DynamicProperty {
  /// The object.
  public var wrappedValue: Value
  /// - Parameter wrappedValue: The object.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  /// - Parameter wrappedValue: The object.
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
  /// For its values.
  public var projectedValue: Bindable<Value> { self }

  /// One of its values.
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    let object = wrappedValue
    return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
  }
}
