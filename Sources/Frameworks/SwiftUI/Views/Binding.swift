// SPDX-License-Identifier: Apache-2.0

/// A binding to a value that is kept elsewhere. Source: `SwiftUI.Binding`.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// A binding of two closures.
  ///
  /// - Parameters:
  ///   - get: The closure that reads the value.
  ///   - set: The closure that writes the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }

  /// A binding to the value of another.
  ///
  /// - Parameter projectedValue: The other binding.
  public init(projectedValue: Binding<Value>) { self = projectedValue }

  /// A binding to a value that does not change.
  ///
  /// - Parameter value: The value.
  /// - Returns: A value that nothing changes.
  public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

  /// The bound value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, for views further in.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a property of the value.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding<Subject>(
      get: { wrappedValue[keyPath: keyPath] },
      set: { part in
        var value = wrappedValue
        value[keyPath: keyPath] = part
        wrappedValue = value
      })
  }
}
