// SPDX-License-Identifier: Apache-2.0

/// Who is at the other end, as far as it decides what may be asked.
package enum CallerRole: Sendable, CaseIterable {
  /// Any program of the user's.
  case program
  /// `bailey`, the very file that lies beside `baileyd`.
  case commandLine
}
