// SPDX-License-Identifier: Apache-2.0
public import Combine

/// An object whose values a view shows, as they are when it is drawn. Source: `SwiftUI.ObservedObject`.
@propertyWrapper public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// The object.
  public var wrappedValue: ObjectType
  /// - Parameter wrappedValue: The object.
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  /// - Parameter initialValue: The object.
  public init(initialValue: ObjectType) { wrappedValue = initialValue }
}

/// An object that a view makes for itself, each time that it is drawn. Source: `SwiftUI.StateObject`.
@propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private final class Box {
    let make: () -> ObjectType
    lazy var object = make()
    init(_ make: @escaping () -> ObjectType) { self.make = make }
  }
  private let box: Box
  /// The object.
  public var wrappedValue: ObjectType { box.object }
  /// - Parameter thunk: Makes the object.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }
}
