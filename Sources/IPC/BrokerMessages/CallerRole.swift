// SPDX-License-Identifier: Apache-2.0

/// Which requests a caller may make: those for every program, the owner's, what the pages of the console do, what drawing widgets
/// takes, or what a running app takes.
package enum CallerRole: UInt8, Sendable, CaseIterable {
  /// Any program of the user's.
  case program
  /// `bailey`, the very file that lies beside `baileyd`.
  case commandLine
  /// `bailey-console`, the very file that lies beside `bailey`.
  case console
  /// `bailey-widgets`, likewise.
  case widgets
  /// `bailey-run`, likewise: it asks and reports for the app that it started.
  case runtime
  /// `bailey-secrets`, likewise: it keeps what programs of the desktop store, in a group of its own.
  case secrets
  /// `bailey-browser`, likewise: it asks for the sites of the browser that started it.
  case browser
}
