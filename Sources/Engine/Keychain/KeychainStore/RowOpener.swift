// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

/// Opens rows for one search. Rows that do not match, that the caller may not see, or that will never open are skipped.
struct RowOpener: SelectionOpener {
  private let search: ItemSearch
  private let keys: any ClassKeyService
  private let withData: Bool
  var state: AuthenticationState
  private(set) var unrecoverable: [UnrecoverableRow] = []

  init(_ search: ItemSearch, _ keys: any ClassKeyService, withData: Bool, _ state: AuthenticationState) {
    self.search = search
    self.keys = keys
    self.withData = withData
    self.state = state
  }

  func row(_ statement: DatabaseStatement) throws(DatabaseError) -> StoredRow {
    try StoredRow(statement, search.itemClass)
  }

  func place(_ statement: DatabaseStatement) throws(DatabaseError) -> ItemPage.Place {
    ItemPage.Place(row: try statement.integer(0))
  }

  func size(_ statement: DatabaseStatement) -> Int { StoredRow.size(statement) }

  /// Opens a row; nil for one to skip. A row that the lock state forbids ends the whole call: if it were left out, the
  /// caller would conclude that there is no such item.
  mutating func open(_ row: StoredRow) throws(KeychainStatus) -> OpenedItem? {
    guard let sealed = row.sealed else { return discard(row, .damage) }
    var answer: AuthenticationState.Answer?
    let contents: ItemContents
    do {
      contents = try ItemSeal.open(sealed, as: row.name, with: keys) { contents in
        guard search.accepts(contents) else { return false }
        answer = state.answer(for: contents.access)
        return answer == .granted && withData
      }
    } catch {
      switch error {
      case .unrecoverable: return discard(row, .damage)
      case .keyDestroyed: return discard(row, .intent)
      case .locked: throw .interactionNotAllowed
      case .unavailable: throw .notAvailable
      }
    }
    switch answer {
    case .granted: return OpenedItem(row: row, contents: contents)
    case .neverMet: return discard(row, .intent)
    case .skipped, nil: return nil
    }
  }

  private mutating func discard(_ row: StoredRow, _ cause: UnrecoverableRow.Cause) -> OpenedItem? {
    unrecoverable.append(UnrecoverableRow(row: row, cause: cause))
    return nil
  }
}
