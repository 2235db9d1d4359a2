// SPDX-License-Identifier: Apache-2.0
package import SQLiteDatabase

/// Why the store gave no answer: then nobody has a grant.
package enum ConsentStoreError: Error, Sendable, Equatable {
  /// Before the first unlock.
  case locked
  /// Of a newer version of Bailey.
  case newer
  case full
  case database(DatabaseError)
  case unavailable
}

extension ConsentStoreError: DatabaseFailure {
  package init(_ error: DatabaseError) { self = .database(error) }
}
