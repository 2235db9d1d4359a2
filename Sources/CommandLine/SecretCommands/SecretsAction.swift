// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// Whether the bus starts Bailey's Secret Service for programs of the desktop; and secrets in plain text.
package enum SecretsAction: Sendable, Equatable {
  case enable
  case disable
  case status(OutputForm)
  /// The folder is the home where none is named.
  case scan(String?, ScanForm)
  /// The collection, and its access `own`, `ask` or `open`; without arguments, all are shown.
  case access(String?, String?)
  case forget(String)
  case adopt(AdoptMode)
  case imports(ImportSource, ImportMode, OutputForm)
}

/// The place from which secrets are brought in.
package enum ImportSource: Sendable, Equatable {
  /// A Secret Service: on the session's bus where no address of one is given.
  case service(bus: String?)
  /// What `pass` keeps, in its usual folder where none is named.
  case pass(folder: String?)
}

/// Whether secrets are brought in, or only shown.
package enum ImportMode: Sendable, Equatable { case show, apply }

/// The modes of adopting secrets in plain text.
package enum AdoptMode: Sendable, Equatable { case show, apply, undo }

/// How secrets in plain text are told of.
package enum ScanForm: Sendable, Equatable { case text, json, sarif }
