// SPDX-License-Identifier: Apache-2.0
package import SQLiteDatabase

/// Why nothing was written down, or can be shown.
package enum AccessLogError: Error, Sendable, Equatable {
  /// Before the first unlock.
  case locked
  /// Of a newer version of Bailey.
  case newer
  case database(DatabaseError)
  case unavailable
}

extension AccessLogError: DatabaseFailure {
  package init(_ error: DatabaseError) { self = .database(error) }
}
