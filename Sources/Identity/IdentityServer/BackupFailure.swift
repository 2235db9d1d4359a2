// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives

/// Why there is no backup, or why nothing was restored from one.
package enum BackupFailure: Error, Equatable, Sendable {
  /// The file is none, or of another version.
  case notBackup
  case wrongPassphrase
  /// The backup was cut off or changed, or its parts do not belong together.
  case damaged
  /// There is something where it would go.
  case notEmpty
  /// The database has rows: of a provider, or of a restoration elsewhere that was not finished.
  case databaseNotEmpty
  case crypto(CryptoError)
}
