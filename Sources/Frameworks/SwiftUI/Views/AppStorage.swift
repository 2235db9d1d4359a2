// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A property that is kept in the user defaults. Source: `SwiftUI.AppStorage`. A widget reads it; the app or an intent
/// writes it.
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  private let read: () -> Value
  private let write: (Value) -> Void

  /// The value of the user defaults.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  private init(_ key: String, _ store: UserDefaults?, as type: Value.Type, _ initial: Value) {
    let store = store ?? .standard
    read = { store.object(forKey: key) as? Value ?? initial }
    write = { store.set($0, forKey: key) }
  }
}

extension AppStorage {
  /// A Boolean of the user defaults, with the value where there is none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// An integer of the user defaults, with the value where there is none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// A floating-point number of the user defaults, with the value where there is none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// A string of the user defaults, with the value where there is none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// Data of the user defaults, with the value where there is none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
    self.init(key, store, as: Value.self, wrappedValue)
  }
  /// A value of the user defaults by its raw string, with the value where there is none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == String {
    let store = store ?? .standard
    read = { store.string(forKey: key).flatMap { Value(rawValue: $0) } ?? wrappedValue }
    write = { store.set($0.rawValue, forKey: key) }
  }
  /// A value of the user defaults by its raw integer, with the value where there is none.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable, Value.RawValue == Int {
    let store = store ?? .standard
    read = { (store.object(forKey: key) as? Int).flatMap { Value(rawValue: $0) } ?? wrappedValue }
    write = { store.set($0.rawValue, forKey: key) }
  }
}
