// SPDX-License-Identifier: Apache-2.0

/// An activity or subscription that can be cancelled. Source: `Combine.Cancellable`.
public protocol Cancellable {
  /// Cancels the activity; a second call does nothing.
  func cancel()
}

/// A subscription that is cancelled when asked to, or when its last reference goes. Source: `Combine.AnyCancellable`.
public final class AnyCancellable: Cancellable, Hashable {
  private var end: (() -> Void)?

  /// A subscription that is cancelled by calling a closure.
  ///
  /// - Parameter cancel: The closure, which is called once.
  public init(_ cancel: @escaping () -> Void) { end = cancel }
  deinit { end?() }

  /// Cancels the subscription; a second call does nothing.
  public func cancel() {
    end?()
    end = nil
  }

  /// The subscription is kept in a set, and so lives as long as the set.
  ///
  /// - Parameter set: The set that is added to.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  /// The subscription is kept in a collection, and so lives as long as the collection.
  ///
  /// - Parameter collection: The collection that is appended to.
  public func store<Held: RangeReplaceableCollection>(in collection: inout Held) where Held.Element == AnyCancellable {
    collection.append(self)
  }

  /// Two values are equal if they are the same subscription. Source: `Combine`, `==`.
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  /// The hash is that of the object's identity. Source: `Combine`, `hash(into:)`.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
