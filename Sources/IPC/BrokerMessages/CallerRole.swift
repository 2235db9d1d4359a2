// SPDX-License-Identifier: Apache-2.0

/// Which requests a caller may make: all, those for every program, what the pages of the console do, or what drawing widgets takes.
package enum CallerRole: UInt8, Sendable, CaseIterable {
  /// Any program of the user's.
  case program
  /// `bailey`, the very file that lies beside `baileyd`.
  case commandLine
  /// `bailey-console`, the very file that lies beside `bailey`.
  case console
  /// `bailey-widgets`, likewise.
  case widgets
}
