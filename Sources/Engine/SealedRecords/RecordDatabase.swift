// SPDX-License-Identifier: Apache-2.0
package import SQLiteDatabase

/// A database of sealed records, and of pieces that belong to all of them: their key, wrapped, and what their kind has beside.
///
/// What SQLite cannot read, or is of a version that nobody wrote, begins anew. What a newer version of Bailey wrote stays as it
/// is.
package struct RecordDatabase: Sendable {
  package let database: Database
  /// Whether there was a file that could not be read, and is gone.
  package let wasReplaced: Bool
  private let isNewer: Bool
  private let schema: Schema

  /// The way in which the records of one kind are stored.
  package struct Schema: Sendable {
    package let version: Int64
    /// Older ones whose records count; they become ones of this version.
    package let earlier: [Int64]
    /// The statements that make the tables beside that of the pieces, where they are missing, and the tables' names.
    package let tables: [String]
    package let names: [String]
    /// Looks at each page when the file is opened: for few records, of which each counts.
    package let isCheckedWhole: Bool

    package init(
      version: Int64, earlier: [Int64] = [], tables: [String], names: [String], isCheckedWhole: Bool
    ) {
      (self.version, self.earlier, self.isCheckedWhole) = (version, earlier, isCheckedWhole)
      (self.tables, self.names) = (tables, names)
    }

    fileprivate func make(in connection: DatabaseConnection) throws(DatabaseError) {
      try connection.execute("CREATE TABLE IF NOT EXISTS pieces(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
      for table in tables { try connection.execute(table) }
      try connection.execute("PRAGMA user_version=\(version)")
    }
  }

  /// The database at a path, which is made where there is none.
  package init(_ path: String, _ schema: Schema) throws(DatabaseOpeningError) {
    var (isNewer, wasReplaced) = (false, false)
    database = try Database(
      path, log: .growing,
      repair: {
        // What cannot be read is of no use to anyone.
        wasReplaced = true
        try? DatabaseFile(path).removeWithLog()
        try? DatabaseFile(path).create()
      },
      mayWrite: { connection throws(DatabaseError) in
        let version: Int64
        do throws(DatabaseError) { version = try connection.version() } catch {
          throw error.kind == .other ? .damaged : error
        }
        isNewer = version > schema.version
        if isNewer { return false }
        guard version == schema.version || version == 0 || schema.earlier.contains(version) else { throw .damaged }
        if schema.isCheckedWhole, try !connection.check(maximum: 1).isEmpty { throw .damaged }
        return true
      })
    self.isNewer = isNewer
    self.wasReplaced = wasReplaced
    self.schema = schema
    guard !isNewer else { return }
    do {
      try database.write { connection throws(DatabaseError) in
        guard try connection.version() != schema.version else { return }
        try schema.make(in: connection)
      }
    } catch {
      throw .database(error)
    }
  }

  /// Makes the tables anew, and empty, where somebody dropped one or made another of its name.
  package func rebuild() throws(SealedRecordsError) {
    try database.write { connection throws(SealedRecordsError) in
      try connection.records { () throws(DatabaseError) in
        for name in ["pieces"] + schema.names { try connection.execute("DROP TABLE IF EXISTS \(name)") }
        try schema.make(in: connection)
      }
    }
  }

  /// Refuses a newer version. To be called before anything is read or written.
  package func checkVersion() throws(SealedRecordsError) { if isNewer { throw .newer } }
}

// MARK: - Pieces

extension DatabaseConnection {
  package func piece(_ number: Int64) throws(SealedRecordsError) -> [UInt8]? {
    try records { () throws(DatabaseError) in
      let statement = try statement("SELECT bytes FROM pieces WHERE id=?")
      defer { statement.reset() }
      try statement.bind(1, number)
      return try statement.step() ? try statement.blob(0) : nil
    }
  }

  package func put(_ bytes: [UInt8], asPiece number: Int64) throws(SealedRecordsError) {
    try run("INSERT OR REPLACE INTO pieces VALUES(?,?)") { (statement) throws(DatabaseError) in
      try statement.bind(1, number)
      try statement.bind(2, bytes.span)
    }
  }

  /// A statement that gives nothing back.
  package func run(
    _ sql: String, _ bind: (DatabaseStatement) throws(DatabaseError) -> Void = { _ in }
  ) throws(SealedRecordsError) {
    try records { () throws(DatabaseError) in
      let statement = try statement(sql)
      try bind(statement)
      try statement.run()
    }
  }

  package func records<Result>(_ body: () throws(DatabaseError) -> Result) throws(SealedRecordsError) -> Result {
    do { return try body() } catch { throw SealedRecordsError(error) }
  }
}
