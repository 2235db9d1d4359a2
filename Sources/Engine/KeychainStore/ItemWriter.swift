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

  /// Stores an item unless there is one of its primary key; what merely stands for one gives way.
  ///
  /// Mostly there is nobody, as the library finds when it writes: it is asked only if that fails.
  func insert(_ new: PreparedItem) throws(KeychainStatus) -> AddedItem {
    let primaryKey = digests.primaryKey(new.contents.attributes, new.name.itemClass)
    do { return try insert(new, primaryKey) } catch { guard error == .duplicateItem else { throw error } }
    switch try occupant(of: primaryKey, new.name.itemClass) {
    case .nobody, .item: throw .duplicateItem
    case .dead(let row):
      try delete(row)
      return try insert(new, primaryKey)
    case .tombstone(let row):
      // The tombstone's reference lives on, and what is sealed is sealed for a reference.
      let sealed = try ItemSeal.seal(new.contents, as: row.name, with: keys)
      try replace(row, new.contents, sealed)
      return AddedItem(name: row.name, contents: new.contents)
    }
  }

  private func insert(_ new: PreparedItem, _ primaryKey: [UInt8]) throws(KeychainStatus) -> AddedItem {
    try write(ItemTable.of(new.name.itemClass).statements.insertion, new.name, primaryKey, new.contents, new.sealed)
    return AddedItem(name: new.name, contents: new.contents)
  }

  /// For halves of identities: the item of this primary key, new or not.
  func insertUnlessThere(_ new: PreparedItem) throws(KeychainStatus) -> (item: AddedItem, isNew: Bool) {
    let primaryKey = digests.primaryKey(new.contents.attributes, new.name.itemClass)
    if case .item(let row) = try occupant(of: primaryKey, new.name.itemClass) {
      return (AddedItem(name: row.name, contents: new.contents), false)
    }
    return (try insert(new), true)
  }

  // MARK: - Standing items

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

  /// What stands in the way of an item.
  enum Occupant {
    case nobody
    case item(StoredRow)
    case tombstone(StoredRow)
    case dead(StoredRow)
  }

  /// Whoever has a primary key. It has to be looked into, which the lock state may forbid.
  func occupant(of primaryKey: [UInt8], _ itemClass: ItemClass) throws(KeychainStatus) -> Occupant {
    guard let row = try row(of: primaryKey, itemClass) else { return .nobody }
    guard let sealed = row.sealed else { return .dead(row) }
    do {
      let contents = try ItemSeal.open(sealed, as: row.name, with: keys) { _ in false }
      return contents.isTombstone ? .tombstone(row) : .item(row)
    } catch {
      switch error {
      case .dead, .keyDestroyed: return .dead(row)
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

  /// How many rows were written.
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
