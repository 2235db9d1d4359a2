// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import SQLiteDatabase

/// Opens the rows of a selection one by one: an item each, or the two halves of an identity.
protocol SelectionOpener {
  /// The row as it is read from the database, so that it can be opened later, when the statement has ended.
  associatedtype Row
  associatedtype Opened: FoundItem

  func row(_ statement: DatabaseStatement) throws(DatabaseError) -> Row
  /// The place of a row among all, which come in this order.
  func place(_ statement: DatabaseStatement) throws(DatabaseError) -> ItemPage.Place
  /// The sealed bytes of a row.
  func size(_ statement: DatabaseStatement) -> Int
  /// Opens a selected row; nil for one to skip.
  mutating func open(_ row: Row) throws(KeychainStatus) -> Opened?

  /// The access controls that have been authenticated, and those that wait for it.
  var state: AuthenticationState { get }
  /// The rows that will never open.
  var unrecoverable: [UnrecoverableRow] { get }
}

/// A result of a search.
protocol FoundItem {
  /// The certificate that the `kSecMatch…` keys are compared with, if there is one.
  var examined: SecretData? { get }
  /// The parts of it that were asked for.
  func result(_ returns: ReturnSelection) -> ItemResult
}
