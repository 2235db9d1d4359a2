// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

/// A row as it is in the database, still sealed.
struct StoredRow: Sendable {
  let itemClass: ItemClass
  let id: Int64
  let name: ItemName
  let group: String
  /// The sealed item; nil if the columns cannot be those of one.
  let sealed: SealedItem?
  let wrapped: [UInt8]
  let isSynchronizable: Bool
  let isTombstone: Bool

  static let columns = columns("")

  /// The columns, with the table's short name in front where two tables are joined.
  static func columns(_ prefix: String) -> String {
    ["id", "ref", "agrp", "pdmn", "sync", "tomb", "wrapped", "attributes", "data"].map { prefix + $0 }
      .joined(separator: ", ")
  }
  /// The number of those columns.
  static let columnCount: Int32 = 9

  static func size(_ statement: DatabaseStatement, from first: Int32 = 0) -> Int {
    statement.byteCount(first + 7) + statement.byteCount(first + 8)
  }

  init(_ statement: DatabaseStatement, _ itemClass: ItemClass, from first: Int32 = 0) throws(DatabaseError) {
    self.itemClass = itemClass
    id = try statement.integer(first)
    name = ItemName(itemClass, identifier: try statement.blob(first + 1))
    group = try statement.text(first + 2)
    let keyClass = UInt8(exactly: try statement.integer(first + 3)).flatMap(KeyClass.init(rawValue:))
    isSynchronizable = try statement.integer(first + 4) != 0
    isTombstone = try statement.integer(first + 5) != 0
    wrapped = try statement.blob(first + 6)
    let attributes = try statement.blob(first + 7)
    let data = statement.isNull(first + 8) ? nil : try statement.blob(first + 8)
    if let keyClass, let key = WrappedKey(keyClass: keyClass, bytes: wrapped) {
      sealed = SealedItem(wrapped: key, attributes: attributes, data: data)
    } else {
      sealed = nil
    }
  }
}

/// A row of `RowSelection(identities:)`.
struct StoredPair {
  let key: StoredRow
  let certificate: StoredRow

  init(_ statement: DatabaseStatement) throws(DatabaseError) {
    key = try StoredRow(statement, .key)
    certificate = try StoredRow(statement, .certificate, from: StoredRow.columnCount)
  }
}
