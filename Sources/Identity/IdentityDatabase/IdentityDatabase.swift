// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
package import PasskeyDatabase
package import SQLStatements
package import SQLiteDatabase

/// What a provider keeps, in tables of a database: the same statements whichever kind it is.
package struct IdentityDatabase: IdentityStore {
  private let database: any SQLDatabase
  private let isNewer: Bool
  let tidying = LogTidying()

  /// Opens a SQLite database at a path, or makes it. Nothing in it is thrown away: a damaged one throws.
  package init(_ path: String) throws(DatabaseOpeningError) {
    let file = try Database(
      path, log: .growing, mayWrite: { connection throws(DatabaseError) in try connection.version() <= Schema.version })
    database = file
    isNewer = file.isReadOnly
    guard !isNewer else { return }
    do throws(DatabaseError) {
      _ = try file.bringSchema(to: Schema.steps)
      // Nobody else has the database: whoever was sending when it was last open does so no more.
      try file.write { (connection: DatabaseConnection) throws(DatabaseError) in try connection.execute(Self.endLeases)
      }
    } catch { throw .database(error) }
  }

  /// Opens the store in a database that other servers may use at the same time.
  package init(in database: any SQLDatabase) throws(SQLError) {
    self.database = database
    isNewer = try database.migrate(Schema.steps) == .newer
  }

  private static let endLeases = "UPDATE outbox SET holder=NULL, lease_end=0 WHERE lease_end>0"

  /// Passkeys in the same database.
  package func passkeys() throws(IdentityStoreError) -> PasskeyDatabase {
    guard !isNewer else { throw .newer }
    do { return try PasskeyDatabase(in: database) } catch { throw .unavailable }
  }

  func read<Result>(
    _ body: (any SQLConnection) throws(IdentityStoreError) -> Result
  ) throws(IdentityStoreError) -> Result {
    guard !isNewer else { throw .newer }
    return try database.read(body)
  }

  func write<Result: Sendable>(
    _ isolation: SQLIsolation = .serializable, _ body: (any SQLConnection) throws(IdentityStoreError) -> Result
  ) throws(IdentityStoreError) -> Result {
    guard !isNewer else { throw .newer }
    return try database.write(isolation, body)
  }
}

extension IdentityDatabase: CopyingStore {
  package func copy(to path: String) throws(IdentityStoreError) {
    guard !isNewer else { throw .newer }
    guard let file = database as? Database else { return try copyRows(to: path) }
    do throws(DatabaseError) {
      try file.read { (connection: DatabaseConnection) throws(DatabaseError) in try connection.copy(to: path) }
    } catch { throw IdentityStoreError(SQLError(error)) }
  }
}

extension IdentityStoreError: SQLFailure {
  package init(_ error: SQLError) { self = .unavailable }
}

// MARK: - Statements

extension SQLConnection {
  /// Runs a statement with these parameters; each row is handed to `row`.
  func rows<Row>(
    _ sql: String, _ parameters: [SQLValue] = [], _ row: (SQLRow) throws(SQLError) -> Row
  ) throws(IdentityStoreError) -> [Row] {
    do throws(SQLError) {
      return try run(sql, parameters).rows.map(row)
    } catch {
      throw error.kind == .constraint ? .exists("") : IdentityStoreError(error)
    }
  }

  func row<Row>(
    _ sql: String, _ parameters: [SQLValue] = [], _ row: (SQLRow) throws(SQLError) -> Row
  ) throws(IdentityStoreError) -> Row? {
    try rows(sql, parameters, row).first
  }

  /// How many rows it changed.
  @discardableResult
  func change(_ sql: String, _ parameters: [SQLValue] = []) throws(IdentityStoreError) -> Int {
    do throws(SQLError) { return try run(sql, parameters).changes } catch {
      throw error.kind == .constraint ? .exists("") : IdentityStoreError(error)
    }
  }
}
