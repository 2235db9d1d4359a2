// SPDX-License-Identifier: Apache-2.0

/// The keychain as one caller sees it: the operations of the four `SecItem` functions.
package protocol KeychainService: Sendable {
  /// Adds an item. Returns the parts of it that `options.returns` asks for, or nil if it asks for none.
  func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult?
  /// Returns at least one item, or throws `itemNotFound`. The limit is one unless the query gives another.
  func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult]
  /// Changes every item found, or none.
  func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus)
  /// Deletes every item found, or none.
  func delete(_ query: ItemQuery) throws(KeychainStatus)
}
