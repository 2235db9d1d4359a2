// SPDX-License-Identifier: Apache-2.0

/// The result of verifying every item of a store.
package struct StoreReport: Sendable, Equatable {
  /// The number of intact items.
  package var items = 0
  package var tombstones = 0
  /// How many items cannot be verified in this lock state.
  package var locked = 0
  /// Damaged items that are still in the store, at most `maximumItems`.
  package var damaged: [DamagedItem] = []
  /// Items that were lost to damage, until the owner says that this is known; at most `maximumItems`.
  package var lost: [LostItem] = []
  /// The defects of the database's pages; empty if there are none.
  package var pages: [String] = []
  /// The format of a store that a newer version wrote, otherwise nil.
  package var newerFormat: Int64?

  package static let maximumItems = 4096
  package static let maximumPages = 100

  package init() {}

  package var isWell: Bool { damaged.isEmpty && pages.isEmpty && lost.isEmpty }
}

/// A damaged item.
package struct DamagedItem: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64
  /// The reference of the row; nil if the row itself cannot be read.
  package let reference: PersistentReference?
  package let damage: Damage

  package init(itemClass: ItemClass, row: Int64, reference: PersistentReference?, damage: Damage) {
    self.itemClass = itemClass
    self.row = row
    self.reference = reference
    self.damage = damage
  }

  package enum Damage: UInt8, Sendable, CaseIterable {
    /// The page of the database is damaged.
    case page = 1
    /// The sealed contents are damaged, so that the item never opens again.
    case unreadable = 2
    /// The item opens, but its columns do not agree with it, so that searches do not find it.
    case columns = 3
  }
}

/// An item that was damaged and has been removed.
package struct LostItem: Sendable, Equatable {
  package let item: DamagedItem
  /// The time at which the damage was found, in seconds since 2001-01-01T00:00:00Z.
  package let found: Double

  package init(_ item: DamagedItem, found: Double) {
    self.item = item
    self.found = found
  }
}

/// The health of a store, as far as it is known without verifying every item.
package enum StoreHealth: Sendable, Equatable {
  case well
  /// How many items are lost. `hasDamage` says whether a damaged page was met since the store was opened.
  case damaged(lost: UInt32, hasDamage: Bool)
  /// A newer version wrote the store, so it is only read.
  case newer
}
