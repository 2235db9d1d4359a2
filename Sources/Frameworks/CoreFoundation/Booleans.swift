// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension NSNumber {
  /// Whether this is what Core Foundation calls a Boolean: one of its two objects.
  ///
  /// `as? Bool` cannot tell: on Linux it succeeds for every number that is 0 or 1.
  package var isBoolean: Bool { self === kCFBooleanTrue || self === kCFBooleanFalse }
}
