// SPDX-License-Identifier: Apache-2.0
package import SQLStatements

// MARK: - The schema

extension PostgreSQLDatabase {
  /// The number of the lock by which, of several servers that begin at the same time, one makes the tables.
  private static let schemaLock: Int64 = 0x4261_696C_6579

  package func define(_ definitions: [String]) throws(SQLError) {
    try changeSchema { connection throws(SQLError) in
      for definition in definitions { try connection.command(PostgreSQLDialect.definition(definition)) }
    }
  }

  package func migrate(_ steps: [[String]]) throws(SQLError) -> SQLSchemaAge {
    try changeSchema { connection throws(SQLError) in
      try connection.command("CREATE TABLE IF NOT EXISTS schema_version(version BIGINT NOT NULL)")
      // Before it is read: it could be another's view, whose functions run with this role's rights.
      try Self.refuseForeignRelations(connection)
      let found = try connection.run("SELECT version FROM schema_version", []).rows.first
      let version = try found?.integer(0) ?? 0
      guard version <= steps.count else { return .newer }
      guard version >= 0, version < steps.count else { return .known }
      for step in steps[Int(version)...] {
        for definition in step { try connection.command(PostgreSQLDialect.definition(definition)) }
      }
      try connection.command("DELETE FROM schema_version")
      _ = try connection.run("INSERT INTO schema_version VALUES(?)", [.number(Int64(steps.count))])
      return .known
    }
  }

  private func changeSchema<Result: Sendable>(
    _ body: (PostgreSQLConnection) throws(SQLError) -> Result
  ) throws(SQLError) -> Result {
    try write(.eachStatement) { connection throws(SQLError) in
      guard let connection = connection as? PostgreSQLConnection else { throw SQLError(.other) }
      try connection.allowLongStatements()
      defer { connection.resetPatience() }
      _ = try connection.run("SELECT pg_catalog.pg_advisory_xact_lock(?)", [.number(Self.schemaLock)])
      try Self.refuseForeignRelations(connection)
      let result = try body(connection)
      // What is there already is not made. Somebody else may have made it a moment ago.
      try Self.refuseForeignRelations(connection)
      return result
    }
  }

  /// Tables and views where this role looks for its own, which another role has that is no superuser: whoever may make tables there could
  /// have made them first, to read and change what is put into them.
  private static let foreignRelations = """
    SELECT relation.relname::text FROM pg_catalog.pg_class AS relation
    JOIN pg_catalog.pg_namespace AS schema ON schema.oid=relation.relnamespace
    JOIN pg_catalog.pg_roles AS owner ON owner.oid=relation.relowner
    WHERE schema.nspname=ANY(pg_catalog.current_schemas(false)) AND owner.rolname<>current_user AND NOT owner.rolsuper
    ORDER BY 1 LIMIT 1
    """

  private static func refuseForeignRelations(_ connection: PostgreSQLConnection) throws(SQLError) {
    if let relation = try connection.run(foreignRelations, []).rows.first {
      throw SQLError(.ownedByAnother, try relation.text(0))
    }
  }
}
