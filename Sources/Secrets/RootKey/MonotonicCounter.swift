// SPDX-License-Identifier: Apache-2.0

/// A number that only goes up, whatever is restored from a copy.
package protocol MonotonicCounter: AnyObject {
  func value() throws(RootKeyError) -> UInt64
  /// Counts up by one, durably, and gives the new value.
  func increment() throws(RootKeyError) -> UInt64
}
