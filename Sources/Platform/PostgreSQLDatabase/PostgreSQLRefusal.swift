// SPDX-License-Identifier: Apache-2.0
package import SystemCalls

/// Why a database is not even asked for.
package enum PostgreSQLRefusal: Error, Equatable, Sendable {
  /// A variable of the environment would decide where the database is, or as whom it is used.
  case environment(String)
  /// Others may read or change the passfile.
  case passfileOfOthers(String)
  /// Anybody could make a socket in this folder.
  case socketFolderOfOthers(String)
  case system(String, SystemError)
}
