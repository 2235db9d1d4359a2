// SPDX-License-Identifier: Apache-2.0

/// Why nothing was said or written down of what apps use. The numbers are sent: they are permanent.
package enum AccessRefusal: UInt8, Error, Sendable, CaseIterable {
  /// The record cannot be read before the first unlock.
  case locked = 1
  /// The record is of a newer version of Bailey.
  case newer = 2
  /// The record cannot be read or written.
  case unavailable = 3
  /// The asking process has started no app.
  case noApp = 4
  /// The person has not allowed it.
  case notAllowed = 5
  /// Nothing says where this computer is.
  case noLocation = 6
}
