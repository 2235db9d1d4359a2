// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
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
  /// The format of the store, when a newer version of Bailey wrote it: it can be read as far as it is understood, and
  /// nothing is written.
  package let newerFormat: Int64?

  /// Opens the store at a path, or creates it. `clock` gives seconds since 2001-01-01T00:00:00Z.
  package init(
    _ path: String, keys: any ClassKeyService, examiner: any CertificateExaminer,
    clock: @escaping @Sendable () -> Double
  ) throws(KeychainStoreError) {
    var format: Int64 = 0
    do {
      database = try Database(path) { (connection) throws(DatabaseError) in
        format = try connection.version()
        return format <= StoreFormat.current
      }
      if format == 0 { try database.write { (connection) throws(DatabaseError) in try StoreFormat.create(connection) } }
    } catch let error as DatabaseOpeningError {
      throw KeychainStoreError(error)
    } catch let error as DatabaseError {
      throw .database(error)
    } catch {
      throw .inUse
    }
    newerFormat = format > StoreFormat.current ? format : nil
    self.keys = keys
    self.examiner = examiner
    self.clock = clock
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
    if let stored { return try unwrap(stored) }
    let made = try newLookupKey()
    let kept = try database.write { (connection) throws(KeychainStatus) in
      try translating { () throws(DatabaseError) in
        if let other = try StoreFormat.lookupKey(connection) { return other }
        try StoreFormat.setLookupKey(made, connection)
        return made
      }
    }
    return try unwrap(kept)
  }

  private func newLookupKey() throws(KeychainStatus) -> [UInt8] {
    do { return try keys.makeKey(StoreFormat.lookupKeyClass).wrapped.bytes } catch {
      throw KeychainStatus(wrapping: error)
    }
  }

  private func unwrap(_ bytes: [UInt8]) throws(KeychainStatus) -> SecretBytes {
    guard let wrapped = WrappedKey(keyClass: StoreFormat.lookupKeyClass, bytes: bytes) else { throw .notAvailable }
    do { return try keys.unwrap(wrapped) } catch { throw .notAvailable }
  }

  // MARK: - Rows that will never open

  /// Such an item counts as absent; its row goes as soon as somebody has seen it. Best effort: it stays absent.
  func remove(_ dead: [StoredRow]) {
    guard !dead.isEmpty, !database.isReadOnly else { return }
    try? database.write { (connection) throws(DatabaseError) in
      for row in dead {
        let statement = try connection.statement(ItemTable.of(row.itemClass).removal)
        try statement.bind(1, row.id)
        try statement.bind(2, row.wrapped.span)
        try statement.run()
      }
    }
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
