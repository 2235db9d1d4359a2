// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A dictionary that may hold its values weakly. Foundation has none on Linux.
public final class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  private enum Held {
    case strongly(ObjectType)
    case weakly(Weak)

    var object: ObjectType? {
      switch self {
      case .strongly(let object): object
      case .weakly(let weak): weak.object
      }
    }
  }

  private final class Weak {
    weak var object: ObjectType?
    init(_ object: ObjectType) { self.object = object }
  }

  private enum Hold { case strong, weak }

  private let hold: Hold
  private var entries: [AnyHashable: (key: KeyType, value: Held)] = [:]

  private init(_ hold: Hold) { self.hold = hold }

  /// A table that keeps its keys and lets go of a value when nobody else holds it.
  public static func strongToWeakObjects() -> NSMapTable { NSMapTable(.weak) }

  /// A table that keeps its keys and its values.
  public static func strongToStrongObjects() -> NSMapTable { NSMapTable(.strong) }

  /// Entries whose value is still there.
  public var count: Int { entries.values.count { $0.value.object != nil } }

  /// The value of a key that is equal to this one.
  ///
  /// - Parameter key: The key; nil has no value.
  /// - Returns: Nil where there is none, or nobody else holds it any more.
  public func object(forKey key: KeyType?) -> ObjectType? {
    guard let key else { return nil }
    return entries[Self.hashable(key)]?.value.object
  }

  /// Keeps a value under a key.
  ///
  /// - Parameters:
  ///   - object: The value; nil removes the key.
  ///   - key: The key; nil keeps nothing.
  public func setObject(_ object: ObjectType?, forKey key: KeyType?) {
    guard let key else { return }
    entries = entries.filter { $0.value.value.object != nil }
    entries[Self.hashable(key)] = object.map { (key, hold == .strong ? .strongly($0) : .weakly(Weak($0))) }
  }

  /// Forgets a key.
  ///
  /// - Parameter key: The key.
  public func removeObject(forKey key: KeyType?) {
    if let key { entries[Self.hashable(key)] = nil }
  }

  /// Forgets everything.
  public func removeAllObjects() { entries = [:] }

  private static func hashable(_ key: KeyType) -> AnyHashable {
    (key as? NSObject).map { AnyHashable($0) } ?? AnyHashable(ObjectIdentifier(key))
  }
}
