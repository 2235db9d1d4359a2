// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ItemSealing
package import KeychainBackup
package import KeychainModel
import ProtectionModel
import SQLiteDatabase
import SecretMemory
import WireFormat

// MARK: - Backup

extension KeychainStore {
  /// So many bytes of records, roughly, make a part.
  private static let partSize = 512 << 10

  /// Sealed records of the rows after a place, numbered from `first`; all of them if the lock state lets them be read,
  /// and else none.
  ///
  /// Left out are tombstones, items that do not open, and what Apple's keychain never exports either: items that want
  /// a passcode to be set, and keys of the enclave.
  ///
  /// With groups, only what is in them and may go anywhere.
  package func backup(
    after place: BackupPlace?, first: UInt64, _ key: BackupKey, groups: AccessGroupList? = nil
  ) throws(KeychainStatus) -> BackupPart {
    try database.read { (connection) throws(KeychainStatus) in
      var part = BackupPart()
      var size = 0
      for table in ItemTable.all {
        let numbers = try translating { () throws(DatabaseError) in try RowNumbers(table).all(connection) }
        part.total += numbers.count
        guard part.next == nil, !(place?.isAfter(table.itemClass) ?? false) else { continue }
        let last = place?.itemClass == table.itemClass ? place?.row ?? 0 : 0
        for number in numbers where number > last {
          if size >= Self.partSize { break }
          if let sealed = try record(number, table, connection, first + UInt64(part.records.count), key, groups) {
            part.records.append(sealed)
            size += sealed.count
          } else {
            part.leftOut += 1
          }
          if size >= Self.partSize { part.next = BackupPlace(itemClass: table.itemClass, row: number) }
        }
      }
      return part
    }
  }

  private func record(
    _ id: Int64, _ table: ItemTable, _ connection: DatabaseConnection, _ number: UInt64, _ key: BackupKey,
    _ groups: AccessGroupList?
  ) throws(KeychainStatus) -> [UInt8]? {
    var row: StoredRow?
    try? RowSelection(row: id, of: table.itemClass).visit(connection) { (statement) throws(KeychainStatus) in
      row = try translating { () throws(DatabaseError) in try StoredRow(statement, table.itemClass) }
      return false
    }
    guard let row, let sealed = row.sealed else { return nil }
    let contents: ItemContents
    do {
      contents = try ItemSeal.open(sealed, as: row.name, with: keys) { _ in true }
    } catch {
      switch error {
      case .dead, .keyDestroyed: return nil
      case .locked, .unavailable: throw KeychainStatus(error)
      }
    }
    guard let travel = contents.travel else { return nil }
    if let groups, travel != .portable || !groups.mayRead(contents.group) { return nil }
    do {
      let plain =
        travel == .portable
        ? try BackupItem.encodePortable(row.name, contents) : try BackupItem.encodeDeviceBound(row.name, sealed)
      return try plain.withBytes { (bytes) throws(CryptoError) in try key.seal(bytes, number: number) }
    } catch {
      throw .internalError
    }
  }
}

extension BackupPlace {
  /// Whether every row of a class has been passed.
  fileprivate func isAfter(_ other: ItemClass) -> Bool {
    let order = ItemTable.all.map(\.itemClass)
    return (order.firstIndex(of: itemClass) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }
}
