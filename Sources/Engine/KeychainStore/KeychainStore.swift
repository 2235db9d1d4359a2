// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ItemSealing
package import KeychainModel
package import LinuxSystem
package import ProtectionModel
package import SQLiteDatabase
import SecretMemory

/// All items of one user, on disk: found by digests whatever the lock state, opened item by item with keys the enclave
/// unwraps, changed in transactions that are on the disk when a call returns.
///
/// Nothing in here says "locked": what the lock state forbids does not open.
package final class KeychainStore: Sendable {
  let database: Database
  let keys: any ClassKeyService
  let examiner: any CertificateExaminer
  private let clock: @Sendable () -> Double
  private let loadedDigests = Locked<LookupDigests?>(nil)
  private let keyFile: LookupKeyFile
  let record = HealthRecord()
  /// Held while what is lost changes on the disk and in the record: neither has what is older than in the other.
  private let losses = Locked(())
  /// The format of the store, when a newer version of Bailey wrote it: it can be read as far as it is understood, and
  /// nothing is written.
  package let newerFormat: Int64?

  /// Opens the store at a path, or creates it. Every page is looked at; of a store that is damaged, a whole one is made
  /// of what is left of it. `clock` gives seconds since 2001-01-01T00:00:00Z.
  package init(
    _ path: String, keys: any ClassKeyService, log: WriteAheadLog.Growth = .reserved,
    examiner: any CertificateExaminer, clock: @escaping @Sendable () -> Double
  ) throws(KeychainStoreError) {
    keyFile = LookupKeyFile(besides: path)
    var opening = StoreOpening(path)
    let record = record
    do {
      database = try Database(
        path, log: log,
        repair: {
          opening.isRepaired = true
          // What can be read is read then, and the next start tries again.
          do { try StoreRepair(path, now: clock()).run() } catch { record.metDamage() }
        },
        onDamage: { record.metDamage() }
      ) { (connection) throws(DatabaseError) in try opening.mayWrite(connection) }
      if opening.isEmpty {
        try database.write { (connection) throws(DatabaseError) in try StoreFormat.create(connection) }
      }
    } catch let error as DatabaseOpeningError {
      throw KeychainStoreError(error)
    } catch let error as DatabaseError {
      throw .database(error)
    } catch {
      throw .inUse
    }
    newerFormat = opening.newerFormat
    self.keys = keys
    self.examiner = examiner
    self.clock = clock
    if newerFormat != nil { record.isNewer() }
    record.lost((try? database.read { (connection) throws(DatabaseError) in try LostItems.all(connection).count }) ?? 0)
  }

  // MARK: - Health

  package var health: StoreHealth { record.health }

  /// Calls the listener now, and whenever that changes.
  package func onChange(ofHealth listener: @escaping @Sendable (StoreHealth) -> Void) { record.listen(listener) }

  /// Somebody has been told of these items that are lost. Of one that was found since then nobody has.
  package func forgetLost(_ told: [LostItem]) throws(KeychainStatus) {
    try losses.withLock { _ throws(KeychainStatus) in
      let left = try database.write { (connection) throws(KeychainStatus) in
        try translating { () throws(DatabaseError) in try LostItems.forget(told, connection) }
      }
      record.lost(left)
    }
  }

  /// The keychain as one caller sees it.
  package func session(
    for caller: KeychainCaller, authorizer: any ItemAuthorizer = NobodyToAsk()
  ) -> KeychainSession {
    KeychainSession(store: self, caller: caller, authorizer: authorizer)
  }

  var now: Double { clock() }

  // MARK: - The key of the digests

  /// Asked of the enclave once: its class is that of keys which are always there.
  func digests() throws(KeychainStatus) -> LookupDigests {
    if let loaded = loadedDigests.withLock({ $0 }) { return loaded }
    let digests = LookupDigests(try lookupKey())
    loadedDigests.withLock { $0 = digests }
    return digests
  }

  private func lookupKey() throws(KeychainStatus) -> SecretBytes {
    let stored = try database.read { (connection) throws(KeychainStatus) in
      try translating { () throws(DatabaseError) in try StoreFormat.lookupKey(connection) }
    }
    let second = keyFile.read()
    for wrapped in [stored, second].compactMap({ $0 }) {
      guard let key = try unwrapped(wrapped) else { continue }
      keep(wrapped, stored: stored)
      return key
    }
    // Every digest there is was made with a key that is gone; a new one finds nothing.
    guard stored == nil, second == nil else { throw .notAvailable }
    let made = try newLookupKey()
    let kept = try database.write { (connection) throws(KeychainStatus) in
      try translating { () throws(DatabaseError) in
        if let other = try StoreFormat.lookupKey(connection) { return other }
        try StoreFormat.setLookupKey(made, connection)
        return made
      }
    }
    guard let key = try unwrapped(kept) else { throw .notAvailable }
    keep(kept, stored: kept)
    return key
  }

  /// Both copies say the same from now on.
  private func keep(_ wrapped: [UInt8], stored: [UInt8]?) {
    guard !database.isReadOnly else { return }
    keyFile.write(wrapped)
    guard stored != wrapped else { return }
    try? database.write { (connection) throws(DatabaseError) in try StoreFormat.setLookupKey(wrapped, connection) }
  }

  private func newLookupKey() throws(KeychainStatus) -> [UInt8] {
    do { return try keys.makeKey(StoreFormat.lookupKeyClass).wrapped.bytes } catch {
      throw KeychainStatus(wrapping: error)
    }
  }

  /// Nil for one that is damaged.
  private func unwrapped(_ bytes: [UInt8]) throws(KeychainStatus) -> SecretBytes? {
    guard let wrapped = WrappedKey(keyClass: StoreFormat.lookupKeyClass, bytes: bytes) else { return nil }
    do throws(ClassKeyError) {
      return try keys.unwrap(wrapped)
    } catch {
      guard case .damaged = error else { throw .notAvailable }
      return nil
    }
  }

  // MARK: - Rows that will never open

  /// Such an item counts as absent; its row goes as soon as somebody has seen it. Best effort: it stays absent.
  func remove(_ dead: [DeadRow]) {
    guard !dead.isEmpty, !database.isReadOnly else { return }
    let lost = dead.compactMap { $0.lost(found: now) }
    losses.withLock { _ in
      let count = try? database.write { (connection) throws(DatabaseError) in
        for row in dead.map(\.row) {
          let statement = try connection.statement(ItemTable.of(row.itemClass).removal)
          try statement.bind(1, row.id)
          try statement.bind(2, row.wrapped.span)
          try statement.run()
        }
        return lost.isEmpty ? nil : try LostItems.add(lost, connection)
      }
      if let count { record.lost(count) }
    }
  }
}

/// A row that will never open, and why.
struct DeadRow: Sendable {
  enum Cause: Sendable {
    /// Bytes have changed.
    case damage
    /// As it was meant: its key was destroyed, or it was bound to a person who is another one now.
    case intent
  }

  let row: StoredRow
  let cause: Cause

  func lost(found: Double) -> LostItem? {
    guard cause == .damage else { return nil }
    return LostItem(
      DamagedItem(itemClass: row.itemClass, row: row.id, reference: row.name.reference, damage: .unreadable),
      found: found)
  }
}

/// Why a store does not open.
package enum KeychainStoreError: Error, Equatable, Sendable {
  /// Another process has it.
  case inUse
  case system(SystemError)
  case database(DatabaseError)

  init(_ error: DatabaseOpeningError) {
    switch error {
    case .inUse: self = .inUse
    case .system(let error): self = .system(error)
    case .database(let error): self = .database(error)
    }
  }
}
