// SPDX-License-Identifier: Apache-2.0
import CGatheredLog
import CSQLite

/// One connection to a database, for one thread at a time: `Database` sees to that.
///
/// Set up so that a returned transaction is on the disk, deleted content is overwritten, and a database somebody else
/// wrote cannot make the library do more than keep rows: https://sqlite.org/security.html.
@safe package final class DatabaseConnection: @unchecked Sendable {
  package enum Access: Sendable, Equatable {
    /// Creates the database if there is none.
    case readWrite
    case readOnly
  }

  private let raw: OpaquePointer
  private var statements: [String: DatabaseStatement] = [:]
  /// Statements are prepared once; a caller that makes up ever new ones costs no memory without end.
  private static let mostStatements = 256
  /// Called where a damaged page was met and passed over.
  package var onDamage: @Sendable () -> Void = {}

  package init(_ path: String, _ access: Access) throws(DatabaseError) {
    unsafe raw = try Self.open(path, access)
    try configure(access)
  }

  deinit {
    statements.removeAll()
    unsafe sqlite3_close_v2(raw)
  }

  /// No other process has the database open, so connections agree on who reads and writes in memory: a read makes no
  /// call to the system, and the index of the log is not a file. What a transaction adds to the log is one write.
  private static let files = "bailey"
  private static let filesAreKnown = gathered_log_register()

  private static func open(_ path: String, _ access: Access) throws(DatabaseError) -> OpaquePointer {
    guard filesAreKnown == SQLITE_OK else { throw DatabaseError(code: filesAreKnown) }
    var raw: OpaquePointer?
    let mode = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = unsafe sqlite3_open_v2(
      path, &raw, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE, Self.files)
    guard code == SQLITE_OK, let opened = unsafe raw else {
      unsafe sqlite3_close_v2(raw)
      throw DatabaseError(code: code)
    }
    return unsafe opened
  }

  private func configure(_ access: Access) throws(DatabaseError) {
    try unsafe check(sqlite3_busy_timeout(raw, 5000))
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_DQS_DML, 0),
      (SQLITE_DBCONFIG_DQS_DDL, 0), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    ] { try unsafe check(csqlite_configure(raw, option, value)) }
    for (limit, value) in Self.limits { unsafe sqlite3_limit(raw, limit, value) }
    // What is checked again costs a little on each page read from the disk, and finds damage before it is used.
    try execute("PRAGMA cell_size_check=ON")
    try execute("PRAGMA foreign_keys=OFF")
    try execute("PRAGMA temp_store=MEMORY")
    guard access == .readWrite else { return }
    try execute("PRAGMA secure_delete=ON")
    try execute("PRAGMA journal_mode=WAL")
    try execute("PRAGMA synchronous=FULL")
    try execute("PRAGMA journal_size_limit=\(WriteAheadLog.size)")
  }

  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, 8 << 20), (SQLITE_LIMIT_SQL_LENGTH, 64 << 10), (SQLITE_LIMIT_COLUMN, 128),
    (SQLITE_LIMIT_EXPR_DEPTH, 256), (SQLITE_LIMIT_COMPOUND_SELECT, 8), (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_VARIABLE_NUMBER, 1024), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw DatabaseError(code: code) }
  }

  // MARK: - Statements

  /// Runs statements that take nothing and whose rows do not matter.
  package func execute(_ sql: String) throws(DatabaseError) {
    try unsafe check(sqlite3_exec(raw, sql, nil, nil, nil))
  }

  /// The statement of this text, ready to be bound. Whoever takes it resets it: what it reads it holds until then.
  package func statement(_ sql: String) throws(DatabaseError) -> DatabaseStatement {
    if let known = statements[sql], !known.isInUse { return known }
    let made = unsafe try DatabaseStatement(preparing: sql, in: raw)
    if statements.count >= Self.mostStatements { statements = statements.filter { $0.value.isInUse } }
    statements[sql] = made
    return made
  }

  /// Whether the database has no statement of anybody yet; the version its writer gave it.
  package func version() throws(DatabaseError) -> Int64 {
    let statement = try statement("PRAGMA user_version")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// What is wrong with the pages and the tables on them, in the library's words: nothing where all is well.
  package func check(most: Int) throws(DatabaseError) -> [String] {
    let statement = try statement("PRAGMA integrity_check(\(most))")
    defer { statement.reset() }
    var found: [String] = []
    while try statement.step() { found.append(try statement.text(0)) }
    return found == ["ok"] ? [] : found
  }

  /// The row the last insertion made.
  package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(raw) }
  /// How many rows the last statement changed.
  package var changes: Int { Int(unsafe sqlite3_changes(raw)) }

  /// Whether there is any table: a database of version 0 that has some is damaged.
  package func hasTables() throws(DatabaseError) -> Bool {
    let statement = try statement("SELECT 1 FROM sqlite_schema LIMIT 1")
    defer { statement.reset() }
    return try statement.step()
  }

  // MARK: - Transactions

  /// All that the body writes, or nothing if it throws. The lock for writing is taken at the start, so that what is
  /// read inside is still so when it is written.
  package func transaction<Result, Failure: DatabaseFailure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try beginning(body)
    if let failure = commit() { throw Failure(failure) }
    return result
  }

  /// Begins a transaction with what the body writes; there is none if it throws.
  func beginning<Result, Failure: DatabaseFailure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    do { try run("BEGIN IMMEDIATE") } catch { throw Failure(error) }
    do { return try body() } catch {
      rollBack()
      throw error
    }
  }

  /// Goes on in a transaction: where the body throws, what it wrote is taken back, and what was there before stays.
  func part<Result, Failure: DatabaseFailure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    do { try run("SAVEPOINT part") } catch { throw Failure(error) }
    do throws(Failure) {
      let result = try body()
      do { try run("RELEASE part") } catch { throw Failure(error) }
      return result
    } catch {
      do throws(DatabaseError) {
        try run("ROLLBACK TO part")
        try run("RELEASE part")
      } catch { rollBack() }
      throw error
    }
  }

  /// Nil if all of the transaction is on the disk; otherwise nothing is left of it.
  func commit() -> DatabaseError? {
    do throws(DatabaseError) {
      try run("COMMIT")
      return nil
    } catch {
      rollBack()
      return error
    }
  }

  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(raw) == 0 }

  /// After some errors the library has rolled back already, and then refuses to do it again.
  ///
  /// A transaction that cannot be ended must not be committed by whoever comes next: better no process at all.
  private func rollBack() {
    if isInTransaction { try? run("ROLLBACK") }
    if isInTransaction { try? execute("ROLLBACK") }
    precondition(!isInTransaction, "what is to be taken back cannot be")
  }

  private func run(_ sql: String) throws(DatabaseError) { try statement(sql).run() }
}
