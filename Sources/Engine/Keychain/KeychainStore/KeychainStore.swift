// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ItemSealing
package import KeychainModel
package import ProtectionModel
package import SQLiteDatabase
import SecretMemory
package import SystemCalls
import Threads

/// All items of one user, on disk. They are found by digests in every lock state, opened one by one with keys that the
/// enclave unwraps, and changed in transactions that are on the disk when a call returns.
///
/// The store does not ask for the lock state: if it forbids an item, the enclave does not unwrap the item's key.
package final class KeychainStore: Sendable {
  let database: Database
  /// Searches that read rows at one time: each holds one in the memory of SQLite.
  let readers = CountingSemaphore(16)
  let keys: any ClassKeyService
  let examiner: any CertificateExaminer
  private let clock: @Sendable () -> Double
  private let loadedDigests = Locked<LookupDigests?>(nil)
  private let keyFile: LookupKeyFile
  let record = HealthRecord()
  /// The lock that is held while the lost items change on the disk and in `record`, so that the two agree.
  private let losses = Locked(())
  /// The format of a store that a newer version of Bailey wrote, otherwise nil. Such a store is read as far as this
  /// version understands it, and never written.
  package let newerFormat: Int64?
  /// The path of the copy that a repair at this start has kept of the damaged store, if there is one. Its owner removes it.
  package let damagedCopy: String?

  /// Opens the store at a path, or creates it. Every page is checked. If one is damaged, a new store is made of the rows
  /// that can still be read. `clock` gives seconds since 2001-01-01T00:00:00Z.
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
          // If the repair fails, the store is opened as it is, damage is reported, and the next start tries again.
          do { opening.damagedCopy = try StoreRepair(path, now: clock()).run() } catch { record.metDamage() }
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
    damagedCopy = opening.damagedCopy
    self.keys = keys
    self.examiner = examiner
    self.clock = clock
    if newerFormat != nil { record.isNewer() }
    // If the list of lost items cannot be read, that is damage, and reported as such.
    do throws(DatabaseError) {
      record.lost(try database.read { (connection) throws(DatabaseError) in try LostItems.all(connection).count })
    } catch {
      record.metDamage()
    }
  }

  // MARK: - Health

  package var health: StoreHealth { record.health }

  /// Calls the listener now, and whenever that changes.
  package func onChange(ofHealth listener: @escaping @Sendable (StoreHealth) -> Void) { record.listen(listener) }

  /// Forgets lost items that the owner has been told of. Those that were found since stay in the list.
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

  /// The key is unwrapped by the enclave once. Its class is available in every lock state.
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
    // Both copies are damaged. A new key would find none of the existing rows, so the store refuses instead.
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

  /// Makes both copies of the lookup key the same. May fail silently: one intact copy is enough, and the next start
  /// tries again.
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

  /// The key that was wrapped; nil for a wrapped key that is damaged.
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

  /// Discards rows that will never open, and records those that were damaged as lost. May fail silently: such an item
  /// counts as absent anyway, and the next search that meets the row tries again.
  func remove(_ unrecoverable: [UnrecoverableRow]) {
    guard !unrecoverable.isEmpty, !database.isReadOnly else { return }
    let lost = unrecoverable.compactMap { $0.lost(found: now) }
    losses.withLock { _ in
      let count = try? database.write { (connection) throws(DatabaseError) in
        for row in unrecoverable.map(\.row) {
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
struct UnrecoverableRow: Sendable {
  enum Cause: Sendable {
    /// The bytes have changed.
    case damage
    /// The item was made unreadable on purpose: its key was destroyed, or its access control can never be met again.
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
  /// The store is open in another process.
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
