// SPDX-License-Identifier: Apache-2.0

/// Why nothing was said or written down of what apps use. The numbers are sent: they are permanent.
package enum AccessRefusal: UInt8, Error, Sendable, CaseIterable {
  /// Before the first unlock.
  case locked = 1
  /// It is of a newer version of Bailey.
  case newer = 2
  /// It cannot be read or written.
  case unavailable = 3
  /// The asking process has started no app.
  case noApp = 4
  /// The person has not allowed it.
  case notAllowed = 5
  /// Nothing says where this computer is.
  case noLocation = 6
}
