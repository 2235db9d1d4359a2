// SPDX-License-Identifier: Apache-2.0

/// What can be ended. Source: `Combine.Cancellable`.
public protocol Cancellable {
  /// Ends it.
  func cancel()
}

/// Ends something, at the latest when nobody holds it any longer. Source: `Combine.AnyCancellable`.
public final class AnyCancellable: Cancellable, Hashable {
  private var end: (() -> Void)?

  /// - Parameter cancel: Ends it.
  public init(_ cancel: @escaping () -> Void) { end = cancel }
  deinit { end?() }

  /// Ends it.
  public func cancel() {
    end?()
    end = nil
  }

  /// - Parameter set: Holds it.
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  /// - Parameter collection: Holds it.
  public func store<Held: RangeReplaceableCollection>(in collection: inout Held) where Held.Element == AnyCancellable {
    collection.append(self)
  }

  /// Source: `Combine`, `==`.
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  /// Source: `Combine`, `hash(into:)`.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
