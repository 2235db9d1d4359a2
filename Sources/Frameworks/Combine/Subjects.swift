// SPDX-License-Identifier: Apache-2.0
import Threads

/// A publisher whose values are sent into it. Source: `Combine.Subject`.
public protocol Subject<Output, Failure>: Publisher, AnyObject {
  /// Sends a value to every subscriber.
  ///
  /// - Parameter value: The value that subscribers receive.
  func send(_ value: Output)
}

extension Subject where Output == Void {
  /// Sends a signal without a value to every subscriber.
  public func send() { send(()) }
}

/// The subscribers of a publisher, in the order in which they subscribed.
///
/// Unchecked because receivers are the app's, which calls from one thread as Combine asks it to.
final class Receivers<Value>: @unchecked Sendable {
  private let all = Locked<[Int: Handed]>([:])
  private let last = Locked(0)
  /// Unchecked because it is called where values are sent, as Combine does.
  private struct Handed: @unchecked Sendable { let receive: (Value) -> Void }

  func add(_ receive: @escaping (Value) -> Void) -> AnyCancellable {
    let number = last.withLock { last in
      last += 1
      return last
    }
    let handed = Handed(receive: receive)
    all.withLock { $0[number] = handed }
    return AnyCancellable { [all] in all.withLock { $0[number] = nil } }
  }

  func send(_ value: Value) {
    let now = all.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    for handed in now { handed.receive(value) }
  }
}

/// A subject that passes values on and keeps none. Source: `Combine.PassthroughSubject`.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let receivers = Receivers<Output>()
  /// A subject without subscribers.
  public init() {}
  /// Sends a value to every subscriber.
  ///
  /// - Parameter value: The value that subscribers receive.
  public func send(_ value: Output) { receivers.send(value) }
  /// Subscribes a closure to the values that are sent from now on. Source: `Combine`, `sink`.
  ///
  /// - Parameter receiveValue: The closure that is called with each value.
  /// - Returns: The subscription, which ends when it is cancelled or released.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { receivers.add(receiveValue) }
}

/// A subject that keeps its last value, which a new subscriber receives at once. Source: `Combine.CurrentValueSubject`.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let receivers = Receivers<Output>()
  private var current: Output
  /// A subject with its first value.
  ///
  /// - Parameter value: The first value.
  public init(_ value: Output) { current = value }
  /// The last value that was sent; setting it sends it.
  public var value: Output {
    get { current }
    set { send(newValue) }
  }
  /// Sends a value to every subscriber and keeps it.
  ///
  /// - Parameter value: The value that subscribers receive.
  public func send(_ value: Output) {
    current = value
    receivers.send(value)
  }
  /// Subscribes a closure to the current value and those that follow. Source: `Combine`, `sink`.
  ///
  /// - Parameter receiveValue: The closure that is called with each value, and at once with the current one.
  /// - Returns: The subscription, which ends when it is cancelled or released.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    receiveValue(current)
    return receivers.add(receiveValue)
  }
}
