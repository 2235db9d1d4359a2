// SPDX-License-Identifier: Apache-2.0
import ItemSealing
import KeychainModel
import SQLiteDatabase

// MARK: - Several changes at once

/// A change that was checked, and sealed as far as it can be before the store is looked at.
enum PreparedChange: Sendable {
  case insertion(PreparedItem)
  case update(ItemSearch, [ItemClass: ItemUpdate])
  case deletion(ItemSearch)
}

extension KeychainStore {
  /// Throws `param` for an identity, which is two items already.
  func prepare(
    _ change: KeychainChange, by caller: KeychainCaller, _ authorizer: any ItemAuthorizer
  ) throws(KeychainStatus) -> PreparedChange {
    switch change {
    case .add(let addition):
      guard addition.itemClass != .identity else { throw .param }
      return .insertion(try prepare(try NewItem(addition, by: caller, authorizer)))
    case .update(let query, let changes):
      try ItemUpdate.reserved(changes)
      let search = try ItemSearch(updating: query, by: caller)
      guard search.itemClass != .identity else { throw .param }
      return .update(search, [search.itemClass: try ItemUpdate(changes, for: search.itemClass, by: caller, authorizer)])
    case .delete(let query):
      let search = try ItemSearch(deleting: query, by: caller)
      guard search.itemClass != .identity else { throw .param }
      return .deletion(search)
    }
  }

  /// Makes all of them in one transaction, which is on the disk when this returns.
  func make(_ changes: [PreparedChange], _ state: inout AuthenticationState) throws(KeychainStatus) {
    let digests = try digests()
    var unrecoverable: [UnrecoverableRow] = []
    defer { remove(unrecoverable) }
    var latest = state
    defer { state = latest }
    try database.write { (connection) throws(KeychainStatus) in
      let writer = ItemWriter(connection, keys, digests)
      for change in changes {
        switch change {
        case .insertion(let item): _ = try writer.insert(item)
        case .update(let search, let updates):
          try update(search, updates, connection, digests, &latest, &unrecoverable)
        case .deletion(let search):
          let deleter = ItemDeleter(connection, writer, keys, now: now)
          guard try deleter.delete(search, RowSelection(search, digests)) > 0 else { throw .itemNotFound }
        }
      }
    }
  }
}
