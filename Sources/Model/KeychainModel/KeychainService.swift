// SPDX-License-Identifier: Apache-2.0

/// The keychain as one caller sees it: what the four `SecItem` functions ask for, and nothing else.
package protocol KeychainService: Sendable {
  /// The new item as far as `options.returns` asks for it, or nil where it asks for nothing.
  func add(_ addition: ItemAddition) throws(KeychainStatus) -> ItemResult?
  /// At least one item, or `itemNotFound`; the limit is one unless the query says otherwise.
  func find(_ query: ItemQuery) throws(KeychainStatus) -> [ItemResult]
  /// Changes every item found, or none.
  func update(_ query: ItemQuery, with changes: ItemChanges) throws(KeychainStatus)
  /// Deletes every item found, or none.
  func delete(_ query: ItemQuery) throws(KeychainStatus)
}
