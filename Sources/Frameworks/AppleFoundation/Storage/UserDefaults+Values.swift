// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension UserDefaults {
  /// Key-value coding as far as settings need it: nil removes.
  ///
  /// - Parameters:
  ///   - value: A value that a property list can hold.
  ///   - key: Its name.
  public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

  /// The value of a key.
  ///
  /// - Parameter key: A name.
  /// - Returns: What is set for it.
  public func value(forKey key: String) -> Any? { object(forKey: key) }
}
