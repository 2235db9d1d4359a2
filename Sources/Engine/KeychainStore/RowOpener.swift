// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import ProtectionModel
import SQLiteDatabase

/// Opens rows for one search: what is not asked for, may not be seen or will never open is passed over.
struct RowOpener: SelectionOpener {
  private let search: ItemSearch
  private let keys: any ClassKeyService
  private let withData: Bool
  var state: AuthenticationState
  private(set) var dead: [DeadRow] = []

  init(_ search: ItemSearch, _ keys: any ClassKeyService, withData: Bool, _ state: AuthenticationState) {
    self.search = search
    self.keys = keys
    self.withData = withData
    self.state = state
  }

  func row(_ statement: DatabaseStatement) throws(DatabaseError) -> StoredRow {
    try StoredRow(statement, search.itemClass)
  }

  /// Nil for a row to pass over. What the lock state forbids ends the whole call: to leave the item out would tell
  /// the caller that there is none.
  mutating func open(_ row: StoredRow) throws(KeychainStatus) -> OpenedItem? {
    guard let sealed = row.sealed else { return bury(row, .damage) }
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
      case .dead: return bury(row, .damage)
      case .keyDestroyed: return bury(row, .intent)
      case .locked: throw .interactionNotAllowed
      case .unavailable: throw .notAvailable
      }
    }
    switch answer {
    case .granted: return OpenedItem(row: row, contents: contents)
    case .dead: return bury(row, .intent)
    case .skipped, nil: return nil
    }
  }

  private mutating func bury(_ row: StoredRow, _ cause: DeadRow.Cause) -> OpenedItem? {
    dead.append(DeadRow(row: row, cause: cause))
    return nil
  }
}
