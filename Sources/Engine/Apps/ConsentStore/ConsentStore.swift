// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import CryptoPrimitives
package import ProtectionModel
package import SQLiteDatabase
package import SealedRecords
import Threads
import WireFormat

/// The answers of people to apps: durable before a call returns, readable from the first unlock on, on this device
/// alone.
///
/// Each row is sealed for its place, and a sealed head names all rows: one that was changed, left out or brought back from
/// before makes the whole store worthless. It is then emptied, and everyone is asked again. What it does not show is a
/// whole file that somebody put back.
package final class ConsentStore: Sendable {
  /// 3 has empty sources among its answers, and files that were handed to apps. 2 knows neither, and would take such a store
  /// for a damaged one. One of 2 has nothing that 3 does not have, and becomes one of 3.
  package static let format: Int64 = 3
  package static let maximum = 10_000
  private static let schema = RecordDatabase.Schema(
    version: format, earlier: [2],
    tables: ["CREATE TABLE IF NOT EXISTS rows(id INTEGER PRIMARY KEY, sealed BLOB NOT NULL)"], names: ["rows"],
    isCheckedWhole: true)

  private struct Open: ~Copyable {
    var seal: RecordSeal
    var rows: [Int64: ConsentRow] = [:]
    var head = RecordHead()
    var policy = ConsentPolicy()
    var policyText: [UInt8] = []
    var files: [SharedFile] = []
    /// The files as they are encoded.
    var filesText: [UInt8] = []
    /// The numbers of rows by the place of each: service and app.
    var places: [Place: Int64] = [:]

    init(_ seal: consuming RecordSeal) { self.seal = seal }

    mutating func sealed(
      _ head: RecordHead, _ policy: [UInt8], _ files: [UInt8]
    ) throws(SealedRecordsError) -> [UInt8] {
      try seal.seal(head.digest(policy, files), for: .head)
    }
  }

  private struct Place: Hashable {
    let service: ConsentService
    let client: ConsentClient.Key
  }

  private struct State: ~Copyable {
    /// The store that is open; nil until the key is there.
    var open: Open?
    var wasEmptied = false
  }

  private let records: RecordDatabase
  private let keys: any ClassKeyService
  /// The clock, in seconds since 1970.
  private let clock: @Sendable () -> Int64
  private let onLoss: @Sendable () -> Void
  private let state = Locked(State())
  /// Seconds since 1970; nil where nothing was lost, or it is not open yet. Apart, because who asks for it does not wait for a disk.
  private let lost = Locked<Int64?>(nil)

  /// Opens the database at a path, and makes it where there is none. `onLoss` is called when what was stored could not
  /// be trusted and was thrown away.
  package init(
    _ path: String, keys: any ClassKeyService, clock: @escaping @Sendable () -> Int64 = { 0 },
    onLoss: @escaping @Sendable () -> Void = {}
  ) throws(DatabaseOpeningError) {
    (self.keys, self.clock, self.onLoss) = (keys, clock, onLoss)
    records = try RecordDatabase(path, Self.schema)
  }

  // MARK: - Reading

  /// Whether what was stored could not be trusted, and was thrown away since this was opened.
  package var wasEmptied: Bool { state.withLock { $0.wasEmptied } }

  /// The time at which untrusted answers were last discarded: seconds since 1970. Nil where that never was, and until
  /// it was read for the first time. Nothing is read for this: the disk may hang.
  package var loss: Int64? { lost.withLock { $0 } }

  package func row(_ service: ConsentService, _ client: ConsentClient.Key) throws(SealedRecordsError) -> ConsentRow? {
    try opened { open throws(SealedRecordsError) in
      open.places[Place(service: service, client: client)].flatMap { open.rows[$0] }
    }
  }

  /// All, in the order of services and then of apps.
  package func rows() throws(SealedRecordsError) -> [ConsentRow] {
    try opened { open throws(SealedRecordsError) in
      open.rows.values.sorted {
        ($0.service.name, $0.client.identifier, $0.client.kind.rawValue)
          < ($1.service.name, $1.client.identifier, $1.client.kind.rawValue)
      }
    }
  }

  package func policy() throws(SealedRecordsError) -> ConsentPolicy {
    try opened { open throws(SealedRecordsError) in open.policy }
  }

  /// The policy's text as it was given; nil where there is none.
  package func policyText() throws(SealedRecordsError) -> [UInt8]? {
    try opened { open throws(SealedRecordsError) in open.policyText.isEmpty ? nil : open.policyText }
  }

  /// Random bytes that are the same for the same use for as long as this store lasts; they tell nothing of its key.
  package func identifier(for use: String) throws(SealedRecordsError) -> [UInt8] {
    try opened { open throws(SealedRecordsError) in open.seal.identifier(for: use) }
  }

  // MARK: - Writing

  /// Takes the place of the row for the same service and app.
  package func put(_ row: ConsentRow) throws(SealedRecordsError) {
    try opened { open throws(SealedRecordsError) in
      let place = Place(service: row.service, client: row.client.key)
      let number = open.places[place] ?? (open.rows.keys.max() ?? 0) + 1
      guard open.places[place] != nil || open.rows.count < Self.maximum else { throw .full }
      let sealed = try open.seal.seal(Self.encoding(of: row), for: .row(number))
      var head = open.head
      head.put(sealed, at: number)
      let sealedHead = try open.sealed(head, open.policyText, open.filesText)
      try records.database.write { connection throws(SealedRecordsError) in
        try connection.run("INSERT OR REPLACE INTO rows(id,sealed) VALUES(?,?)") { (statement) throws(DatabaseError) in
          try statement.bind(1, number)
          try statement.bind(2, sealed.span)
        }
        try connection.put(sealedHead, .head)
      }
      open.head = head
      open.rows[number] = row
      open.places[place] = number
    }
  }

  /// Removes rows, and returns them.
  package func remove(
    where isMeant: (ConsentRow) -> Bool
  ) throws(SealedRecordsError) -> [ConsentRow] {
    try opened { open throws(SealedRecordsError) in
      let gone = open.rows.filter { isMeant($0.value) }
      guard !gone.isEmpty else { return [] }
      var head = open.head
      for number in gone.keys { head.remove(number) }
      let sealedHead = try open.sealed(head, open.policyText, open.filesText)
      try records.database.write { connection throws(SealedRecordsError) in
        for number in gone.keys {
          try connection.run("DELETE FROM rows WHERE id=?") { (statement) throws(DatabaseError) in
            try statement.bind(1, number)
          }
        }
        try connection.put(sealedHead, .head)
      }
      open.head = head
      for (number, row) in gone {
        open.rows[number] = nil
        open.places[Place(service: row.service, client: row.client.key)] = nil
      }
      return gone.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Replaces the policy; nil leaves none.
  package func setPolicy(_ policy: ConsentPolicy, text: [UInt8]?) throws(SealedRecordsError) {
    try opened { open throws(SealedRecordsError) in
      let text = text ?? []
      let sealed = try open.seal.seal(text, for: .policy)
      let head = try open.sealed(open.head, text, open.filesText)
      try records.database.write { connection throws(SealedRecordsError) in
        try connection.put(sealed, .policy)
        try connection.put(head, .head)
      }
      open.policy = policy
      open.policyText = text
    }
  }

  /// The shared files in the order in which they were handed over.
  package func sharedFiles() throws(SealedRecordsError) -> [SharedFile] {
    try opened { open throws(SealedRecordsError) in open.files }
  }

  /// Takes the place of those that were there.
  package func setSharedFiles(
    _ change: (inout [SharedFile]) -> Void
  ) throws(SealedRecordsError) {
    try opened { open throws(SealedRecordsError) in
      var files = open.files
      change(&files)
      guard files.count <= SharedFile.maximum else { throw .full }
      let text = try Self.encoding(of: files)
      let sealed = try open.seal.seal(text, for: .files)
      let head = try open.sealed(open.head, open.policyText, text)
      try records.database.write { connection throws(SealedRecordsError) in
        try connection.put(sealed, .files)
        try connection.put(head, .head)
      }
      open.files = files
      open.filesText = text
    }
  }

  // MARK: - Opening

  private func opened<Result: Sendable>(
    _ body: (inout Open) throws(SealedRecordsError) -> Result
  ) throws(SealedRecordsError) -> Result {
    try records.checkVersion()
    return try state.withLock { state throws(SealedRecordsError) in
      if state.open == nil { try open(&state) }
      guard var open = state.open.take() else { throw .unavailable }
      let result = Swift.Result { () throws(SealedRecordsError) in try body(&open) }
      state.open = consume open
      return try result.get()
    }
  }

  /// Begins with an empty store where the tables were changed or damaged: no answer in them counts, and everybody is asked again.
  private func heal(_ state: inout State) throws(SealedRecordsError) {
    try records.rebuild()
    try empty(&state)
  }

  private func open(_ state: inout State) throws(SealedRecordsError) {
    let stored: Stored
    do {
      stored = try records.database.read { connection throws(SealedRecordsError) in try Self.read(connection) }
    } catch {
      guard error.isOfTables else { throw error }
      return try heal(&state)
    }
    let loss = stored.pieces[Piece.loss.rawValue].flatMap(Self.time)
    lost.withLock { $0 = loss }
    if let wrapped = stored.pieces[Piece.key.rawValue] {
      guard let key = try RecordKey.open(wrapped, keys), let open = Self.trusted(stored, Open(RecordSeal(key))) else {
        return try empty(&state)
      }
      state.open = consume open
    } else if stored.rows.isEmpty, stored.pieces.isEmpty {
      if records.wasReplaced { try empty(&state) } else { try begin(&state, lostAt: nil) }
    } else {
      try empty(&state)
    }
  }

  /// Empties a store that cannot be trusted: everyone is asked again.
  private func empty(_ state: inout State) throws(SealedRecordsError) {
    let now = clock()
    try begin(&state, lostAt: now)
    state.wasEmptied = true
    lost.withLock { $0 = now }
    onLoss()
  }

  private static func time(_ bytes: [UInt8]) -> Int64? {
    bytes.count == 8 ? Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }) : nil
  }

  private func begin(_ state: inout State, lostAt loss: Int64?) throws(SealedRecordsError) {
    let made = try RecordKey.make(keys)
    let wrapped = made.wrapped.bytes
    var open = Open(RecordSeal(made.key))
    let head = try open.sealed(open.head, [], [])
    try records.database.write { connection throws(SealedRecordsError) in
      try connection.run("DELETE FROM rows")
      try connection.run("DELETE FROM pieces")
      try connection.put(wrapped, .key)
      try connection.put(head, .head)
      if let loss { try connection.put((0..<8).map { UInt8(truncatingIfNeeded: loss >> (56 - 8 * $0)) }, .loss) }
    }
    state.open = consume open
  }

  /// The store of stored pieces that fit together; nil where one piece is not what was stored last.
  private static func trusted(_ stored: Stored, _ empty: consuming Open) -> Open? {
    var open = empty
    if let sealed = stored.pieces[Piece.policy.rawValue] {
      guard let text = open.seal.open(sealed, from: .policy, atMost: .max) else { return nil }
      open.policyText = text
      if !text.isEmpty {
        guard let policy = try? ConsentPolicy(xml: text.span) else { return nil }
        open.policy = policy
      }
    }
    if let sealed = stored.pieces[Piece.files.rawValue] {
      guard let text = open.seal.open(sealed, from: .files, atMost: .max),
        let files = try? SharedFilesCoding.decode(text.span)
      else { return nil }
      open.files = files
      open.filesText = text
    }
    for (number, sealed) in stored.rows {
      guard let bytes = open.seal.open(sealed, from: .row(number), atMost: ConsentRow.largestEncoding),
        let row = try? ConsentRow(decoding: bytes.span)
      else { return nil }
      open.head.put(sealed, at: number)
      open.rows[number] = row
      open.places[Place(service: row.service, client: row.client.key)] = number
    }
    guard open.places.count == open.rows.count, let head = stored.pieces[Piece.head.rawValue],
      open.seal.open(head, from: .head, atMost: .max) == open.head.digest(open.policyText, open.filesText)
    else { return nil }
    return open
  }
}

// MARK: - Pieces

/// The contents of the database, still sealed.
private struct Stored {
  var pieces: [Int64: [UInt8]] = [:]
  var rows: [Int64: [UInt8]] = [:]
}

extension ConsentStore {
  private static func read(_ connection: DatabaseConnection) throws(SealedRecordsError) -> Stored {
    try connection.records { () throws(DatabaseError) in
      var stored = Stored()
      let pieces = try connection.statement("SELECT id,bytes FROM pieces")
      defer { pieces.reset() }
      while try pieces.step() { stored.pieces[try pieces.integer(0)] = try pieces.blob(1) }
      let rows = try connection.statement("SELECT id,sealed FROM rows")
      defer { rows.reset() }
      while try rows.step() { stored.rows[try rows.integer(0)] = try rows.blob(1) }
      return stored
    }
  }

  private static func encoding(of row: ConsentRow) throws(SealedRecordsError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 512, capacity: ConsentRow.largestEncoding)
    do { try row.encode(into: &buffer) } catch { throw .unavailable }
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  private static func encoding(of files: [SharedFile]) throws(SealedRecordsError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 512, capacity: SharedFilesCoding.largest)
    do { try SharedFilesCoding.encode(files, into: &buffer) } catch { throw .unavailable }
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
