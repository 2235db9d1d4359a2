// SPDX-License-Identifier: Apache-2.0
import CSQLite
package import SQLStatements

// MARK: - As one of several kinds of databases

extension Database: SQLDatabase {
  package func read<Result, Failure: SQLFailure>(
    _ body: (any SQLConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Carried<Failure>) {
      return try read { (connection: DatabaseConnection) throws(Carried<Failure>) in
        do throws(Failure) { return try body(connection) } catch { throw Carried(error) }
      }
    } catch { throw error.failure }
  }

  /// Writers run one after the other, whatever they ask for.
  package func write<Result: Sendable, Failure: SQLFailure>(
    _ isolation: SQLIsolation, _ body: (any SQLConnection) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Carried<Failure>) {
      return try write { (connection: DatabaseConnection) throws(Carried<Failure>) in
        do throws(Failure) { return try body(connection) } catch { throw Carried(error) }
      }
    } catch { throw error.failure }
  }

  package func define(_ definitions: [String]) throws(SQLError) {
    do throws(DatabaseError) {
      try write { (connection: DatabaseConnection) throws(DatabaseError) in
        for definition in definitions { try connection.execute(definition) }
      }
    } catch { throw SQLError(error) }
  }

  package func migrate(_ steps: [[String]]) throws(SQLError) -> SQLSchemaAge {
    do throws(DatabaseError) { return try bringSchema(to: steps) } catch { throw SQLError(error) }
  }

  /// The same, with SQLite's own error.
  package func bringSchema(to steps: [[String]]) throws(DatabaseError) -> SQLSchemaAge {
    let found = try read { (connection: DatabaseConnection) throws(DatabaseError) in try connection.version() }
    guard found <= steps.count else { return .newer }
    try write { (connection: DatabaseConnection) throws(DatabaseError) in
      let version = try connection.version()
      guard version >= 0, version < steps.count else { return }
      for step in steps[Int(version)...] { for definition in step { try connection.execute(definition) } }
      try connection.execute("PRAGMA user_version=\(steps.count)")
    }
    return .known
  }
}

/// Takes a failure of another module through a transaction.
private struct Carried<Failure: SQLFailure>: DatabaseFailure {
  let failure: Failure

  init(_ failure: Failure) { self.failure = failure }
  init(_ error: DatabaseError) { failure = Failure(SQLError(error)) }
}

extension SQLError {
  package init(_ error: DatabaseError) {
    let kind: Kind =
      switch error.kind {
      case .constraint: .constraint
      case .unexpectedType: .unexpectedType
      case .busy: .timeout
      default: .other
      }
    self.init(kind, code: "\(error.code)", error.description)
  }
}

// MARK: - Statements

extension DatabaseConnection: SQLConnection {
  package func run(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) -> SQLResult {
    do throws(DatabaseError) {
      let statement = try statement(sql)
      defer { statement.reset() }
      try statement.bind(parameters)
      var rows: [SQLRow] = []
      while try statement.step() { rows.append(try statement.row()) }
      return SQLResult(columns: statement.columns, rows: rows, changes: changes)
    } catch { throw SQLError(error) }
  }

  package func runAtEnd(_ sql: String, _ parameters: [SQLValue]) throws(SQLError) { _ = try run(sql, parameters) }

  /// SQLite looks at the column itself.
  package func continueNumbers(of column: String, in table: String) throws(SQLError) {}
}

extension DatabaseStatement {
  fileprivate func bind(_ parameters: [SQLValue]) throws(DatabaseError) {
    for (index, parameter) in zip(Int32(1)..., parameters) {
      switch parameter {
      case .number(let number): try bind(index, number)
      case .text(let text): try bind(index, text)
      case .bytes(let bytes): try bind(index, bytes.span)
      case .none: try bind(index, nil as [UInt8]?)
      }
    }
  }
}
