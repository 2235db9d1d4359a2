// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// An object that tells before it changes. Source: `Combine.ObservableObject`.
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  /// Gives a value before each change.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Gives a value before each change of a published property.
  public var objectWillChange: ObservableObjectPublisher { ObjectPublishers.publisher(of: self) }
}

/// Tells of changes of an object. Source: `Combine.ObservableObjectPublisher`.
public final class ObservableObjectPublisher: Publisher {
  /// Source: `Combine`, `Output`.
  public typealias Output = Void
  /// Source: `Combine`, `Failure`.
  public typealias Failure = Never
  private let receivers = Receivers<Void>()
  /// Apple's initializer.
  public init() {}
  /// Tells everyone who listens.
  public func send() { receivers.send(()) }
  /// Source: `Combine`, `sink`.
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

/// A property whose changes are told. Source: `Combine.Published`.
@propertyWrapper public struct Published<Value> {
  /// Gives the value, and each new one before it is set. Source: `Combine.Published.Publisher`.
  public struct Publisher: Combine.Publisher {
    /// Source: `Combine`, `Output`.
    public typealias Output = Value
    /// Source: `Combine`, `Failure`.
    public typealias Failure = Never
    fileprivate let subject: CurrentValueSubject<Value, Never>
    /// Source: `Combine`, `sink`.
    public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable {
      subject.sink(receiveValue: receiveValue)
    }
  }

  private let subject: CurrentValueSubject<Value, Never>

  /// - Parameter wrappedValue: The first value.
  public init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }
  /// - Parameter initialValue: The first value.
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  /// Properties are a class's, through which they are set: `static subscript` below.
  @available(*, unavailable, message: "@Published is for properties of classes")
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.send(newValue) }
  }

  /// Gives the value, and each new one.
  public var projectedValue: Publisher { Publisher(subject: subject) }

  // swift-format-ignore: NoLeadingUnderscores
  /// The value, of which the object tells before it changes.
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
