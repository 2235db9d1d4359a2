// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import ItemSealing
import KeychainModel
import SQLiteDatabase

// MARK: - Adding

extension KeychainStore {
  /// Seals before looking for duplicates: while the class key is unavailable, a duplicate too is
  /// `errSecInteractionNotAllowed`.
  func add(_ new: NewItem) throws(KeychainStatus) -> AddedItem {
    let prepared = try prepare(new)
    let digests = try digests()
    return try database.write { (connection) throws(KeychainStatus) in
      try ItemWriter(connection, keys, digests).insert(prepared)
    }
  }

  func prepare(_ new: NewItem) throws(KeychainStatus) -> PreparedItem {
    let now = self.now
    var contents = new.contents
    contents.date(created: now, modified: now)
    let name = ItemName(new.itemClass, identifier: SystemRandom.bytes(PersistentReference.identifierSize))
    return PreparedItem(name: name, contents: contents, sealed: try ItemSeal.seal(contents, as: name, with: keys))
  }
}

/// An item sealed and ready to be stored.
struct PreparedItem: Sendable {
  let name: ItemName
  let contents: ItemContents
  let sealed: SealedItem
}
