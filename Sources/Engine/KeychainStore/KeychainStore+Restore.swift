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
  /// All records or, if one is no genuine one or something fails, none. The same records may come again: then there is
  /// nothing left to do. With groups, only what may be stored in them is taken.
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
          try restore(item, writer, &counts)
        }
      }
      return counts
    }
  }

  private func open(_ record: [UInt8], _ number: UInt64, _ key: BackupKey) throws(KeychainStatus) -> BackupItem {
    guard let plain = try? key.open(record.span, number: number) else { throw .decode }
    do {
      return try plain.withBytes { (bytes) throws(WireError) in try BackupItem.decode(bytes) }
    } catch {
      throw .decode
    }
  }

  private func restore(
    _ item: BackupItem, _ writer: ItemWriter, _ counts: inout RestoreCounts
  ) throws(KeychainStatus) {
    switch item {
    case .portable(let name, var contents):
      // A backup may be older than the rule.
      contents.attributes[.issuer] = contents.attributes[.issuer].map { RequestChecks.kept($0, of: .issuer) }
      try put(contents, name, writer, &counts)
    case .deviceBound(let name, let sealed):
      do {
        let contents = try ItemSeal.open(sealed, as: name, with: keys) { _ in true }
        guard contents.travel == .deviceBound else { throw KeychainStatus.decode }
        try put(contents, name, writer, &counts)
      } catch let error as UnsealError {
        switch error {
        case .dead, .keyDestroyed: counts.foreign += 1
        case .locked, .unavailable: throw KeychainStatus(error)
        }
      } catch let error as KeychainStatus {
        throw error
      } catch {
        throw .internalError
      }
    }
  }

  /// The newer one of two items that cannot both be, stays; of two of the same time, the one that is there.
  private func put(
    _ contents: ItemContents, _ name: ItemName, _ writer: ItemWriter, _ counts: inout RestoreCounts
  ) throws(KeychainStatus) {
    if let standing = try writer.standing(name) {
      guard standing.contents.modificationDate < contents.modificationDate else { return counts.kept += 1 }
      try writer.update(standing, to: contents, false)
      return counts.replaced += 1
    }
    let sealed = try ItemSeal.seal(contents, as: name, with: keys)
    do {
      _ = try writer.insert(PreparedItem(name: name, contents: contents, sealed: sealed))
      counts.added += 1
    } catch {
      guard error == .duplicateItem else { throw error }
      guard let other = try writer.standing(contents, name.itemClass),
        other.contents.modificationDate < contents.modificationDate
      else { return counts.kept += 1 }
      try writer.update(other, to: contents, false)
      counts.replaced += 1
    }
  }
}

extension BackupItem {
  fileprivate func mayBeStored(in groups: AccessGroupList) -> Bool {
    guard case .portable(_, let contents) = self else { return false }
    return groups.mayWrite(contents.group)
  }
}

extension ItemWriter {
  /// The item of a reference, opened.
  fileprivate func standing(_ name: ItemName) throws(KeychainStatus) -> OpenedItem? {
    try standing(RowSelection(identifier: name.identifier, of: name.itemClass), name.itemClass)
  }

  /// The item with the primary key of another.
  fileprivate func standing(_ contents: ItemContents, _ itemClass: ItemClass) throws(KeychainStatus) -> OpenedItem? {
    let primaryKey = digests.primaryKey(contents.attributes, itemClass)
    return try standing(RowSelection(primaryKey: primaryKey, of: itemClass), itemClass)
  }

  private func standing(_ selection: RowSelection, _ itemClass: ItemClass) throws(KeychainStatus) -> OpenedItem? {
    guard let row = try row(of: selection, itemClass), let sealed = row.sealed, !row.isTombstone else { return nil }
    do {
      return OpenedItem(row: row, contents: try ItemSeal.open(sealed, as: row.name, with: keys) { _ in true })
    } catch {
      switch error {
      case .dead, .keyDestroyed: return nil
      case .locked, .unavailable: throw KeychainStatus(error)
      }
    }
  }
}
