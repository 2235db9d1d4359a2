// SPDX-License-Identifier: Apache-2.0
import ItemSealing
package import KeychainModel
import ProtectionModel
import SQLiteDatabase

// MARK: - Explaining a search

extension KeychainSession: SearchExaminer {
  package func accessGroups() throws(KeychainStatus) -> [String] { caller.groups.groups }

  /// Examines a query, and neither asks the person nor removes damaged rows.
  package func examine(_ query: ItemQuery) throws(KeychainStatus) -> SearchReport {
    let search = try ItemSearch(finding: query, by: caller)
    let halves: [ItemClass] = search.itemClass == .identity ? [.certificate, .key] : [search.itemClass]
    var rows: [RowVerdict] = []
    for half in halves {
      rows += try store.examine(RowExamination(search, of: half, for: caller.groups, try store.digests()))
    }
    let listed = rows.prefix(SearchReport.maximumRows)
    return SearchReport(groups: caller.groups.groups, rows: Array(listed), unlisted: rows.count - listed.count)
  }
}

extension KeychainStore {
  fileprivate func examine(_ examination: RowExamination) throws(KeychainStatus) -> [RowVerdict] {
    var verdicts: [RowVerdict] = []
    var taken = 0
    try database.read { (connection) throws(KeychainStatus) in
      let statement = try translating { () throws(DatabaseError) in try connection.statement(examination.sql) }
      defer { statement.reset() }
      while try translating({ () throws(DatabaseError) in try statement.step() }) {
        guard let columns = try translating({ () throws(DatabaseError) in try examination.columns(of: statement) })
        else { continue }
        var outcome = examination.outcome(of: columns)
        if outcome == .taken {
          outcome =
            taken < examination.limit ? try open(columns.row, examination, connection) : .beyondLimit
        }
        if outcome == .taken { taken += 1 }
        verdicts.append(
          RowVerdict(
            examination.itemClass, row: columns.row, group: columns.group, accessible: columns.accessible, outcome))
      }
    }
    return verdicts
  }

  /// The result of opening a row, after its columns have matched.
  private func open(
    _ row: Int64, _ examination: RowExamination, _ connection: DatabaseConnection
  ) throws(KeychainStatus) -> RowOutcome {
    let selection = RowSelection(row: row, of: examination.itemClass)
    let stored = try translating { () throws(DatabaseError) in
      let statement = try selection.prepared(connection)
      defer { statement.reset() }
      return try statement.step() ? try StoredRow(statement, examination.itemClass) : nil
    }
    guard let stored else { return .damaged }
    let search = examination.search
    var opener = RowOpener(search, keys, withData: search.looksIntoCertificates, AuthenticationState())
    do {
      if let item = try opener.open(stored) { return try accepts(item.contents.data, search) ? .taken : .filteredOut }
    } catch {
      return error == .interactionNotAllowed ? .keyAway : .unavailable
    }
    if !opener.unrecoverable.isEmpty { return .damaged }
    return opener.state.isWaiting ? .authenticationNeeded : .filteredOut
  }
}
