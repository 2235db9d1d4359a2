// SPDX-License-Identifier: Apache-2.0
package import IdentityModel
package import PasskeyDatabase
package import SQLiteDatabase

/// What a provider keeps, in a SQLite database of its own.
package struct IdentityDatabase: IdentityStore {
  private let database: Database
  private let isNewer: Bool

  /// Opens the database at a path, or makes it. Nothing in it is thrown away: a damaged one throws.
  package init(_ path: String) throws(DatabaseOpeningError) {
    var isNewer = false
    database = try Database(
      path, log: .growing,
      mayWrite: { connection throws(DatabaseError) in
        let version = try connection.version()
        isNewer = version > Schema.version
        return !isNewer
      })
    self.isNewer = isNewer
    guard !isNewer else { return }
    try migrate()
    // Nobody else has the database: whoever was sending when it was last open does so no more.
    do { try database.write { connection throws(DatabaseError) in try connection.execute(Self.endLeases) } } catch {
      throw .database(error)
    }
  }

  private static let endLeases = "UPDATE outbox SET holder=NULL, lease_end=0 WHERE lease_end>0"

  private func migrate() throws(DatabaseOpeningError) {
    do {
      try database.write { connection throws(DatabaseError) in
        let version = try connection.version()
        guard version >= 0, version < Schema.version else { return }
        for step in Schema.steps[Int(version)...] { for table in step { try connection.execute(table) } }
        try connection.execute("PRAGMA user_version=\(Schema.version)")
      }
    } catch { throw .database(error) }
  }

  /// Passkeys in the same database.
  package func passkeys() throws(IdentityStoreError) -> PasskeyDatabase {
    guard !isNewer else { throw .newer }
    do { return try PasskeyDatabase(in: database) } catch { throw .unavailable }
  }

  func read<Result>(
    _ body: (DatabaseConnection) throws(IdentityStoreError) -> Result
  ) throws(IdentityStoreError) -> Result {
    guard !isNewer else { throw .newer }
    return try database.read(body)
  }

  func write<Result: Sendable>(
    _ body: (DatabaseConnection) throws(IdentityStoreError) -> Result
  ) throws(IdentityStoreError) -> Result {
    guard !isNewer else { throw .newer }
    return try database.write(body)
  }
}

extension IdentityDatabase: CopyingStore {
  package func copy(to path: String) throws(IdentityStoreError) {
    try read { connection throws(IdentityStoreError) in
      do throws(DatabaseError) { try connection.copy(to: path) } catch { throw IdentityStoreError(error) }
    }
  }
}

extension IdentityStoreError: DatabaseFailure {
  package init(_ error: DatabaseError) { self = .unavailable }
}

// MARK: - Statements

/// A value for a parameter.
enum Parameter {
  case number(Int64)
  case text(String)
  case bytes([UInt8])
  case none

  static func optional(_ number: Int64?) -> Parameter { number.map { .number($0) } ?? .none }
  static func optional(_ text: String?) -> Parameter { text.map { .text($0) } ?? .none }
  static func optional(_ bytes: [UInt8]?) -> Parameter { bytes.map { .bytes($0) } ?? .none }
}

extension DatabaseConnection {
  /// Runs a statement with these parameters; each row is handed to `row`.
  func rows<Row>(
    _ sql: String, _ parameters: [Parameter] = [], _ row: (DatabaseStatement) throws(DatabaseError) -> Row
  ) throws(IdentityStoreError) -> [Row] {
    do throws(DatabaseError) {
      let statement = try statement(sql)
      defer { statement.reset() }
      try statement.bind(parameters)
      var rows: [Row] = []
      while try statement.step() { rows.append(try row(statement)) }
      return rows
    } catch {
      throw error.kind == .constraint ? .exists("") : IdentityStoreError(error)
    }
  }

  func row<Row>(
    _ sql: String, _ parameters: [Parameter] = [], _ row: (DatabaseStatement) throws(DatabaseError) -> Row
  ) throws(IdentityStoreError) -> Row? {
    try rows(sql, parameters, row).first
  }

  /// How many rows it changed.
  @discardableResult
  func change(_ sql: String, _ parameters: [Parameter] = []) throws(IdentityStoreError) -> Int {
    _ = try rows(sql, parameters) { _ in }
    return changes
  }
}

extension DatabaseStatement {
  func bind(_ parameters: [Parameter]) throws(DatabaseError) {
    for (index, parameter) in zip(Int32(1)..., parameters) {
      switch parameter {
      case .number(let number): try bind(index, number)
      case .text(let text): try bind(index, text)
      case .bytes(let bytes): try bind(index, bytes.span)
      case .none: try bind(index, nil as [UInt8]?)
      }
    }
  }

  func optionalInteger(_ column: Int32) throws(DatabaseError) -> Int64? { isNull(column) ? nil : try integer(column) }
  func optionalText(_ column: Int32) throws(DatabaseError) -> String? { isNull(column) ? nil : try text(column) }
}
