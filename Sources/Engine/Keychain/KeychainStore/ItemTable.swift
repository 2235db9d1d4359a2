// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import SQLiteDatabase

/// The table of a class: columns in the clear, a digest for every attribute that can be searched, and the sealed item.
struct ItemTable: Sendable {
  let itemClass: ItemClass
  /// The attributes that have a column of digests.
  let lookups: [AttributeColumn]
  let statements: RowStatements
  /// The beginning of every search. Its first parameter says whether tombstones are wanted.
  let selection: String

  static func of(_ itemClass: ItemClass) -> ItemTable {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key, .identity: key
    }
  }

  static let all = ItemClass.stored.map(of)

  private static let genericPassword = ItemTable(.genericPassword)
  private static let internetPassword = ItemTable(.internetPassword)
  private static let certificate = ItemTable(.certificate)
  private static let key = ItemTable(.key)

  private init(_ itemClass: ItemClass) {
    self.itemClass = itemClass
    lookups = ItemSchema.of(itemClass).columns.filter(\.isLookedUp)
    statements = Self.statements(itemClass, lookups)
    selection = "SELECT \(StoredRow.columns) FROM \(itemClass.rawValue) WHERE tomb = ?"
  }

  var name: String { itemClass.rawValue }

  // MARK: - Statements

  /// The sealed data is the last column, so that SQLite need not read it where it is not asked for.
  var creation: [String] {
    let digests = lookups.map { "\"\($0.attribute.rawValue)\" BLOB" }
    let columns =
      [
        "id INTEGER PRIMARY KEY AUTOINCREMENT", "ref BLOB NOT NULL", "pk BLOB NOT NULL", "agrp TEXT NOT NULL",
        "pdmn INTEGER NOT NULL", "sync INTEGER NOT NULL", "tomb INTEGER NOT NULL",
      ] + digests + ["wrapped BLOB NOT NULL", "attributes BLOB NOT NULL", "data BLOB"]
    return [
      "CREATE TABLE \(name) (\(columns.joined(separator: ", "))) STRICT",
      "CREATE UNIQUE INDEX \(name)_ref ON \(name) (ref)", "CREATE UNIQUE INDEX \(name)_pk ON \(name) (pk)",
    ] + Self.indices(of: itemClass).map(index)
  }

  /// The attributes that are searched most often.
  private static func indices(of itemClass: ItemClass) -> [[ItemAttribute]] {
    switch itemClass {
    case .genericPassword: [[.account, .service], [.service]]
    case .internetPassword: [[.account, .server], [.server]]
    case .certificate: [[.label], [.issuer, .serialNumber], [.publicKeyHash]]
    case .key, .identity: [[.label], [.applicationTag], [.applicationLabel]]
    }
  }

  private func index(_ attributes: [ItemAttribute]) -> String {
    let names = attributes.map(\.rawValue)
    let columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return "CREATE INDEX \(name)_\(names.joined(separator: "_")) ON \(name) (\(columns))"
  }

  private static func statements(_ itemClass: ItemClass, _ lookups: [AttributeColumn]) -> RowStatements {
    let digests = lookups.map { "\"\($0.attribute.rawValue)\"" }
    let indexed = indices(of: itemClass).joined().map { "\"\($0.rawValue)\"" }
    return RowStatements(
      table: itemClass.rawValue,
      columns: ["ref", "pk", "agrp", "pdmn", "sync", "tomb"] + digests + ["wrapped", "attributes", "data"],
      indexed: Set(["ref", "pk"] + indexed))
  }

  var deletion: String { "DELETE FROM \(name) WHERE id = ?" }
  /// Deletes a row only if it still has the wrapped key that was read, and so is the same item.
  var removal: String { "DELETE FROM \(name) WHERE id = ? AND wrapped = ?" }
}

extension AttributeColumn {
  /// The group, accessibility, synchronisation and tombstones have columns in the clear, because the store itself
  /// selects by them.
  fileprivate var isLookedUp: Bool {
    switch attribute {
    case .accessGroup, .accessible, .accessControl, .synchronizable, .tombstone: false
    default: role == .ordinary || role == .entitled || role == .kept
    }
  }
}
