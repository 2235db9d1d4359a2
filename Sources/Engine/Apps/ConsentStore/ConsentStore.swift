// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import CryptoPrimitives
package import ProtectionModel
package import SQLiteDatabase
import SecretMemory
import Threads
import WireFormat

/// What people answered to apps: durable before a call returns, readable from the first unlock on, on this device alone.
///
/// Each row is sealed for its place, and a sealed head names all rows: one that was changed, left out or brought back from
/// before makes the whole store worthless. It is then emptied, and everyone is asked again. What it does not show is a
/// whole file that somebody put back.
package final class ConsentStore: Sendable {
  /// 3 has empty sources among its answers, and files that were handed to apps. 2 knows neither, and would take such a store
  /// for a damaged one. One of 2 has nothing that 3 does not have, and becomes one of 3.
  package static let format: Int64 = 3
  private static let formatBefore: Int64 = 2
  package static let maximum = 10_000
  private static let keyClass = KeyClass.keychainAfterFirstUnlockThisDeviceOnly

  private struct Open: ~Copyable {
    let seal: RowSeal
    var rows: [Int64: ConsentRow] = [:]
    /// SHA-256 of each row as it is stored.
    var digests: [Int64: [UInt8]] = [:]
    var policy = ConsentPolicy()
    var policyText: [UInt8] = []
    var files: [SharedFile] = []
    /// As they are encoded.
    var filesText: [UInt8] = []
    /// Rows by what finds them.
    var places: [Place: Int64] = [:]

    init(_ seal: consuming RowSeal) { self.seal = seal }
  }

  private struct Place: Hashable {
    let service: ConsentService
    let client: ConsentClient.Key
  }

  private struct State: ~Copyable {
    /// Nil until the key is there.
    var open: Open?
    var wasEmptied = false
  }

  private let database: Database
  private let keys: any ClassKeyService
  private let isNewer: Bool
  private let state = Locked(State())

  /// By the path of the database, which is made where there is none.
  package init(_ path: String, keys: any ClassKeyService) throws(DatabaseOpeningError) {
    self.keys = keys
    var isNewer = false
    database = try Database(
      path, log: .growing,
      repair: {
        // What SQLite cannot read is of no use to anyone: everyone is asked again.
        try? DatabaseFile(path).removeWithLog()
        try? DatabaseFile(path).create()
      },
      mayWrite: { connection throws(DatabaseError) in
        let version: Int64
        do throws(DatabaseError) { version = try connection.version() } catch {
          throw error.kind == .other ? .damaged : error
        }
        isNewer = version > Self.format
        if isNewer { return false }
        guard [Self.format, Self.formatBefore, 0].contains(version),
          try connection.check(maximum: 1).isEmpty
        else { throw .damaged }
        return true
      })
    self.isNewer = isNewer
    if !isNewer { try Self.makeTables(database) }
  }

  private static func makeTables(_ database: Database) throws(DatabaseOpeningError) {
    do {
      try database.write { connection throws(DatabaseError) in
        guard try connection.version() != format else { return }
        try connection.execute("CREATE TABLE IF NOT EXISTS pieces(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
        try connection.execute("CREATE TABLE IF NOT EXISTS rows(id INTEGER PRIMARY KEY, sealed BLOB NOT NULL)")
        try connection.execute("PRAGMA user_version=\(format)")
      }
    } catch {
      throw .database(error)
    }
  }

  // MARK: - Reading

  /// Whether what was stored could not be trusted, and was thrown away since this was opened.
  package var wasEmptied: Bool { state.withLock { $0.wasEmptied } }

  package func row(_ service: ConsentService, _ client: ConsentClient.Key) throws(ConsentStoreError) -> ConsentRow? {
    try opened { open throws(ConsentStoreError) in
      open.places[Place(service: service, client: client)].flatMap { open.rows[$0] }
    }
  }

  /// All, in the order of services and then of apps.
  package func rows() throws(ConsentStoreError) -> [ConsentRow] {
    try opened { open throws(ConsentStoreError) in
      open.rows.values.sorted {
        ($0.service.name, $0.client.identifier, $0.client.kind.rawValue)
          < ($1.service.name, $1.client.identifier, $1.client.kind.rawValue)
      }
    }
  }

  package func policy() throws(ConsentStoreError) -> ConsentPolicy {
    try opened { open throws(ConsentStoreError) in open.policy }
  }

  /// As it was given; nil where there is none.
  package func policyText() throws(ConsentStoreError) -> [UInt8]? {
    try opened { open throws(ConsentStoreError) in open.policyText.isEmpty ? nil : open.policyText }
  }

  /// Random bytes that are the same for the same use for as long as this store lasts; they tell nothing of its key.
  package func identifier(for use: String) throws(ConsentStoreError) -> [UInt8] {
    try opened { open throws(ConsentStoreError) in open.seal.identifier(for: use) }
  }

  // MARK: - Writing

  /// Takes the place of the row for the same service and app.
  package func put(_ row: ConsentRow) throws(ConsentStoreError) {
    try opened { open throws(ConsentStoreError) in
      let place = Place(service: row.service, client: row.client.key)
      let number = open.places[place] ?? (open.rows.keys.max() ?? 0) + 1
      guard open.places[place] != nil || open.rows.count < Self.maximum else { throw .full }
      let sealed = try open.seal.seal(Self.encoding(of: row), for: .row(number))
      var digests = open.digests
      digests[number] = SHA256.hash(sealed.span)
      let head = try open.seal.seal(Self.head(digests, open.policyText, open.filesText), for: .head)
      try database.write { connection throws(ConsentStoreError) in
        try Self.write(sealed, at: number, into: "rows(id,sealed)", connection)
        try Self.write(head, at: Piece.head.rawValue, into: "pieces(id,bytes)", connection)
      }
      open.digests = digests
      open.rows[number] = row
      open.places[place] = number
    }
  }

  /// Removes rows, and returns them.
  package func remove(
    where isMeant: (ConsentRow) -> Bool
  ) throws(ConsentStoreError) -> [ConsentRow] {
    try opened { open throws(ConsentStoreError) in
      let gone = open.rows.filter { isMeant($0.value) }
      guard !gone.isEmpty else { return [] }
      let digests = open.digests.filter { gone[$0.key] == nil }
      let head = try open.seal.seal(Self.head(digests, open.policyText, open.filesText), for: .head)
      try database.write { connection throws(ConsentStoreError) in
        for number in gone.keys {
          do throws(DatabaseError) {
            let statement = try connection.statement("DELETE FROM rows WHERE id=?")
            try statement.bind(1, number)
            try statement.run()
          } catch {
            throw ConsentStoreError(error)
          }
        }
        try Self.write(head, at: Piece.head.rawValue, into: "pieces(id,bytes)", connection)
      }
      open.digests = digests
      for (number, row) in gone {
        open.rows[number] = nil
        open.places[Place(service: row.service, client: row.client.key)] = nil
      }
      return gone.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Takes the place of the policy that was there; nil leaves none.
  package func setPolicy(_ policy: ConsentPolicy, text: [UInt8]?) throws(ConsentStoreError) {
    try opened { open throws(ConsentStoreError) in
      let text = text ?? []
      let sealed = try open.seal.seal(text, for: .policy)
      let head = try open.seal.seal(Self.head(open.digests, text, open.filesText), for: .head)
      try database.write { connection throws(ConsentStoreError) in
        try Self.write(sealed, at: Piece.policy.rawValue, into: "pieces(id,bytes)", connection)
        try Self.write(head, at: Piece.head.rawValue, into: "pieces(id,bytes)", connection)
      }
      open.policy = policy
      open.policyText = text
    }
  }

  /// In the order in which they were handed over.
  package func sharedFiles() throws(ConsentStoreError) -> [SharedFile] {
    try opened { open throws(ConsentStoreError) in open.files }
  }

  /// Takes the place of those that were there.
  package func setSharedFiles(
    _ change: (inout [SharedFile]) -> Void
  ) throws(ConsentStoreError) {
    try opened { open throws(ConsentStoreError) in
      var files = open.files
      change(&files)
      guard files.count <= SharedFile.maximum else { throw .full }
      let text = try Self.encoding(of: files)
      let sealed = try open.seal.seal(text, for: .files)
      let head = try open.seal.seal(Self.head(open.digests, open.policyText, text), for: .head)
      try database.write { connection throws(ConsentStoreError) in
        try Self.write(sealed, at: Piece.files.rawValue, into: "pieces(id,bytes)", connection)
        try Self.write(head, at: Piece.head.rawValue, into: "pieces(id,bytes)", connection)
      }
      open.files = files
      open.filesText = text
    }
  }

  // MARK: - Opening

  private enum Piece: Int64 {
    case key = 1
    case head = 2
    case policy = 3
    case files = 4
  }

  private func opened<Result: Sendable>(
    _ body: (inout Open) throws(ConsentStoreError) -> Result
  ) throws(ConsentStoreError) -> Result {
    guard !isNewer else { throw .newer }
    return try state.withLock { state throws(ConsentStoreError) in
      if state.open == nil { try open(&state) }
      guard var open = state.open.take() else { throw .unavailable }
      let result = Swift.Result { () throws(ConsentStoreError) in try body(&open) }
      state.open = consume open
      return try result.get()
    }
  }

  private func open(_ state: inout State) throws(ConsentStoreError) {
    let stored = try database.read { connection throws(ConsentStoreError) in try Self.read(connection) }
    if let wrapped = stored.pieces[Piece.key.rawValue] {
      guard let wrapped = WrappedKey(keyClass: Self.keyClass, bytes: wrapped) else { return try empty(&state) }
      let key: SecretBytes
      do {
        key = try keys.unwrap(wrapped)
      } catch .refusedByLockState {
        throw .locked
      } catch .damaged {
        return try empty(&state)
      } catch {
        throw .unavailable
      }
      guard key.count == AESGCM.keySize, let open = Self.trusted(stored, Open(RowSeal(key))) else {
        return try empty(&state)
      }
      state.open = consume open
    } else if stored.rows.isEmpty, stored.pieces.isEmpty {
      try begin(&state)
    } else {
      try empty(&state)
    }
  }

  /// What was stored cannot be trusted: everyone is asked again.
  private func empty(_ state: inout State) throws(ConsentStoreError) {
    try begin(&state)
    state.wasEmptied = true
  }

  private func begin(_ state: inout State) throws(ConsentStoreError) {
    let made: NewKey
    do {
      made = try keys.makeKey(Self.keyClass)
    } catch .refusedByLockState {
      throw .locked
    } catch {
      throw .unavailable
    }
    // Nothing is begun that could not be read.
    guard keys.isAvailable(Self.keyClass) else { throw .locked }
    let wrapped = made.wrapped.bytes
    let open = Open(RowSeal(made.key.duplicate()))
    let head = try open.seal.seal(Self.head([:], [], []), for: .head)
    try database.write { connection throws(ConsentStoreError) in
      do throws(DatabaseError) {
        try connection.execute("DELETE FROM rows")
        try connection.execute("DELETE FROM pieces")
      } catch {
        throw ConsentStoreError(error)
      }
      try Self.write(wrapped, at: Piece.key.rawValue, into: "pieces(id,bytes)", connection)
      try Self.write(head, at: Piece.head.rawValue, into: "pieces(id,bytes)", connection)
    }
    state.open = consume open
  }

  /// Nil where one piece is not what was stored last.
  private static func trusted(_ stored: Stored, _ empty: consuming Open) -> Open? {
    var open = empty
    if let sealed = stored.pieces[Piece.policy.rawValue] {
      guard let text = open.seal.open(sealed, from: .policy) else { return nil }
      open.policyText = text
      if !text.isEmpty {
        guard let policy = try? ConsentPolicy(xml: text.span) else { return nil }
        open.policy = policy
      }
    }
    if let sealed = stored.pieces[Piece.files.rawValue] {
      guard let text = open.seal.open(sealed, from: .files), let files = try? SharedFilesCoding.decode(text.span)
      else { return nil }
      open.files = files
      open.filesText = text
    }
    for (number, sealed) in stored.rows {
      guard let bytes = open.seal.open(sealed, from: .row(number)), let row = try? ConsentRow(decoding: bytes.span)
      else { return nil }
      open.digests[number] = SHA256.hash(sealed.span)
      open.rows[number] = row
      open.places[Place(service: row.service, client: row.client.key)] = number
    }
    guard open.places.count == open.rows.count, let head = stored.pieces[Piece.head.rawValue],
      open.seal.open(head, from: .head) == Self.head(open.digests, open.policyText, open.filesText)
    else { return nil }
    return open
  }
}

// MARK: - Pieces

/// What is in the database, still sealed.
private struct Stored {
  var pieces: [Int64: [UInt8]] = [:]
  var rows: [Int64: [UInt8]] = [:]
}

extension ConsentStore {
  private static func read(_ connection: DatabaseConnection) throws(ConsentStoreError) -> Stored {
    do throws(DatabaseError) {
      var stored = Stored()
      let pieces = try connection.statement("SELECT id,bytes FROM pieces")
      defer { pieces.reset() }
      while try pieces.step() { stored.pieces[try pieces.integer(0)] = try pieces.blob(1) }
      let rows = try connection.statement("SELECT id,sealed FROM rows")
      defer { rows.reset() }
      while try rows.step() { stored.rows[try rows.integer(0)] = try rows.blob(1) }
      return stored
    } catch {
      throw ConsentStoreError(error)
    }
  }

  private static func write(
    _ bytes: [UInt8], at number: Int64, into table: String, _ connection: DatabaseConnection
  ) throws(ConsentStoreError) {
    do throws(DatabaseError) {
      let statement = try connection.statement("INSERT OR REPLACE INTO \(table) VALUES(?,?)")
      try statement.bind(1, number)
      try statement.bind(2, bytes.span)
      try statement.run()
    } catch {
      throw ConsentStoreError(error)
    }
  }

  private static func encoding(of row: ConsentRow) throws(ConsentStoreError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 512, capacity: ConsentRow.largestEncoding)
    do { try row.encode(into: &buffer) } catch { throw .unavailable }
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  private static func encoding(of files: [SharedFile]) throws(ConsentStoreError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 512, capacity: SharedFilesCoding.largest)
    do { try SharedFilesCoding.encode(files, into: &buffer) } catch { throw .unavailable }
    return buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Names every row, the policy and the files that were handed over, as they are stored. Stores from before there were such
  /// files have none.
  private static func head(_ digests: [Int64: [UInt8]], _ policy: [UInt8], _ files: [UInt8]) -> [UInt8] {
    var all: [UInt8] = []
    for (number, digest) in digests.sorted(by: { $0.key < $1.key }) {
      all += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } + digest
    }
    all += SHA256.hash(policy.span)
    if !files.isEmpty { all += SHA256.hash(files.span) }
    return SHA256.hash(all.span)
  }
}
