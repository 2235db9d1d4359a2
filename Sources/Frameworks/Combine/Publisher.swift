// SPDX-License-Identifier: Apache-2.0

/// Gives values over time. Source: `Combine.Publisher`, as far as observed objects use it.
///
/// Values come on the thread that gives them, one after the other.
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Begins to give values.
  ///
  /// - Parameter receiveValue: Called with each.
  /// - Returns: Ends it, at the latest when nobody holds it any longer.
  func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable
}

extension Publisher where Failure == Never {
  /// - Parameters:
  ///   - keyPath: The property that each value is put into.
  ///   - object: Whose property it is.
  /// - Returns: Ends it.
  public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
    sink { object[keyPath: keyPath] = $0 }
  }
}

extension Publisher {
  /// - Parameter transform: What is made of each value.
  /// - Returns: A publisher of that.
  public func map<Value>(_ transform: @escaping (Output) -> Value) -> AnyPublisher<Value, Failure> {
    AnyPublisher { receive in self.sink { receive(transform($0)) } }
  }
  /// - Parameter isIncluded: Whether a value is given on.
  /// - Returns: A publisher of the others.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in self.sink { if isIncluded($0) { receive($0) } } }
  }
  /// - Returns: The publisher, of whatever type.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher { receive in self.sink(receiveValue: receive) }
  }
}

/// A publisher of whatever type. Source: `Combine.AnyPublisher`.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let begin: (@escaping (Output) -> Void) -> AnyCancellable
  init(_ begin: @escaping (@escaping (Output) -> Void) -> AnyCancellable) { self.begin = begin }
  /// Apple's initializer.
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    begin = { publisher.sink(receiveValue: $0) }
  }
  /// Source: `Combine`, `sink`.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { begin(receiveValue) }
}
