// SPDX-License-Identifier: Apache-2.0
import CSQLite

/// Why an operation on the database failed, by SQLite's result codes (https://sqlite.org/rescode.html).
package struct DatabaseError: Error, Equatable, Sendable, CustomStringConvertible {
  package let kind: Kind
  /// The extended result code, whose low byte is the primary one.
  package let code: Int32

  package enum Kind: Sendable, Equatable {
    case busy
    case constraint
    /// A page, or the file as a whole, is not that of a database.
    case damaged
    case full
    case inputOutput
    case interrupted
    case internalFailure
    case mismatch
    case noMemory
    case readOnly
    case cannotOpen
    /// A value of a row is not of the type the schema promises.
    case unexpectedType
    case other
  }

  init(code: Int32) {
    self.code = code
    kind = Self.kind(of: code & 0xFF)
  }

  package static let unexpectedType = DatabaseError(kind: .unexpectedType, code: SQLITE_MISMATCH)
  package static let damaged = DatabaseError(code: SQLITE_CORRUPT)
  /// The transaction was rolled back because another part of it failed.
  static let interrupted = DatabaseError(code: SQLITE_ABORT)
  package static let readOnly = DatabaseError(code: SQLITE_READONLY)

  private init(kind: Kind, code: Int32) {
    self.kind = kind
    self.code = code
  }

  private static func kind(of primary: Int32) -> Kind {
    switch primary {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
    case SQLITE_FULL: .full
    case SQLITE_IOERR: .inputOutput
    case SQLITE_INTERRUPT, SQLITE_ABORT: .interrupted
    case SQLITE_INTERNAL: .internalFailure
    case SQLITE_MISMATCH: .mismatch
    case SQLITE_NOMEM: .noMemory
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_CANTOPEN: .cannotOpen
    default: .other
    }
  }

  package var description: String { unsafe "SQLite \(code): \(String(cString: sqlite3_errstr(code)))" }
}

/// An error of a module that uses the database, and that can be made from a `DatabaseError`.
package protocol DatabaseFailure: Error {
  init(_ error: DatabaseError)
}

extension DatabaseError: DatabaseFailure {
  package init(_ error: DatabaseError) { self = error }
}
