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
  /// A part ends when its records have this many bytes or more.
  private static let partSize = 512 << 10

  /// The sealed records of the rows after a position, numbered from `first`. Throws if the lock state forbids reading
  /// one of them: a backup has all items or is not made.
  ///
  /// Left out are tombstones, items that do not open, and items that Apple's keychain never exports either: those that
  /// need a passcode to be set, and keys of the enclave.
  ///
  /// With `groups`, the part has only items of these groups that may be restored on any device.
  package func backup(
    after position: BackupPosition?, first: UInt64, _ key: BackupKey, groups: AccessGroupList? = nil
  ) throws(KeychainStatus) -> BackupPart {
    try database.read { (connection) throws(KeychainStatus) in
      var part = BackupPart()
      var size = 0
      for table in ItemTable.all {
        let numbers = try translating { () throws(DatabaseError) in try RowNumbers(table).all(connection) }
        part.total += numbers.count
        guard part.next == nil, !(position?.isAfter(table.itemClass) ?? false) else { continue }
        let last = position?.itemClass == table.itemClass ? position?.row ?? 0 : 0
        for number in numbers where number > last {
          if size >= Self.partSize { break }
          switch try record(number, table, connection, first + UInt64(part.records.count), key, groups) {
          case .sealed(let sealed):
            part.records.append(sealed)
            size += sealed.count
          case .leftOut: part.leftOut += 1
          case .anotherWay: break
          }
          if size >= Self.partSize { part.next = BackupPosition(itemClass: table.itemClass, row: number) }
        }
      }
      return part
    }
  }

  private enum Record {
    case sealed([UInt8])
    case leftOut
    /// The backup of passkeys, which whoever writes the backup has the enclave seal.
    case anotherWay
  }

  private func record(
    _ id: Int64, _ table: ItemTable, _ connection: DatabaseConnection, _ number: UInt64, _ key: BackupKey,
    _ groups: AccessGroupList?
  ) throws(KeychainStatus) -> Record {
    var row: StoredRow?
    // A row that cannot be read is left out and counted, so that a damaged page does not prevent a backup of the rest.
    try? RowSelection(row: id, of: table.itemClass).visit(connection) { (statement) throws(KeychainStatus) in
      row = try translating { () throws(DatabaseError) in try StoredRow(statement, table.itemClass) }
      return false
    }
    guard let row, let sealed = row.sealed else { return .leftOut }
    let contents: ItemContents
    do {
      contents = try ItemSeal.open(sealed, as: row.name, with: keys) { _ in true }
    } catch {
      switch error {
      case .unrecoverable, .keyDestroyed: return .leftOut
      case .locked, .unavailable: throw KeychainStatus(error)
      }
    }
    guard let backupKind = contents.backupKind else { return .leftOut }
    if let groups, backupKind != .portable || !groups.mayRead(contents.group) { return .leftOut }
    if backupKind == .passkey { return .anotherWay }
    do {
      let plain =
        backupKind == .portable
        ? try BackupItem.encodePortable(row.name, contents) : try BackupItem.encodeDeviceBound(row.name, sealed)
      return .sealed(try plain.withBytes { (bytes) throws(CryptoError) in try key.seal(bytes, number: number) })
    } catch {
      throw .internalError
    }
  }
}

extension BackupPosition {
  /// Whether every row of a class comes before this position.
  fileprivate func isAfter(_ other: ItemClass) -> Bool {
    let order = ItemTable.all.map(\.itemClass)
    return (order.firstIndex(of: itemClass) ?? 0) > (order.firstIndex(of: other) ?? 0)
  }
}
