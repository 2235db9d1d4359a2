// SPDX-License-Identifier: Apache-2.0
import Threads

/// An object with a publisher that emits before the object changes. Source: `Combine.ObservableObject`.
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// The publisher that emits before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// The publisher that emits before a published property of the object changes.
  public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.publisher(of: self) }
}

/// The default publisher of an observable object's changes. Source: `Combine.ObservableObjectPublisher`.
public final class ObservableObjectPublisher: Publisher {
  /// The type of the publisher's values, which carry nothing. Source: `Combine`, `Output`.
  public typealias Output = Void
  /// The type of the publisher's failure: it never fails. Source: `Combine`, `Failure`.
  public typealias Failure = Never
  private let receivers = Receivers<Void>()
  /// A publisher without subscribers.
  public init() {}
  /// Emits to every subscriber.
  public func send() { receivers.send(()) }
  /// Subscribes a closure to the publisher's values. Source: `Combine`, `sink`.
  ///
  /// - Parameter receiveValue: The closure that is called with each value.
  /// - Returns: The subscription, which ends when it is cancelled or released.
  public func sink(receiveValue: @escaping (()) -> Void) -> AnyCancellable { receivers.add(receiveValue) }
}

/// The publishers of objects that say nothing of their own.
private enum ObjectPublishers {
  /// Unchecked because the object is only compared with nothing, which is safe on every thread.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }
  private static let all = Locked<[ObjectIdentifier: Entry]>([:])

  static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let name = ObjectIdentifier(object)
    let new = Entry(object: object, publisher: ObservableObjectPublisher())
    return all.withLock { all in
      // An object that is gone may have left its place to this one.
      if let entry = all[name], entry.object != nil { return entry.publisher }
      if all.count % 64 == 63 { all = all.filter { $0.value.object != nil } }
      all[name] = new
      return new.publisher
    }
  }
}

/// A property with a publisher of its values. Source: `Combine.Published`.
@propertyWrapper public struct Published<Value> {
  /// A publisher of the property's value, and of each new one before it is set. Source: `Combine.Published.Publisher`.
  public struct Publisher: Combine.Publisher {
    /// The type of the publisher's values, which is the property's. Source: `Combine`, `Output`.
    public typealias Output = Value
    /// The type of the publisher's failure: it never fails. Source: `Combine`, `Failure`.
    public typealias Failure = Never
    fileprivate let subject: CurrentValueSubject<Value, Never>
    /// Subscribes a closure to the property's values, beginning with the current one. Source: `Combine`, `sink`.
    ///
    /// - Parameter receiveValue: The closure that is called with each value.
    /// - Returns: The subscription, which ends when it is cancelled or released.
    public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable {
      subject.sink(receiveValue: receiveValue)
    }
  }

  private let subject: CurrentValueSubject<Value, Never>

  /// A published property with its first value.
  ///
  /// - Parameter wrappedValue: The first value.
  public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }
  /// A published property with its first value.
  ///
  /// - Parameter initialValue: The first value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// The value of a property that is not in a class, where `@Published` is refused: a class's goes through the static
  /// subscript below.
  @available(*, unavailable, message: "@Published is for properties of classes")
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.send(newValue) }
  }

  /// The publisher of the property's values, beginning with the current one.
  public var projectedValue: Publisher { Publisher(subject: subject) }

  // swift-format-ignore: NoLeadingUnderscores
  /// The value of a class's property; setting it makes the object's `objectWillChange` emit first.
  public static subscript<Object: AnyObject>(
    _enclosingInstance object: Object, wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
  ) -> Value {
    get { object[keyPath: storage].subject.value }
    set {
      if let observed = object as? any ObservableObject { tell(observed) }
      object[keyPath: storage].subject.send(newValue)
    }
  }

  private static func tell<Object: ObservableObject>(_ object: Object) {
    (object.objectWillChange as? ObservableObjectPublisher)?.send()
  }
}
