// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing

/// The file or folder that is registered.
package enum RegisteredFile: Sendable, Equatable {
  case executable(String)
  /// The registration of every program in a folder.
  case folder(String)
}

/// The actions of `bailey app` about registrations.
package enum AppAction: Sendable, Equatable {
  case register(RegisteredFile, entitlements: String?, identifier: String?)
  case unregister(executable: String)
  case list(OutputForm)
  /// The words that a shell offers where an app is to be named.
  case names
}
