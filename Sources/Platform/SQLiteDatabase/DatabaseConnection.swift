// SPDX-License-Identifier: Apache-2.0
import CGatheredLog
import CSQLite

/// A connection to a database, for one thread at a time: `Database` sees to that.
///
/// It is configured so that a transaction is on the disk when it returns, deleted content is overwritten, and a database
/// from an attacker cannot make SQLite do more than store rows: https://sqlite.org/security.html.
/// Unchecked because `Database` hands it to one thread at a time.
@safe package final class DatabaseConnection: @unchecked Sendable {
  package enum Access: Sendable, Equatable {
    /// Creates the database if there is none.
    case readWrite
    case readOnly
  }

  fileprivate let raw: OpaquePointer
  private var statements: [String: DatabaseStatement] = [:]
  /// How many prepared statements are kept, so that callers with ever new statements do not use unlimited memory.
  private static let maximumStatements = 256
  /// Called when a damaged page was met and skipped.
  package var onDamage: @Sendable () -> Void = {}

  package init(_ path: String, _ access: Access) throws(DatabaseError) {
    unsafe raw = try Self.open(path, access)
    try configure(access)
  }

  deinit {
    statements.removeAll()
    unsafe sqlite3_close_v2(raw)
  }

  /// The virtual file system. No other process has the database open, so connections coordinate in memory: a read needs
  /// no system call for locks, and the index of the log is not a file. Each transaction is written to the log in one call.
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
    // This checks each page that is read from the disk, which costs little and finds damage before it is used.
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

  /// Runs statements without parameters, and ignores their rows.
  package func execute(_ sql: String) throws(DatabaseError) {
    try unsafe check(sqlite3_exec(raw, sql, nil, nil, nil))
  }

  /// The statement with this text, ready to be bound. The caller resets it: until then it holds the pages that it reads.
  package func statement(_ sql: String) throws(DatabaseError) -> DatabaseStatement {
    if let known = statements[sql], !known.isInUse { return known }
    let made = unsafe try DatabaseStatement(preparing: sql, in: raw)
    if statements.count >= Self.maximumStatements { statements = statements.filter { $0.value.isInUse } }
    statements[sql] = made
    return made
  }

  /// The version that the database's writer gave it (`PRAGMA user_version`); 0 for a new database.
  package func version() throws(DatabaseError) -> Int64 {
    let statement = try statement("PRAGMA user_version")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The defects of the pages and the tables on them, in SQLite's words; empty if there are none.
  package func check(maximum: Int) throws(DatabaseError) -> [String] {
    let statement = try statement("PRAGMA integrity_check(\(maximum))")
    defer { statement.reset() }
    var found: [String] = []
    while try statement.step() { found.append(try statement.text(0)) }
    return found == ["ok"] ? [] : found
  }

  /// Whether the header is that of this program's databases, read through the log: after a kill a new database's first
  /// page may be in the log alone. Copies the whole database into memory for a moment.
  package func hasValidHeader() throws(DatabaseError) -> Bool {
    var size: sqlite3_int64 = 0
    guard let copy = unsafe sqlite3_serialize(raw, "main", &size, 0) else { throw DatabaseError(code: SQLITE_NOMEM) }
    defer { unsafe sqlite3_free(copy) }
    let count = Int(min(size, sqlite3_int64(DatabaseFile.headerSize)))
    return DatabaseFile.isValid(unsafe Array(UnsafeBufferPointer(start: copy, count: count)))
  }

  /// The row number of the last insertion.
  package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(raw) }
  /// The number of rows that the last statement changed.
  package var changes: Int { Int(unsafe sqlite3_changes(raw)) }

  /// Whether there is any table: a database of version 0 that has some is damaged.
  package func hasTables() throws(DatabaseError) -> Bool {
    let statement = try statement("SELECT 1 FROM sqlite_schema LIMIT 1")
    defer { statement.reset() }
    return try statement.step()
  }

  // MARK: - Transactions

  /// Writes all that the body writes, or nothing if it throws. The lock for writing is taken at the start, so that what
  /// the body reads does not change before it writes.
  package func transaction<Result, Failure: DatabaseFailure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try beginning(body)
    if let failure = commit() { throw Failure(failure) }
    return result
  }

  /// Begins a transaction and runs the body in it. If the body throws, the transaction is rolled back.
  func beginning<Result, Failure: DatabaseFailure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    do { try run("BEGIN IMMEDIATE") } catch { throw Failure(error) }
    do { return try body() } catch {
      rollBack()
      throw error
    }
  }

  /// Runs the body inside a transaction. If it throws, only what the body wrote is rolled back.
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

  /// Commits. Returns nil if the whole transaction is on the disk, and otherwise the error after rolling it back.
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

  /// Rolls back, unless SQLite has done so already after an error.
  ///
  /// If the transaction cannot be ended, the process ends: the next writer would otherwise commit what was to be rolled
  /// back.
  private func rollBack() {
    if isInTransaction { try? run("ROLLBACK") }
    if isInTransaction { try? execute("ROLLBACK") }
    precondition(!isInTransaction, "what is to be taken back cannot be")
  }

  private func run(_ sql: String) throws(DatabaseError) { try statement(sql).run() }
}

// MARK: - A copy

extension DatabaseConnection {
  /// Copies all that is committed now into an empty file, while others write, and holds the copy to what a database must be.
  ///
  /// - Throws: `damaged` where it is not.
  package func copy(to path: String) throws(DatabaseError) {
    let target = try unsafe Self.openCopy(path)
    defer { unsafe sqlite3_close_v2(target) }
    guard let backup = unsafe sqlite3_backup_init(target, "main", raw, "main") else {
      throw unsafe DatabaseError(code: sqlite3_errcode(target))
    }
    // In one step: what is written meanwhile changes nothing of it.
    let code = unsafe sqlite3_backup_step(backup, -1)
    let end = unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw DatabaseError(code: code == SQLITE_DONE ? end : code) }
    var statement: OpaquePointer?
    defer { unsafe sqlite3_finalize(statement) }
    guard unsafe sqlite3_prepare_v2(target, "PRAGMA integrity_check(1)", -1, &statement, nil) == SQLITE_OK,
      unsafe sqlite3_step(statement) == SQLITE_ROW, let text = unsafe sqlite3_column_text(statement, 0),
      unsafe String(cString: text) == "ok"
    else { throw .damaged }
  }

  /// Opens a copy with SQLite's own files, because nobody shares it.
  private static func openCopy(_ path: String) throws(DatabaseError) -> OpaquePointer {
    var target: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened = unsafe target else {
      unsafe sqlite3_close_v2(target)
      throw DatabaseError(code: code)
    }
    return unsafe opened
  }
}
