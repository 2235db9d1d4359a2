// SPDX-License-Identifier: Apache-2.0

/// Why a statement or transaction was not carried out, whichever program has the database.
package struct SQLError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Kind: Sendable, Equatable {
    /// A row is there already, or breaks another rule of its table.
    case constraint
    /// Another transaction changed what this one has read. It may be run again.
    case serialization
    /// The database is not there, or has gone away.
    case connectionLost
    /// The statement took too long.
    case timeout
    /// A table, which the words name, is another role's.
    case ownedByAnother
    /// A value of a row is not of the type that the schema promises.
    case unexpectedType
    case other
  }

  package let kind: Kind
  /// The database's own code: a result code of SQLite, or an SQLSTATE.
  package let code: String
  /// The database's own words. They may have values of rows in them.
  package let words: String

  package init(_ kind: Kind, code: String = "", _ words: String = "") {
    (self.kind, self.code, self.words) = (kind, code, words)
  }

  package static let unexpectedType = SQLError(.unexpectedType)

  /// The error without the server's words, because logs keep it.
  package var description: String { code.isEmpty ? "\(kind)" : "\(kind) (\(code))" }
}

/// An error of a module that uses a database, and that can be made from an `SQLError`.
package protocol SQLFailure: Error {
  init(_ error: SQLError)
}

extension SQLError: SQLFailure {
  package init(_ error: SQLError) { self = error }
}
