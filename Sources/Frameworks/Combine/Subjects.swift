// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

/// A publisher that is told its values. Source: `Combine.Subject`.
public protocol Subject<Output, Failure>: Publisher, AnyObject {
  /// - Parameter value: Given to everyone who listens.
  func send(_ value: Output)
}

extension Subject where Output == Void {
  /// Tells everyone who listens.
  public func send() { send(()) }
}

/// Those who listen.
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

/// Gives on what it is told. Source: `Combine.PassthroughSubject`.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let receivers = Receivers<Output>()
  /// Apple's initializer.
  public init() {}
  /// - Parameter value: Given to everyone who listens.
  public func send(_ value: Output) { receivers.send(value) }
  /// Source: `Combine`, `sink`.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { receivers.add(receiveValue) }
}

/// Keeps the last value, and gives it at once. Source: `Combine.CurrentValueSubject`.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let receivers = Receivers<Output>()
  private var current: Output
  /// - Parameter value: The first value.
  public init(_ value: Output) { current = value }
  /// The last value.
  public var value: Output {
    get { current }
    set { send(newValue) }
  }
  /// - Parameter value: Given to everyone who listens.
  public func send(_ value: Output) {
    current = value
    receivers.send(value)
  }
  /// Source: `Combine`, `sink`.
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    receiveValue(current)
    return receivers.add(receiveValue)
  }
}
