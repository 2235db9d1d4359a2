// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// What a look at every item found.
package struct StoreReport: Sendable, Equatable {
  /// Items that are as they should be.
  package var items = 0
  package var tombstones = 0
  /// Items that cannot be looked at in this lock state.
  package var locked = 0
  package var damaged: [DamagedItem] = []
  /// What the database says of its own pages, as far as it is not well.
  package var pages: [String] = []

  package init() {}

  package var isWell: Bool { damaged.isEmpty && pages.isEmpty }
}

/// An item that is not as it was stored.
package struct DamagedItem: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64
  /// Nil where the row itself cannot be read.
  package let reference: PersistentReference?
  package let damage: Damage

  package enum Damage: String, Sendable {
    /// Its page of the database.
    case page
    /// It does not open, and never will.
    case unreadable
    /// It opens, and its columns say something else: it is not found by what it is.
    case columns
  }
}
