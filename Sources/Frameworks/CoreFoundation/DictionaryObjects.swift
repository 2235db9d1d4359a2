// SPDX-License-Identifier: Apache-2.0
import CFoundationObjects
package import Foundation

// Unsafe because Apple's signatures are: Core Foundation fills arrays of pointers with what a dictionary holds.

extension NSDictionary {
  /// Visits the keys and values as the objects they are held as. False, and nothing is visited, if those may change
  /// meanwhile or are made when they are asked for: a subclass's.
  package func visitObjects(_ body: (_ key: AnyObject, _ value: AnyObject) -> Void) -> Bool {
    guard type(of: self) == NSDictionary.self else { return false }
    let count = self.count
    guard count > 0 else { return true }
    unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * count) { objects in
      unsafe objects.initialize(repeating: nil)
      guard let keys = objects.baseAddress else { return }
      let values = unsafe keys + count
      unsafe foundation_dictionary_objects(pointer(to: self), keys, values)
      for index in 0..<count {
        // A query without one of its keys would match more items than the caller meant.
        guard let key = unsafe keys[index], let value = unsafe values[index] else {
          preconditionFailure("a dictionary has an object for each key")
        }
        unsafe body(
          Unmanaged<AnyObject>.fromOpaque(key).takeUnretainedValue(),
          Unmanaged<AnyObject>.fromOpaque(value).takeUnretainedValue())
      }
    }
    return true
  }
}
