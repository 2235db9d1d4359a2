// SPDX-License-Identifier: Apache-2.0
import ItemSealing
package import KeychainModel
import SQLiteDatabase

// MARK: - Verifying

extension KeychainStore {
  /// Opens every item that the lock state lets be opened, and changes nothing. Each item is opened inside a call of
  /// `gate` of its own, so that a lock waits for one item at most.
  package func verify(
    through gate: (() throws(KeychainStatus) -> Void) throws(KeychainStatus) -> Void = {
      (body) throws(KeychainStatus) in try body()
    }
  ) throws(KeychainStatus) -> StoreReport {
    let digests = try digests()
    return try database.read { (connection) throws(KeychainStatus) in
      var report = StoreReport()
      report.newerFormat = newerFormat
      // On any error, report damage: a check that cannot run must not look like one that found nothing.
      report.pages = (try? connection.check(maximum: StoreReport.maximumPages)) ?? ["the database cannot be checked"]
      if !report.pages.isEmpty { record.metDamage() }
      // If the list of lost items cannot be read, its page is damaged, which `pages` reports.
      report.lost = (try? LostItems.all(connection)) ?? []
      for table in ItemTable.all {
        for id in try translating({ () throws(DatabaseError) in try RowNumbers(table).all(connection) }) {
          try gate { () throws(KeychainStatus) in try look(at: id, table, connection, digests, &report) }
        }
      }
      return report
    }
  }

  private func look(
    at id: Int64, _ table: ItemTable, _ connection: DatabaseConnection, _ digests: LookupDigests,
    _ report: inout StoreReport
  ) throws(KeychainStatus) {
    var row: StoredRow?
    // A row that cannot be read stays nil and is reported as damaged.
    try? RowSelection(row: id, of: table.itemClass).visit(connection) { (statement) throws(KeychainStatus) in
      row = try translating { () throws(DatabaseError) in try StoredRow(statement, table.itemClass) }
      return false
    }
    func note(_ damage: DamagedItem.Damage) {
      guard report.damaged.count < StoreReport.maximumItems else { return }
      report.damaged.append(
        DamagedItem(itemClass: table.itemClass, row: id, reference: row?.name.reference, damage: damage))
    }
    guard let row else { return note(.page) }
    guard let sealed = row.sealed else { return note(.unreadable) }
    do {
      let contents = try ItemSeal.open(sealed, as: row.name, with: keys) { _ in true }
      guard row.agrees(with: contents), try agrees(id, contents, table, connection, digests) else {
        return note(.columns)
      }
      if contents.isTombstone { report.tombstones += 1 } else { report.items += 1 }
    } catch let error as UnsealError {
      switch error {
      case .unrecoverable: note(.unreadable)
      // The key was destroyed on purpose when the passcode was removed. That is not damage.
      case .keyDestroyed: break
      case .locked: report.locked += 1
      case .unavailable: throw .notAvailable
      }
    } catch {
      note(.page)
    }
  }

  /// Whether the row's digests are those of the item's sealed attributes.
  private func agrees(
    _ id: Int64, _ contents: ItemContents, _ table: ItemTable, _ connection: DatabaseConnection,
    _ digests: LookupDigests
  ) throws(DatabaseError) -> Bool {
    let columns = ["pk"] + table.lookups.map { "\"\($0.attribute.rawValue)\"" }
    let statement = try connection.statement(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) WHERE id = ?")
    defer { statement.reset() }
    try statement.bind(1, id)
    guard try statement.step(),
      try statement.blob(0) == digests.primaryKey(contents.attributes, table.itemClass)
    else { return false }
    for (index, column) in table.lookups.enumerated() {
      let stored = statement.isNull(Int32(index) + 1) ? nil : try statement.blob(Int32(index) + 1)
      let value = contents.attributes[column.attribute]
      guard stored == digests.digest(value, column, table.itemClass) else { return false }
    }
    return true
  }
}

extension StoredRow {
  fileprivate func agrees(with contents: ItemContents) -> Bool {
    AccessGroupList.same(group, contents.group) && isSynchronizable == contents.isSynchronizable
      && isTombstone == contents.isTombstone
  }
}
