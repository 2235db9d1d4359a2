// SPDX-License-Identifier: Apache-2.0
import Clocks
package import SQLiteDatabase
public import SignInSite

/// Keeps all in a file (SQLite), for one server: what was kept is there after it was restarted, killed, or lost its power.
///
/// The file is readable by its user alone. Answers of the provider's on their way through browsers stand in it for five minutes, and
/// events until they were acted on.
public final class FileSiteStore: SiteStore {
  private let database: Database
  private let most: Int
  /// Seconds since 1970.
  private let clock: @Sendable () -> Int

  /// Opens the store at a path, or makes it there. It holds so many records at the most, and refuses what is too many.
  ///
  /// - Throws: `SiteStoreError` where another process has it, it cannot be opened, or it is none of these.
  public convenience init(_ path: String, most: Int = 100_000) throws(SiteStoreError) {
    try self.init(path, most: most) { WallClock.seconds }
  }

  package init(_ path: String, most: Int, clock: @escaping @Sendable () -> Int) throws(SiteStoreError) {
    (self.most, self.clock) = (most, clock)
    do {
      database = try Database(path, log: .growing) { connection throws(DatabaseError) in
        switch try connection.version() {
        case Self.version: return true
        case 0 where try !connection.hasTables(): return true
        // Another program's, or a newer version's.
        default: throw .unexpectedType
        }
      }
      try database.write { connection throws(DatabaseError) in
        guard try connection.version() == 0 else { return }
        for table in Self.tables { try connection.execute(table) }
        try connection.execute("PRAGMA user_version=\(Self.version)")
      }
    } catch { throw SiteStoreError("\(error)") }
  }

  private static let version: Int64 = 1
  private static let tables = [
    """
    CREATE TABLE records(kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, ends INTEGER,
      PRIMARY KEY(kind, key)) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX records_by_end ON records(ends)",
  ]

  /// Keeps a value in place of a former one.
  ///
  /// - Throws: `SiteStoreError` where there is no room, or it could not be written.
  public func keep(_ value: String, _ kind: SiteRecord, _ key: String, until end: Int?) throws(SiteStoreError) {
    try write { connection throws(SiteStoreError) in
      if try connection.value(kind, key) == nil { try makeRoom(connection) }
      try connection.change(
        "INSERT OR REPLACE INTO records VALUES(?,?,?,?)",
        [.text(kind.rawValue), .text(key), .text(value), .end(end)])
    }
  }

  /// The value, if it has not ended.
  ///
  /// - Throws: `SiteStoreError` where it cannot be read.
  public func value(_ kind: SiteRecord, _ key: String, at now: Int) throws(SiteStoreError) -> String? {
    try database.read { connection throws(SiteStoreError) in try connection.value(kind, key, at: now) }
  }

  /// The value, if it has not ended, to one caller alone.
  ///
  /// - Throws: `SiteStoreError` where it cannot be read or written.
  public func take(_ kind: SiteRecord, _ key: String, at now: Int) throws(SiteStoreError) -> String? {
    try write { connection throws(SiteStoreError) in
      let value = try connection.value(kind, key, at: now)
      try connection.change("DELETE FROM records WHERE kind=? AND key=?", [.text(kind.rawValue), .text(key)])
      try Self.sweep(connection, now)
      return value
    }
  }

  /// Keeps a value where the key has none.
  ///
  /// - Throws: `SiteStoreError` where there is no room, or it could not be written.
  public func note(
    _ value: String, _ kind: SiteRecord, _ key: String, until end: Int?
  ) throws(SiteStoreError) -> Novelty {
    try write { connection throws(SiteStoreError) in
      guard try connection.value(kind, key) == nil else { return .knownBefore }
      try makeRoom(connection)
      try connection.change(
        "INSERT INTO records VALUES(?,?,?,?)", [.text(kind.rawValue), .text(key), .text(value), .end(end)])
      return .new
    }
  }

  /// The values of a kind that have not ended.
  ///
  /// - Throws: `SiteStoreError` where they cannot be read.
  public func values(_ kind: SiteRecord, at now: Int) throws(SiteStoreError) -> [String] {
    try database.read { connection throws(SiteStoreError) in
      try connection.texts(
        "SELECT value FROM records WHERE kind=? AND (ends IS NULL OR ends>?)", [.text(kind.rawValue), .end(now)])
    }
  }

  // MARK: - Room

  private func makeRoom(_ connection: DatabaseConnection) throws(SiteStoreError) {
    // What has ended takes nobody's place.
    try Self.sweep(connection, clock())
    let count = try connection.texts("SELECT CAST(COUNT(*) AS TEXT) FROM records", []).first
    guard let count = count.flatMap({ Int($0) }), count < most else { throw SiteStoreError("full") }
  }

  private static func sweep(_ connection: DatabaseConnection, _ now: Int) throws(SiteStoreError) {
    try connection.change("DELETE FROM records WHERE ends<=?", [.end(now)])
  }

  private func write<Result: Sendable>(
    _ body: (DatabaseConnection) throws(SiteStoreError) -> Result
  ) throws(SiteStoreError) -> Result { try database.write(body) }
}

extension SiteStoreError: DatabaseFailure {
  package init(_ error: DatabaseError) { self.init("\(error)") }
}

// MARK: - Statements

private enum Parameter {
  case text(String)
  case end(Int?)
}

extension DatabaseConnection {
  /// The value, whether it has ended or not where no time is named.
  fileprivate func value(_ kind: SiteRecord, _ key: String, at now: Int? = nil) throws(SiteStoreError) -> String? {
    try texts(
      "SELECT value FROM records WHERE kind=? AND key=? AND (?3 IS NULL OR ends IS NULL OR ends>?3)",
      [.text(kind.rawValue), .text(key), .end(now)]
    ).first
  }

  fileprivate func change(_ sql: String, _ parameters: [Parameter]) throws(SiteStoreError) {
    _ = try texts(sql, parameters)
  }

  /// The first column of each row.
  fileprivate func texts(_ sql: String, _ parameters: [Parameter]) throws(SiteStoreError) -> [String] {
    do throws(DatabaseError) {
      let statement = try statement(sql)
      defer { statement.reset() }
      for (index, parameter) in zip(Int32(1)..., parameters) {
        switch parameter {
        case .text(let text): try statement.bind(index, text)
        case .end(let end?): try statement.bind(index, Int64(end))
        case .end(nil): try statement.bind(index, nil as [UInt8]?)
        }
      }
      var texts: [String] = []
      while try statement.step() { texts.append(try statement.text(0)) }
      return texts
    } catch { throw SiteStoreError(error) }
  }
}
