// SPDX-License-Identifier: Apache-2.0

/// What a look at every item found.
package struct StoreReport: Sendable, Equatable {
  /// Items that are as they should be.
  package var items = 0
  package var tombstones = 0
  /// Items that cannot be looked at in this lock state.
  package var locked = 0
  /// Items that are there, and not as they were stored: at most `mostItems` of them.
  package var damaged: [DamagedItem] = []
  /// Items that were damaged and are gone, as long as nobody has said that it is known: at most `mostItems`.
  package var lost: [LostItem] = []
  /// What the database says of its own pages, as far as it is not well.
  package var pages: [String] = []
  /// The format of a store that a newer version wrote.
  package var newerFormat: Int64?

  package static let mostItems = 4096
  package static let mostPages = 100

  package init() {}

  package var isWell: Bool { damaged.isEmpty && pages.isEmpty && lost.isEmpty }
}

/// An item that is not as it was stored.
package struct DamagedItem: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64
  /// Nil where the row itself cannot be read.
  package let reference: PersistentReference?
  package let damage: Damage

  package init(itemClass: ItemClass, row: Int64, reference: PersistentReference?, damage: Damage) {
    self.itemClass = itemClass
    self.row = row
    self.reference = reference
    self.damage = damage
  }

  package enum Damage: UInt8, Sendable, CaseIterable {
    /// Its page of the database.
    case page = 1
    /// It does not open, and never will.
    case unreadable = 2
    /// It opens, and its columns say something else: it is not found by what it is.
    case columns = 3
  }
}

/// An item that was damaged and has been taken out.
package struct LostItem: Sendable, Equatable {
  package let item: DamagedItem
  /// When that was found; seconds since 2001-01-01T00:00:00Z.
  package let found: Double

  package init(_ item: DamagedItem, found: Double) {
    self.item = item
    self.found = found
  }
}

/// How a store is, as far as that is known without looking at every item.
package enum StoreHealth: Sendable, Equatable {
  case well
  /// So many items are lost; `hasDamage` where a damaged page was met since the store was opened.
  case damaged(lost: UInt32, hasDamage: Bool)
  /// A newer version wrote it: it is only read.
  case newer
}
