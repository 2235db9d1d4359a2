// SPDX-License-Identifier: Apache-2.0

/// A state of the view. Source: `SwiftUI.State`.
///
/// A widget is a picture at a time: what the value begins with is what the picture shows, as on Apple's systems.
@propertyWrapper public struct State<Value>: DynamicProperty {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  /// A state with its first value.
  ///
  /// - Parameter wrappedValue: The first value.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  /// A state with its first value.
  ///
  /// - Parameter initialValue: The first value.
  public init(initialValue: Value) { box = Box(initialValue) }

  /// The current value.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  /// The binding to the state.
  public var projectedValue: Binding<Value> {
    let box = box
    return Binding(get: { box.value }, set: { box.value = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// A state that begins as nil.
  public init() { self.init(wrappedValue: nil) }
}
