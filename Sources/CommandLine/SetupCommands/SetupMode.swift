// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// Whether a person's set-up is made, or taken back.
package enum SetupMode: Sendable, Equatable {
  case setUp
  case undo(SetupData)
  /// Shows which steps are left, and which were taken.
  case list(OutputForm)
  /// One step, by its name, without a question.
  case only(String, SetupDirection)
  /// The set-up goes on in the browser; the folder of the protected files where one is named and Bailey does not run
  /// yet.
  case inConsole(mount: String?)
}

/// Whether a step of a set-up is carried out, or taken back.
package enum SetupDirection: Sendable, Equatable { case there, back }

/// The choice whether protected data is kept when a set-up is taken back.
package enum SetupData: Sendable, Equatable { case kept, purged }
