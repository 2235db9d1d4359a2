// SPDX-License-Identifier: Apache-2.0

/// A source of values over time. Source: `Combine.Publisher`, as far as observed objects use it.
///
/// Values arrive on the thread that emits them, one after the other.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Subscribes a closure to the publisher's values.
  ///
  /// - Parameter receiveValue: The closure that is called with each value.
  /// - Returns: The subscription, which ends when it is cancelled or released.
  func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
}

extension Publisher where Failure == Never {
  /// Assigns each value to a property of an object, which the subscription keeps alive.
  ///
  /// - Parameters:
  ///   - keyPath: The property that each value is assigned to.
  ///   - object: The object whose property it is.
  /// - Returns: The subscription, which ends when it is cancelled or released.
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }
}

extension Publisher {
  /// A publisher of transformed values.
  ///
  /// - Parameter transform: The closure that makes a new value of each.
  /// - Returns: The publisher of the new values.
  public func map<Value>(_ transform: @escaping (Output) -> Value) -> AnyPublisher<Value, Failure> {
    AnyPublisher { receive in self.sink { receive(transform($0)) } }
  }
  /// A publisher of the values that meet a condition.
  ///
  /// - Parameter isIncluded: The condition: whether a value is passed on.
  /// - Returns: The publisher of the values that meet it.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in self.sink { if isIncluded($0) { receive($0) } } }
  }
  /// The publisher with its type erased.
  ///
  /// - Returns: A publisher of the same values, of which only the types of values and failures are known.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in self.sink(receiveValue: receive) }
  }
}

/// A publisher with its type erased. Source: `Combine.AnyPublisher`.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let begin: (@escaping (Output) -> Void) -> AnyCancellable
  init(_ begin: @escaping (@escaping (Output) -> Void) -> AnyCancellable) { self.begin = begin }
  /// A publisher that passes on the values of another.
  ///
  /// - Parameter publisher: The publisher whose type is erased.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    begin = { publisher.sink(receiveValue: $0) }
  }
  /// Subscribes a closure to the publisher's values. Source: `Combine`, `sink`.
  ///
  /// - Parameter receiveValue: The closure that is called with each value.
  /// - Returns: The subscription, which ends when it is cancelled or released.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { begin(receiveValue) }
}
