// SPDX-License-Identifier: Apache-2.0

/// Why nothing was said or changed of what people answered to apps. Then nobody has a grant. The numbers are sent: they are
/// permanent.
package enum ConsentRefusal: UInt8, Error, Sendable, CaseIterable {
  /// The answers cannot be read before the first unlock.
  case locked = 1
  /// The answers are of a newer version of Bailey.
  case newer = 2
  case full = 3
  /// The answers cannot be read or written.
  case unavailable = 4
  /// No such app is known, so that nobody knows what its code must be.
  case unknownApp = 5
  /// The passcode must be given for this.
  case notProved = 6
  /// The bytes are no policy.
  case badPolicy = 7
  /// The service or the app is decided by a policy.
  case restricted = 8
  /// The asking program is no app that could be known again.
  case notAnApp = 9
  /// The service has no empty source.
  case hasNoEmptySource = 10
  /// There is no such thing here that could be given.
  case notAvailableHere = 11
}
