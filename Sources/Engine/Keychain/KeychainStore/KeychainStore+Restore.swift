// SPDX-License-Identifier: Apache-2.0
import ItemSealing
package import KeychainBackup
package import KeychainModel
import ProtectionModel
import SQLiteDatabase
import SecretMemory
import WireFormat

// MARK: - Restoring

extension KeychainStore {
  /// Restores all records, or none if one of them is not genuine or anything fails. Restoring the same records again
  /// changes nothing. With `groups`, items of other groups are not restored, and counted as foreign.
  package func restore(
    _ records: [[UInt8]], first: UInt64, _ key: BackupKey, groups: AccessGroupList? = nil
  ) throws(KeychainStatus) -> RestoreCounts {
    let digests = try digests()
    return try database.write { (connection) throws(KeychainStatus) in
      var counts = RestoreCounts()
      let writer = ItemWriter(connection, keys, digests)
      for (index, record) in records.enumerated() {
        let item = try open(record, first + UInt64(index), key)
        if let groups, !item.mayBeStored(in: groups) {
          counts.foreign += 1
        } else {
          try restore(item, writer, groups, &counts)
        }
      }
      return counts
    }
  }

  /// The access groups of the items in records, also of those that belong to file-based keychains. Items of another device
  /// are left out: they would not be restored.
  package func groups(
    of records: [[UInt8]], first: UInt64, _ key: BackupKey
  ) throws(KeychainStatus) -> Set<String> {
    var groups: Set<String> = []
    for (index, record) in records.enumerated() {
      let plain = try plain(record, first + UInt64(index), key)
      let kind = plain.withBytes { BackupRecordKind(rawValue: $0[0]) }
      if kind == .keychain || kind == .passkey { continue }
      switch try item(in: plain) {
      case .portable(_, let contents): groups.insert(contents.group)
      case .deviceBound(let name, let sealed):
        do throws(UnsealError) {
          groups.insert(try ItemSeal.open(sealed, as: name, with: keys) { _ in false }.group)
        } catch {
          switch error {
          case .unrecoverable, .keyDestroyed: break
          case .locked, .unavailable: throw KeychainStatus(error)
          }
        }
      }
    }
    return groups.filter { !AccessGroupList.isReserved($0) }
  }

  private func open(_ record: [UInt8], _ number: UInt64, _ key: BackupKey) throws(KeychainStatus) -> BackupItem {
    try item(in: try plain(record, number, key))
  }

  private func plain(_ record: [UInt8], _ number: UInt64, _ key: BackupKey) throws(KeychainStatus) -> SecretBytes {
    guard let plain = try? key.open(record.span, number: number) else { throw .decode }
    return plain
  }

  private func item(in plain: borrowing SecretBytes) throws(KeychainStatus) -> BackupItem {
    do {
      return try plain.withBytes { (bytes) throws(WireError) in try BackupItem.decode(bytes) }
    } catch {
      throw .decode
    }
  }

  private func restore(
    _ item: BackupItem, _ writer: ItemWriter, _ groups: AccessGroupList?, _ counts: inout RestoreCounts
  ) throws(KeychainStatus) {
    switch item {
    case .portable(let name, var contents):
      // Backups of older versions have issuers that are not normalised.
      contents.attributes[.issuer] = contents.attributes[.issuer].map { RequestChecks.kept($0, of: .issuer) }
      try put(contents, name, writer, groups, &counts)
    case .deviceBound(let name, let sealed):
      do {
        let contents = try ItemSeal.open(sealed, as: name, with: keys) { _ in true }
        guard [.deviceBound, .passkey].contains(contents.backupKind) else { throw KeychainStatus.decode }
        try put(contents, name, writer, groups, &counts)
      } catch let error as UnsealError {
        switch error {
        case .unrecoverable, .keyDestroyed: counts.foreign += 1
        case .locked, .unavailable: throw KeychainStatus(error)
        }
      } catch let error as KeychainStatus {
        throw error
      } catch {
        throw .internalError
      }
    }
  }

  /// Stores a restored item. Of items with the same primary key or reference the newer one is kept; of two with the
  /// same modification date, the present one.
  private func put(
    _ contents: ItemContents, _ name: ItemName, _ writer: ItemWriter, _ groups: AccessGroupList?,
    _ counts: inout RestoreCounts
  ) throws(KeychainStatus) {
    let conflicting = try writer.conflictingRows(with: contents, name)
    // A program's backup may name an item of a group that the program may not write. That item stays as it is.
    if let groups, !conflicting.allSatisfy({ groups.mayWrite($0.row.group) }) { return counts.foreign += 1 }
    let standing = conflicting.compactMap(\.item)
    guard standing.allSatisfy({ $0.modificationDate < contents.modificationDate }) else { return counts.kept += 1 }
    let sealed = try ItemSeal.seal(contents, as: name, with: keys)
    // An item with the same reference keeps its row, and with it its position in the results of searches.
    let own = conflicting.first { $0.item != nil && $0.row.name == name }
    for other in conflicting where other.row.id != own?.row.id { try writer.delete(other.row) }
    if let own {
      try writer.replace(own.row, contents, sealed)
    } else {
      _ = try writer.insert(PreparedItem(name: name, contents: contents, sealed: sealed))
    }
    if standing.isEmpty { counts.added += 1 } else { counts.replaced += 1 }
  }
}

extension BackupItem {
  fileprivate func mayBeStored(in groups: AccessGroupList) -> Bool {
    guard case .portable(_, let contents) = self else { return false }
    return groups.mayWrite(contents.group)
  }
}

extension ItemWriter {
  /// A row with the reference or the primary key of the item to restore. The item is nil for a tombstone and for a row
  /// that will never open.
  fileprivate typealias ConflictingRow = (row: StoredRow, item: ItemContents?)

  /// The rows that have the reference of an item, or its primary key.
  fileprivate func conflictingRows(
    with contents: ItemContents, _ name: ItemName
  ) throws(KeychainStatus) -> [ConflictingRow] {
    let primaryKey = digests.primaryKey(contents.attributes, name.itemClass)
    let selections = [
      RowSelection(identifier: name.identifier, of: name.itemClass),
      RowSelection(primaryKey: primaryKey, of: name.itemClass),
    ]
    var conflicting: [ConflictingRow] = []
    for selection in selections {
      guard let row = try row(of: selection, name.itemClass), row.id != conflicting.first?.row.id else { continue }
      conflicting.append((row, try item(of: row)))
    }
    return conflicting
  }

  private func item(of row: StoredRow) throws(KeychainStatus) -> ItemContents? {
    guard let sealed = row.sealed else { return nil }
    do {
      let contents = try ItemSeal.open(sealed, as: row.name, with: keys) { _ in false }
      return contents.isTombstone ? nil : contents
    } catch {
      switch error {
      case .unrecoverable, .keyDestroyed: return nil
      case .locked, .unavailable: throw KeychainStatus(error)
      }
    }
  }
}
