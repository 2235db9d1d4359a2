// SPDX-License-Identifier: Apache-2.0
import AccessModel
import ConsentModel
import CryptoPrimitives
import ProtectionModel
import SQLiteDatabase
import SealedRecords
import SecretMemory
import SystemCalls
import WireFormat

/// The log while it is on and its key is there.
struct OpenLog: ~Copyable {
  /// The contents of the file, still sealed.
  struct Stored {
    let database: Database
    let key: [UInt8]
    let since: Int64
    let alive: Int64
  }

  private struct Kept {
    let row: Int64
    var record: AccessRecord
    /// The process that runs the app; 0 for connections and secrets.
    var launcher: Int32 = 0
  }

  /// The key of accesses that are counted in one record instead of having one each time.
  private struct Counted: Hashable {
    let app: String
    let kind: AccessRecord.Kind
  }

  private enum Piece {
    static let key: Int64 = 1
    static let since: Int64 = 2
    /// The time of the last write while accesses went on.
    static let alive: Int64 = 3
  }

  let since: Int64
  private let database: Database
  private var seal: RecordSeal
  private var buffer = WireBuffer(smallest: 512, capacity: AccessRecord.largestEncoding)
  private var lastRow: Int64 = 0
  private var revision: Int64 = 0
  private var count = 0
  private var running: [[UInt8]: Kept] = [:]
  private var counted: [Counted: Kept] = [:]
  private var countedOfApp: [String: Int] = [:]
  private var day: Int64 = 0
  private var pruned: Int64 = 0
  private var lastAlive: Int64 = 0

  private static let heartbeat: Int64 = 30_000
  private static let pruning: Int64 = 3_600_000

  // MARK: - Opening

  /// The log as it is stored; nil where there is none.
  static func stored(at path: String) throws(SealedRecordsError) -> Stored? {
    do throws(SystemError) { guard try DatabaseFile(path).exists() else { return nil } } catch { throw .unavailable }
    let database = try database(path)
    return try database.read { connection throws(SealedRecordsError) in
      guard let key = try connection.piece(Piece.key), let since = try connection.piece(Piece.since) else {
        return nil
      }
      let alive = try connection.piece(Piece.alive)
      return Stored(
        database: database, key: key, since: Int64(bigEndian: since), alive: alive.map { Int64(bigEndian: $0) } ?? 0)
    }
  }

  /// `last` is when a record last counted, and 0 while it goes on.
  private static let schema = RecordDatabase.Schema(
    version: AccessLog.format,
    tables: [
      "CREATE TABLE IF NOT EXISTS records(id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, "
        + "last INTEGER NOT NULL, sealed BLOB NOT NULL)",
      "CREATE INDEX IF NOT EXISTS revisions ON records(revision)",
      "CREATE INDEX IF NOT EXISTS ages ON records(last)",
    ], names: ["records"], isCheckedWhole: false)

  private static func database(_ path: String) throws(SealedRecordsError) -> Database {
    let records: RecordDatabase
    do { records = try RecordDatabase(path, schema) } catch {
      guard case .database(let error) = error else { throw .unavailable }
      throw .database(error)
    }
    try records.checkVersion()
    return records.database
  }

  static func begin(
    at path: String, _ key: borrowing NewKey, since: Int64
  ) throws(SealedRecordsError) -> OpenLog {
    let database = try database(path)
    let wrapped = key.wrapped.bytes
    try database.write { connection throws(SealedRecordsError) in
      try connection.put(wrapped, asPiece: Piece.key)
      try connection.put(since.bigEndianBytes, asPiece: Piece.since)
    }
    return OpenLog(database, RecordSeal(key.key), since: since)
  }

  /// Ends what was under way when `baileyd` ended: when it was last known to run.
  static func open(_ stored: Stored, _ key: borrowing SecretBytes) throws(SealedRecordsError) -> OpenLog {
    let found = try stored.database.read { connection throws(SealedRecordsError) in try counters(connection) }
    var log = OpenLog(stored.database, RecordSeal(key), since: stored.since)
    (log.lastRow, log.revision, log.count) = found.counters
    for row in found.open {
      guard var record = log.opened(row.sealed, of: row.id) else {
        try log.remove(row.id)
        continue
      }
      record.ended = max(record.began, stored.alive)
      try log.write([Kept(row: row.id, record: record)])
    }
    return log
  }

  private init(_ database: Database, _ seal: consuming RecordSeal, since: Int64) {
    self.database = database
    self.seal = seal
    self.since = since
  }

  // MARK: - Writing

  mutating func note(
    _ notes: [AccessNote], of app: String, launcher: Int32, now: Int64
  ) throws(SealedRecordsError) {
    beginDay(now)
    var changed: [Int64: Kept] = [:]
    for note in notes {
      switch note {
      case .began(let identifier, let service):
        if let kept = begin(.access(service), identifier, of: app, launcher, now) { changed[kept.row] = kept }
      case .beganEmpty(let identifier, let service):
        if let kept = begin(.emptySource(service), identifier, of: app, launcher, now) { changed[kept.row] = kept }
      case .ended(let identifier):
        guard var kept = running[identifier], kept.launcher == launcher else { continue }
        kept.record.ended = max(now, kept.record.began)
        running[identifier] = nil
        changed[kept.row] = kept
      case .connections(let activity, let hits, let refused):
        // Beyond the maximum, others are counted together.
        let others = NetworkActivity(domain: "", isTracker: activity.isTracker).map { AccessRecord.Kind.network($0) }
        if let kept = count(app, .network(activity), or: others, hits, refused, now) { changed[kept.row] = kept }
      case .read(let reading, let hits):
        if let kept = count(reading.program, .secret(reading.label), or: .secret(""), hits, 0, now) {
          changed[kept.row] = kept
        }
      case .networkLost: continue
      }
    }
    try write(changed.values.sorted { $0.row < $1.row }, now: now)
  }

  /// Begins an access; nil for one that has begun already.
  private mutating func begin(
    _ kind: AccessRecord.Kind, _ identifier: [UInt8], of app: String, _ launcher: Int32, _ now: Int64
  ) -> Kept? {
    guard running[identifier] == nil, running.count < Self.maximumRunning,
      let record = AccessRecord(identifier: identifier, app: app, kind: kind, began: now)
    else { return nil }
    let kept = Kept(row: takeRow(), record: record, launcher: launcher)
    running[identifier] = kept
    return kept
  }

  mutating func add(_ records: [AccessRecord], now: Int64) throws(SealedRecordsError) {
    var kept: [Kept] = []
    for record in records { kept.append(Kept(row: takeRow(), record: record)) }
    try write(kept, now: now)
  }

  mutating func end(of launcher: Int32, now: Int64) throws(SealedRecordsError) {
    var changed: [Kept] = []
    for (identifier, var kept) in running where kept.launcher == launcher {
      kept.record.ended = max(now, kept.record.began)
      running[identifier] = nil
      changed.append(kept)
    }
    try write(changed, now: now)
  }

  private static let maximumRunning = 4096

  private mutating func takeRow() -> Int64 {
    lastRow += 1
    count += 1
    return lastRow
  }

  /// Counts a further connection; nil where nothing can be counted.
  private mutating func count(
    _ app: String, _ kind: AccessRecord.Kind, or others: AccessRecord.Kind?, _ hits: UInt32, _ refused: UInt32,
    _ now: Int64
  ) -> Kept? {
    var what = Counted(app: app, kind: kind)
    if counted[what] == nil, countedOfApp[app, default: 0] >= AccessLog.maximumHosts {
      guard let others else { return nil }
      what = Counted(app: app, kind: others)
    }
    if var kept = counted[what], now - (kept.record.ended ?? now) < kind.millisecondsTogether {
      kept.record.hits = kept.record.hits.addingReportingOverflow(hits).overflow ? .max : kept.record.hits + hits
      kept.record.refused =
        kept.record.refused.addingReportingOverflow(refused).overflow ? .max : kept.record.refused + refused
      kept.record.ended = max(now, kept.record.began)
      counted[what] = kept
      return kept
    }
    guard
      let record = AccessRecord(
        identifier: SystemRandom.bytes(AccessRecord.identifierSize), app: app, kind: what.kind, began: now, ended: now,
        hits: hits, refused: refused)
    else { return nil }
    let kept = Kept(row: takeRow(), record: record)
    // Programs of the desktop are as many as somebody makes: what is counted begins anew then.
    if counted.count >= AccessLog.maximumCounted { (counted, countedOfApp) = ([:], [:]) }
    if counted.updateValue(kept, forKey: what) == nil { countedOfApp[app, default: 0] += 1 }
    return kept
  }

  private mutating func beginDay(_ now: Int64) {
    guard now / 86_400_000 != day else { return }
    day = now / 86_400_000
    counted = [:]
    countedOfApp = [:]
  }

  private mutating func write(_ kept: [Kept], now: Int64? = nil) throws(SealedRecordsError) {
    var sealed: [(row: Int64, revision: Int64, last: Int64, bytes: [UInt8])] = []
    for kept in kept {
      revision += 1
      sealed.append((kept.row, revision, kept.record.ended ?? 0, try sealing(kept.record, in: kept.row)))
    }
    let isAlive = now.map { !running.isEmpty && $0 - lastAlive >= Self.heartbeat } ?? false
    let prunes = now.map { $0 - pruned >= Self.pruning || count > AccessLog.maximum } ?? false
    guard !sealed.isEmpty || prunes || isAlive else { return }
    let (oldest, alive) = ((now ?? 0) - AccessLogState.milliseconds, now ?? 0)
    let removed = try database.write { connection throws(SealedRecordsError) in
      for piece in sealed {
        try connection.run("INSERT OR REPLACE INTO records VALUES(?,?,?,?)") { (statement) throws(DatabaseError) in
          try statement.bind(1, piece.row)
          try statement.bind(2, piece.revision)
          try statement.bind(3, piece.last)
          try statement.bind(4, piece.bytes.span)
        }
      }
      if isAlive || !sealed.isEmpty, alive > 0 { try connection.put(alive.bigEndianBytes, asPiece: Piece.alive) }
      return prunes ? try Self.prune(oldest, connection) : nil
    }
    if isAlive || !sealed.isEmpty { lastAlive = alive }
    if let removed { (count, pruned) = (removed, alive) }
  }

  /// Removes what is older than seven days and, beyond the maximum, what is oldest. Returns how many are left.
  private static func prune(_ oldest: Int64, _ connection: DatabaseConnection) throws(SealedRecordsError) -> Int {
    do throws(DatabaseError) {
      let old = try connection.statement("DELETE FROM records WHERE last>0 AND last<?")
      try old.bind(1, oldest)
      try old.run()
      let many = try connection.statement(
        "DELETE FROM records WHERE id IN (SELECT id FROM records WHERE last>0 ORDER BY last DESC LIMIT -1 OFFSET ?)")
      // Some room, so that not each further record has all of them counted.
      try many.bind(1, Int64(AccessLog.maximum - AccessLog.maximum / 10))
      if try number("SELECT count(*) FROM records", connection) > Int64(AccessLog.maximum) { try many.run() }
      return Int(try number("SELECT count(*) FROM records", connection))
    } catch {
      throw SealedRecordsError(error)
    }
  }

  private func remove(_ row: Int64) throws(SealedRecordsError) {
    try database.write { connection throws(SealedRecordsError) in
      try connection.run("DELETE FROM records WHERE id=?") { (statement) throws(DatabaseError) in
        try statement.bind(1, row)
      }
    }
  }

  /// The key most of all: without it nothing else can be read.
  func overwrite() {
    try? database.write { connection throws(DatabaseError) in
      try connection.execute("DELETE FROM pieces")
      try connection.execute("DELETE FROM records")
    }
  }

  // MARK: - Reading

  mutating func records(
    after revision: UInt64, atMost limit: Int, oldest: Int64
  ) throws(SealedRecordsError) -> AccessPage {
    let rows = try database.read { connection throws(SealedRecordsError) in
      do throws(DatabaseError) {
        let statement = try connection.statement(
          "SELECT id,revision,sealed FROM records WHERE revision>? AND (last=0 OR last>=?) ORDER BY revision LIMIT ?")
        defer { statement.reset() }
        try statement.bind(1, Int64(clamping: revision))
        try statement.bind(2, oldest)
        try statement.bind(3, Int64(limit))
        var rows: [(id: Int64, revision: Int64, sealed: [UInt8])] = []
        while try statement.step() {
          rows.append((try statement.integer(0), try statement.integer(1), try statement.blob(2)))
        }
        return rows
      } catch {
        throw SealedRecordsError(error)
      }
    }
    var page = AccessPage(revision: revision)
    for row in rows {
      page.revision = UInt64(clamping: row.revision)
      // What somebody else put there says nothing of what apps did.
      if let record = opened(row.sealed, of: row.id) { page.records.append(record) }
    }
    return page
  }

  private static func counters(
    _ connection: DatabaseConnection
  ) throws(SealedRecordsError) -> (counters: (Int64, Int64, Int), open: [(id: Int64, sealed: [UInt8])]) {
    do throws(DatabaseError) {
      let last = try number("SELECT ifnull(max(id),0) FROM records", connection)
      let revision = try number("SELECT ifnull(max(revision),0) FROM records", connection)
      let count = try number("SELECT count(*) FROM records", connection)
      let statement = try connection.statement("SELECT id,sealed FROM records WHERE last=0")
      defer { statement.reset() }
      var open: [(id: Int64, sealed: [UInt8])] = []
      while try statement.step() { open.append((try statement.integer(0), try statement.blob(1))) }
      return ((last, revision, Int(count)), open)
    } catch {
      throw SealedRecordsError(error)
    }
  }

  private static func number(_ sql: String, _ connection: DatabaseConnection) throws(DatabaseError) -> Int64 {
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    return try statement.step() ? try statement.integer(0) : 0
  }

  // MARK: - Sealing

  private static func place(_ row: Int64) -> RecordPlace { RecordPlace(in: "bailey accesses 1", row) }

  private mutating func sealing(_ record: AccessRecord, in row: Int64) throws(SealedRecordsError) -> [UInt8] {
    buffer.wipe()
    do { try record.encode(into: &buffer) } catch { throw .unavailable }
    let plain = buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    return try seal.seal(plain, for: Self.place(row))
  }

  /// Opens a stored record; nil for what was not sealed with this key for this row.
  private mutating func opened(_ sealed: [UInt8], of row: Int64) -> AccessRecord? {
    guard let plain = seal.open(sealed, from: Self.place(row), atMost: AccessRecord.largestEncoding) else { return nil }
    var cursor = WireCursor()
    guard let record = try? AccessRecord(decoding: plain.span, &cursor), (try? cursor.end(in: plain.span)) != nil else {
      return nil
    }
    return record
  }
}

extension AccessRecord.Kind {
  /// How long after the last time one more is counted in the same record: connections all day.
  fileprivate var millisecondsTogether: Int64 {
    if case .secret = self { 60_000 } else { .max }
  }
}

extension Int64 {
  fileprivate init(bigEndian bytes: [UInt8]) {
    self = bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}
