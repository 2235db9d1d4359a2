// SPDX-License-Identifier: Apache-2.0
public import Combine

/// A property of an object that the view shows as it is when it is drawn. Source: `SwiftUI.ObservedObject`.
@propertyWrapper public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// The observed object.
  public var wrappedValue: ObjectType
  /// A property of an object that is given.
  ///
  /// - Parameter wrappedValue: The object.
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  /// A property of an object that is given.
  ///
  /// - Parameter initialValue: The object.
  public init(initialValue: ObjectType) { wrappedValue = initialValue }
}

/// A property of an object that the view makes itself, each time that it is drawn. Source: `SwiftUI.StateObject`.
@propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private final class Box {
    let make: () -> ObjectType
    lazy var object = make()
    init(_ make: @escaping () -> ObjectType) { self.make = make }
  }
  private let box: Box
  /// The observed object.
  public var wrappedValue: ObjectType { box.object }
  /// A property of an object that is made when it is first read.
  ///
  /// - Parameter thunk: The closure that makes the object.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }
}
