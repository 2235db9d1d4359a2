// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not what a format says, or did not fit.
@usableFromInline package enum WireError: Error, Equatable, Sendable {
  /// The bytes end inside a field.
  case short
  /// The bytes go on after the last field.
  case long
  /// A field holds what it may not hold.
  case badValue
  /// The buffer has no room for the field.
  case full
}
