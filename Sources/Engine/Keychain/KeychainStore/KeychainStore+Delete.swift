// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

// MARK: - Deleting

extension KeychainStore {
  /// Works in every lock state: rows are found by their columns and need not be decrypted.
  func delete(_ searches: [ItemSearch]) throws(KeychainStatus) {
    let digests = try digests()
    try database.write { (connection) throws(KeychainStatus) in
      let deleter = ItemDeleter(connection, ItemWriter(connection, keys, digests), keys, now: now)
      var count = 0
      for search in searches { count += try deleter.delete(search, RowSelection(search, digests)) }
      guard count > 0 else { throw .itemNotFound }
    }
  }

  /// Deletes certificates, and their private keys unless another certificate has the same key.
  func deleteIdentities(_ search: ItemSearch) throws(KeychainStatus) {
    let digests = try digests()
    try database.write { (connection) throws(KeychainStatus) in
      let deleter = ItemDeleter(connection, ItemWriter(connection, keys, digests), keys, now: now)
      try deleter.deleteIdentities(search, RowSelection(identities: search, digests))
    }
  }
}

/// Deletes rows inside a transaction.
struct ItemDeleter {
  private let connection: DatabaseConnection
  private let writer: ItemWriter
  private let keys: any ClassKeyService
  private let now: Double

  init(_ connection: DatabaseConnection, _ writer: ItemWriter, _ keys: any ClassKeyService, now: Double) {
    self.connection = connection
    self.writer = writer
    self.keys = keys
    self.now = now
  }

  /// Returns how many rows there were.
  func delete(_ search: ItemSearch, _ selection: RowSelection) throws(KeychainStatus) -> Int {
    let rows = try rows(search, selection)
    for row in rows { try delete(row, search.options.useTombstones) }
    return rows.count
  }

  func deleteIdentities(_ search: ItemSearch, _ selection: RowSelection) throws(KeychainStatus) {
    var pairs: [StoredPair] = []
    try selection.visit(connection) { (statement) throws(KeychainStatus) in
      let pair = try translating { () throws(DatabaseError) in try StoredPair(statement) }
      if search.groups.mayRead(pair.key.group), search.certificateGroups.mayRead(pair.certificate.group) {
        pairs.append(pair)
      }
      return true
    }
    guard !pairs.isEmpty else { throw .itemNotFound }
    let certificates = Dictionary(pairs.map { ($0.certificate.id, $0.certificate) }) { first, _ in first }
    for certificate in certificates.values { try delete(certificate, search.options.useTombstones) }
    let keys = Dictionary(pairs.map { ($0.key.id, $0.key) }) { first, _ in first }
    for key in keys.values where try !isNeeded(key) { try delete(key, search.options.useTombstones) }
  }

  /// Whether there is still a certificate for a key.
  private func isNeeded(_ key: StoredRow) throws(KeychainStatus) -> Bool {
    var found = false
    try RowSelection(certificatesOf: key.id).visit(connection) { _ in
      found = true
      return false
    }
    return found
  }

  private func rows(_ search: ItemSearch, _ selection: RowSelection) throws(KeychainStatus) -> [StoredRow] {
    var rows: [StoredRow] = []
    try selection.visit(connection) { (statement) throws(KeychainStatus) in
      let row = try translating { () throws(DatabaseError) in try StoredRow(statement, search.itemClass) }
      if search.groups.mayRead(row.group) { rows.append(row) }
      return true
    }
    return rows
  }

  /// Replaces an item that synchronises with a tombstone, from which other devices learn of the deletion. A row that
  /// cannot be opened or sealed now leaves none, because its primary key is not known; it is deleted all the same.
  private func delete(_ row: StoredRow, _ useTombstones: Bool?) throws(KeychainStatus) {
    let leavesTombstone = !row.isTombstone && (useTombstones ?? row.isSynchronizable)
    if leavesTombstone, let contents = open(row) {
      let tombstone = contents.tombstone(of: row.itemClass, modified: max(now, contents.modificationDate + 0.001))
      if let sealed = try? ItemSeal.seal(tombstone, as: row.name, with: keys) {
        return try writer.replace(row, tombstone, sealed)
      }
    }
    try writer.delete(row)
  }

  private func open(_ row: StoredRow) -> ItemContents? {
    guard let sealed = row.sealed else { return nil }
    return try? ItemSeal.open(sealed, as: row.name, with: keys) { _ in false }
  }
}
