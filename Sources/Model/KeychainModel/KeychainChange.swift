// SPDX-License-Identifier: Apache-2.0

/// One of several changes that are made together.
package enum KeychainChange: Sendable {
  case add(ItemAddition)
  case update(ItemQuery, ItemChanges)
  case delete(ItemQuery)
}
