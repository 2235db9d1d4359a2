// SPDX-License-Identifier: Apache-2.0

/// A connection to a database, for one thread at a time. Statements are in the part of SQL that SQLite and PostgreSQL share; their
/// parameters are `?`, or `?1` where one is used twice.
package protocol SQLConnection: AnyObject {
  /// Runs one statement with these parameters to its end.
  func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> SQLResult

  /// Runs one statement of a transaction whose result nobody needs, at once or as late as with the transaction's end. Where it fails
  /// the transaction does.
  func runAtEnd(_ sql: String, _ parameters: [SQLValue]) throws(SQLError)

  /// Has the numbers that the database gives to new rows go on after the greatest that is in the column.
  func continueNumbers(of column: String, in table: String) throws(SQLError)
}

/// What a transaction sees of others that run at the same time.
package enum SQLIsolation: Sendable {
  /// Nothing: the outcome is that of transactions that ran one after the other.
  case serializable
  /// Each statement sees what is committed when it begins. For transactions of which each statement decides by itself.
  case eachStatement
  /// All statements see what was committed when the first began, and none writes.
  case snapshot
}

/// Whether a schema is one that this program knows.
package enum SQLSchemaAge: Sendable, Equatable { case known, newer }

/// A database that several threads use.
package protocol SQLDatabase: Sendable {
  /// Reads. Each statement sees a transaction written at the same time wholly or not at all. The body may be run again.
  func read<Result, Failure: SQLFailure>(
    _ body: (any SQLConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Reads and writes in one transaction. Nothing is written if the body throws; all is on the disk when this returns. The body may be
  /// run again, where another transaction has changed what it read.
  func write<Result: Sendable, Failure: SQLFailure>(
    _ isolation: SQLIsolation, _ body: (any SQLConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Makes tables and indices that are not there yet (`IF NOT EXISTS`), in SQLite's words.
  func define(_ definitions: [String]) throws(SQLError)

  /// Brings the schema to the last of these steps, of which each makes the next version of the one before. A newer schema than
  /// the last is left as it is.
  func migrate(_ steps: [[String]]) throws(SQLError) -> SQLSchemaAge
}

extension SQLDatabase {
  package func write<Result: Sendable, Failure: SQLFailure>(
    _ body: (any SQLConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result { try write(.serializable, body) }
}
