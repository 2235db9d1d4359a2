// SPDX-License-Identifier: Apache-2.0
package import SQLiteDatabase

/// Why sealed records were not read or written.
package enum SealedRecordsError: Error, Sendable, Equatable {
  /// The records cannot be opened before the first unlock.
  case locked
  /// The records are of a newer version of Bailey.
  case newer
  case full
  case database(DatabaseError)
  case unavailable

  /// Whether a table is not there, or not as it was made: nobody but somebody else's hand does that.
  package var isOfTables: Bool {
    guard case .database(let error) = self else { return false }
    return error.kind == .other || error.kind == .unexpectedType
  }
}

extension SealedRecordsError: DatabaseFailure {
  package init(_ error: DatabaseError) { self = .database(error) }
}
