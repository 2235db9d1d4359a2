// SPDX-License-Identifier: Apache-2.0

/// The role of a caller, which decides the requests it may make: those for every program, the owner's, the console
/// pages', the widget renderer's, or a running app's.
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
