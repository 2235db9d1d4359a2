// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension NSNumber {
  /// Whether the number is a Boolean of Core Foundation: one of its two objects.
  ///
  /// `as? Bool` cannot tell: on Linux it succeeds for every number that is 0 or 1.
  package var isBoolean: Bool { self === kCFBooleanTrue || self === kCFBooleanFalse }
}
