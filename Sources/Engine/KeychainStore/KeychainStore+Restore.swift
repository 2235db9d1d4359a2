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
          try restore(item, writer, groups, &counts)
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
    _ item: BackupItem, _ writer: ItemWriter, _ groups: AccessGroupList?, _ counts: inout RestoreCounts
  ) throws(KeychainStatus) {
    switch item {
    case .portable(let name, var contents):
      // A backup may be older than the rule.
      contents.attributes[.issuer] = contents.attributes[.issuer].map { RequestChecks.kept($0, of: .issuer) }
      try put(contents, name, writer, groups, &counts)
    case .deviceBound(let name, let sealed):
      do {
        let contents = try ItemSeal.open(sealed, as: name, with: keys) { _ in true }
        guard contents.travel == .deviceBound else { throw KeychainStatus.decode }
        try put(contents, name, writer, groups, &counts)
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

  /// The newer one of items that cannot be beside each other stays; of those of the same time, the one that is there.
  private func put(
    _ contents: ItemContents, _ name: ItemName, _ writer: ItemWriter, _ groups: AccessGroupList?,
    _ counts: inout RestoreCounts
  ) throws(KeychainStatus) {
    let rivals = try writer.rivals(of: contents, name)
    // A backup may name what is another program's.
    if let groups, !rivals.allSatisfy({ groups.mayWrite($0.row.group) }) { return counts.foreign += 1 }
    let standing = rivals.compactMap(\.item)
    guard standing.allSatisfy({ $0.modificationDate < contents.modificationDate }) else { return counts.kept += 1 }
    let sealed = try ItemSeal.seal(contents, as: name, with: keys)
    // Its own row first of all, so that it keeps its place among the others.
    let own = rivals.first { $0.item != nil && $0.row.name == name }
    for rival in rivals where rival.row.id != own?.row.id { try writer.delete(rival.row) }
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
  /// A row that another item cannot be beside; nil for the item of one that is none any more.
  fileprivate typealias Rival = (row: StoredRow, item: ItemContents?)

  /// Who has the reference of an item, and who has its primary key.
  fileprivate func rivals(of contents: ItemContents, _ name: ItemName) throws(KeychainStatus) -> [Rival] {
    let primaryKey = digests.primaryKey(contents.attributes, name.itemClass)
    let selections = [
      RowSelection(identifier: name.identifier, of: name.itemClass),
      RowSelection(primaryKey: primaryKey, of: name.itemClass),
    ]
    var rivals: [Rival] = []
    for selection in selections {
      guard let row = try row(of: selection, name.itemClass), row.id != rivals.first?.row.id else { continue }
      rivals.append((row, try item(of: row)))
    }
    return rivals
  }

  private func item(of row: StoredRow) throws(KeychainStatus) -> ItemContents? {
    guard let sealed = row.sealed else { return nil }
    do {
      let contents = try ItemSeal.open(sealed, as: row.name, with: keys) { _ in false }
      return contents.isTombstone ? nil : contents
    } catch {
      switch error {
      case .dead, .keyDestroyed: return nil
      case .locked, .unavailable: throw KeychainStatus(error)
      }
    }
  }
}
