// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

/// Changes rows inside a transaction.
struct ItemWriter {
  private let connection: DatabaseConnection
  let keys: any ClassKeyService
  let digests: LookupDigests

  init(_ connection: DatabaseConnection, _ keys: any ClassKeyService, _ digests: LookupDigests) {
    self.connection = connection
    self.keys = keys
    self.digests = digests
  }

  // MARK: - New items

  /// Stores an item unless there is one with its primary key. A tombstone or an unrecoverable row is replaced.
  ///
  /// The row is inserted first, because there is usually no other one. Only if that fails is the existing row read.
  func insert(_ new: PreparedItem) throws(KeychainStatus) -> AddedItem {
    let primaryKey = digests.primaryKey(new.contents.attributes, new.name.itemClass)
    do { return try insert(new, primaryKey) } catch { guard error == .duplicateItem else { throw error } }
    switch try existingRow(with: primaryKey, new.name.itemClass) {
    case .none, .item: throw .duplicateItem
    case .unrecoverable(let row):
      try delete(row)
      return try insert(new, primaryKey)
    case .tombstone(let row):
      // The item takes over the tombstone's reference. It is sealed again, because the seal is bound to the reference.
      let sealed = try ItemSeal.seal(new.contents, as: row.name, with: keys)
      try replace(row, new.contents, sealed)
      return AddedItem(name: row.name, contents: new.contents)
    }
  }

  private func insert(_ new: PreparedItem, _ primaryKey: [UInt8]) throws(KeychainStatus) -> AddedItem {
    try write(ItemTable.of(new.name.itemClass).statements.insertion, new.name, primaryKey, new.contents, new.sealed)
    return AddedItem(name: new.name, contents: new.contents)
  }

  /// Stores half of an identity, or returns the item that has its primary key.
  func insertUnlessThere(_ new: PreparedItem) throws(KeychainStatus) -> (item: AddedItem, isNew: Bool) {
    let primaryKey = digests.primaryKey(new.contents.attributes, new.name.itemClass)
    if case .item(let row) = try existingRow(with: primaryKey, new.name.itemClass) {
      return (AddedItem(name: row.name, contents: new.contents), false)
    }
    return (try insert(new), true)
  }

  // MARK: - Existing items

  func replace(_ row: StoredRow, _ contents: ItemContents, _ sealed: SealedItem) throws(KeychainStatus) {
    let primaryKey = digests.primaryKey(contents.attributes, row.itemClass)
    let statements = ItemTable.of(row.itemClass).statements
    guard try write(statements.resealing, row.name, primaryKey, contents, sealed, id: row.id) == 0 else { return }
    try write(statements.replacement, row.name, primaryKey, contents, sealed, id: row.id)
  }

  func delete(_ row: StoredRow) throws(KeychainStatus) {
    try translating { () throws(DatabaseError) in
      let statement = try connection.statement(ItemTable.of(row.itemClass).deletion)
      try statement.bind(1, row.id)
      try statement.run()
    }
  }

  /// The row of the store under a primary key.
  enum ExistingRow {
    case none
    case item(StoredRow)
    case tombstone(StoredRow)
    case unrecoverable(StoredRow)
  }

  /// The row with a primary key. Only a decrypted row says whether it is an item or a tombstone, so this throws where the
  /// lock state forbids it.
  func existingRow(with primaryKey: [UInt8], _ itemClass: ItemClass) throws(KeychainStatus) -> ExistingRow {
    guard let row = try row(of: primaryKey, itemClass) else { return .none }
    guard let sealed = row.sealed else { return .unrecoverable(row) }
    do {
      let contents = try ItemSeal.open(sealed, as: row.name, with: keys) { _ in false }
      return contents.isTombstone ? .tombstone(row) : .item(row)
    } catch {
      switch error {
      case .unrecoverable, .keyDestroyed: return .unrecoverable(row)
      case .locked, .unavailable: throw KeychainStatus(error)
      }
    }
  }

  private func row(of primaryKey: [UInt8], _ itemClass: ItemClass) throws(KeychainStatus) -> StoredRow? {
    try row(of: RowSelection(primaryKey: primaryKey, of: itemClass), itemClass)
  }

  /// The first row of a selection.
  func row(of selection: RowSelection, _ itemClass: ItemClass) throws(KeychainStatus) -> StoredRow? {
    try translating { () throws(DatabaseError) in
      let statement = try selection.prepared(connection)
      defer { statement.reset() }
      return try statement.step() ? StoredRow(statement, itemClass) : nil
    }
  }

  // MARK: - Rows

  /// Returns how many rows were written.
  @discardableResult private func write(
    _ sql: String, _ name: ItemName, _ primaryKey: [UInt8], _ contents: ItemContents, _ sealed: SealedItem,
    id: Int64? = nil
  ) throws(KeychainStatus) -> Int {
    try translating { () throws(DatabaseError) in
      let statement = try connection.statement(sql)
      try statement.bind(1, name.identifier.span)
      try statement.bind(2, primaryKey.span)
      try statement.bind(3, contents.group)
      try statement.bind(4, Int64(sealed.wrapped.keyClass.rawValue))
      try statement.bind(5, contents.isSynchronizable ? 1 : 0)
      try statement.bind(6, contents.isTombstone ? 1 : 0)
      var index: Int32 = 6
      for column in ItemTable.of(name.itemClass).lookups {
        index += 1
        try statement.bind(index, digests.digest(contents.attributes[column.attribute], column, name.itemClass))
      }
      try statement.bind(index + 1, sealed.wrapped.bytes.span)
      try statement.bind(index + 2, sealed.attributes.span)
      try statement.bind(index + 3, sealed.data)
      if let id { try statement.bind(index + 4, id) }
      try statement.run()
      return connection.changes
    }
  }
}
