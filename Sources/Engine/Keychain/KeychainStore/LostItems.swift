// SPDX-License-Identifier: Apache-2.0
package import KeychainModel
import SQLiteDatabase
import WireFormat

/// The items that a store has lost, as its `meta` table keeps them until the owner has been told.
/// Documentation/KeychainFormat.md.
package enum LostItems {
  private static let name = "lost"
  private static let size = 38

  static func all(_ connection: DatabaseConnection) throws(DatabaseError) -> [LostItem] {
    let statement = try connection.statement("SELECT value FROM meta WHERE name = ?")
    defer { statement.reset() }
    try statement.bind(1, name)
    guard try statement.step() else { return [] }
    return try statement.withBlob(0) { decode($0) }
  }

  /// Returns how many there are afterwards.
  static func add(_ new: [LostItem], _ connection: DatabaseConnection) throws(DatabaseError) -> Int {
    var known = try all(connection)
    for item in new where !known.contains(where: { $0.item == item.item }) { known.append(item) }
    return try keep(Array(known.suffix(StoreReport.maximumItems)), connection)
  }

  /// Returns how many are left.
  static func forget(_ told: [LostItem], _ connection: DatabaseConnection) throws(DatabaseError) -> Int {
    let known = Set(told.map { encode([$0]) })
    return try keep(try all(connection).filter { !known.contains(encode([$0])) }, connection)
  }

  private static func keep(_ items: [LostItem], _ connection: DatabaseConnection) throws(DatabaseError) -> Int {
    let isNone = items.isEmpty
    let statement = try connection.statement(
      isNone ? "DELETE FROM meta WHERE name = ?" : "INSERT OR REPLACE INTO meta VALUES (?, ?)")
    try statement.bind(1, name)
    if !isNone { try statement.bind(2, encode(items).span) }
    try statement.run()
    return items.count
  }

  // MARK: - As bytes

  package static func encode(_ items: [LostItem]) -> [UInt8] {
    var encoded: [UInt8] = []
    for lost in items {
      encoded += Array(lost.item.itemClass.rawValue.utf8)
      encoded.append(lost.item.damage.rawValue)
      encoded += bigEndian(lost.item.row.magnitude) + bigEndian(lost.found.bitPattern)
      encoded += reference(of: lost.item)
    }
    return encoded
  }

  /// A byte that says whether the reference is known, then its identifier.
  private static func reference(of item: DamagedItem) -> [UInt8] {
    guard case .identifier(let identifier) = item.reference?.target else {
      return [UInt8](repeating: 0, count: 1 + PersistentReference.identifierSize)
    }
    return [1] + identifier
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Decodes up to the first entry that is not valid, because the list itself may be on a damaged page.
  package static func decode(_ bytes: Span<UInt8>) -> [LostItem] {
    var cursor = WireCursor()
    var items: [LostItem] = []
    do {
      while items.count < bytes.count / size { items.append(try next(&cursor, bytes)) }
    } catch {}
    return items
  }

  private static func next(_ cursor: inout WireCursor, _ bytes: Span<UInt8>) throws(WireError) -> LostItem {
    let name = String(decoding: try cursor.bytes(4, in: bytes), as: UTF8.self)
    let damage = try cursor.number(DamagedItem.Damage.self, in: bytes)
    let row = Int64(truncatingIfNeeded: try cursor.integer(UInt64.self, in: bytes))
    let found = Double(bitPattern: try cursor.integer(in: bytes))
    let flag = try cursor.byte(in: bytes)
    let identifier = try cursor.bytes(PersistentReference.identifierSize, in: bytes)
    guard let itemClass = ItemClass(rawValue: name), row >= 0,
      flag == 1 || flag == 0 && identifier.allSatisfy({ $0 == 0 })
    else { throw .badValue }
    let reference = flag == 1 ? PersistentReference(itemClass, identifier: identifier) : nil
    return LostItem(DamagedItem(itemClass: itemClass, row: row, reference: reference, damage: damage), found: found)
  }
}
