// SPDX-License-Identifier: Apache-2.0

/// What a view keeps for itself. Source: `SwiftUI.State`.
///
/// A widget is a picture at a time: what the value begins with is what the picture shows, as on Apple's systems.
@propertyWrapper public struct State<Value>: DynamicProperty {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  /// - Parameter wrappedValue: What it begins with.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  /// - Parameter initialValue: What it begins with.
  public init(initialValue: Value) { box = Box(initialValue) }

  /// The value.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  /// For views that show the value and set it.
  public var projectedValue: Binding<Value> {
    let box = box
    return Binding(get: { box.value }, set: { box.value = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// One that begins with nothing.
  public init() { self.init(wrappedValue: nil) }
}
