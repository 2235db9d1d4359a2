// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ItemSealing
import KeychainModel
import SQLiteDatabase

// MARK: - Updating

extension KeychainStore {
  /// Changes every item found, in one transaction.
  func update(
    _ search: ItemSearch, _ updates: [ItemClass: ItemUpdate], _ state: inout AuthenticationState
  ) throws(KeychainStatus) {
    let digests = try digests()
    var unrecoverable: [UnrecoverableRow] = []
    defer { remove(unrecoverable) }
    var latest = state
    defer { state = latest }
    try database.write { (connection) throws(KeychainStatus) in
      try update(search, updates, connection, digests, &latest, &unrecoverable)
    }
  }

  /// The same inside a transaction.
  func update(
    _ search: ItemSearch, _ updates: [ItemClass: ItemUpdate], _ connection: DatabaseConnection,
    _ digests: LookupDigests, _ state: inout AuthenticationState, _ unrecoverable: inout [UnrecoverableRow]
  ) throws(KeychainStatus) {
    let found =
      try search.itemClass == .identity
      ? halves(search, connection, digests, &state, &unrecoverable)
      : items(search, connection, digests, &state, &unrecoverable)
    guard !state.isWaiting else { throw .authenticationNeeded }
    guard !found.isEmpty else { throw .itemNotFound }
    let writer = ItemWriter(connection, keys, digests)
    for item in found {
      guard let update = updates[item.row.itemClass] else { throw .internalError }
      let changed = try update.applied(to: item.contents, now: now)
      try writer.update(item, to: changed, search.options.useTombstones)
    }
  }

  private func items(
    _ search: ItemSearch, _ connection: DatabaseConnection, _ digests: LookupDigests,
    _ state: inout AuthenticationState, _ unrecoverable: inout [UnrecoverableRow]
  ) throws(KeychainStatus) -> [OpenedItem] {
    var opener = RowOpener(search, keys, withData: true, state)
    var found: [OpenedItem] = []
    try RowSelection(search, digests).visit(connection) { (statement) throws(KeychainStatus) in
      let row = try translating { () throws(DatabaseError) in try StoredRow(statement, search.itemClass) }
      if let item = try opener.open(row) { found.append(item) }
      return true
    }
    state = opener.state
    unrecoverable += opener.unrecoverable
    return found
  }
}

extension ItemWriter {
  /// Writes a changed item under the reference it had. If the primary key of a synchronising item changes, a tombstone
  /// with the old one is added, from which other devices learn that the old key is free.
  func update(_ item: OpenedItem, to changed: ItemContents, _ useTombstones: Bool?) throws(KeychainStatus) {
    let sealed = try ItemSeal.seal(changed, as: item.row.name, with: keys)
    let old = digests.primaryKey(item.contents.attributes, item.row.itemClass)
    let new = digests.primaryKey(changed.attributes, item.row.itemClass)
    guard old != new else { return try replace(item.row, changed, sealed) }
    switch try existingRow(with: new, item.row.itemClass) {
    case .none: break
    case .item: throw .duplicateItem
    case .tombstone(let row), .unrecoverable(let row): try delete(row)
    }
    try replace(item.row, changed, sealed)
    guard item.contents.isSynchronizable, useTombstones != false else { return }
    let left = item.contents.tombstone(of: item.row.itemClass, modified: changed.modificationDate)
    let name = ItemName(item.row.itemClass, identifier: SystemRandom.bytes(PersistentReference.identifierSize))
    _ = try insert(PreparedItem(name: name, contents: left, sealed: try ItemSeal.seal(left, as: name, with: keys)))
  }
}
