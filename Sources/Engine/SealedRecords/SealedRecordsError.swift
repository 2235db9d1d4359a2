// SPDX-License-Identifier: Apache-2.0
package import SQLiteDatabase

/// Why sealed records were not read or written.
package enum SealedRecordsError: Error, Sendable, Equatable {
  /// Before the first unlock.
  case locked
  /// Of a newer version of Bailey.
  case newer
  case full
  case database(DatabaseError)
  case unavailable
}

extension SealedRecordsError: DatabaseFailure {
  package init(_ error: DatabaseError) { self = .database(error) }
}
