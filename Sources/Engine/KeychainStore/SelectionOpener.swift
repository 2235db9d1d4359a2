// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import SQLiteDatabase

/// Opens, one by one, what the rows of a selection hold: an item each, or the halves of an identity.
protocol SelectionOpener {
  /// What is read of the database, to be opened when no statement needs to wait for it.
  associatedtype Row
  associatedtype Opened: FoundItem

  func row(_ statement: DatabaseStatement) throws(DatabaseError) -> Row
  /// Nil for what is to be passed over.
  mutating func open(_ row: Row) throws(KeychainStatus) -> Opened?

  /// What has been authenticated for, and what has to be.
  var state: AuthenticationState { get }
  /// What will never open.
  var dead: [DeadRow] { get }
}

/// What a search finds.
protocol FoundItem {
  /// The certificate that the `kSecMatch…` keys look into, where that is what this is.
  var examined: SecretData? { get }
  /// As much as was asked for.
  func result(_ returns: ReturnSelection) -> ItemResult
}
