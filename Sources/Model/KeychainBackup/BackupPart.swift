// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// Whose items are meant.
package enum BackupScope: UInt8, Sendable, CaseIterable {
  case everything = 1
  /// Those of the caller's own groups, as far as they may go to other devices.
  case own = 2
}

/// Where a backup goes on: after a row of a class.
package struct BackupPlace: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64

  package init(itemClass: ItemClass, row: Int64) {
    self.itemClass = itemClass
    self.row = row
  }
}

/// A part of a backup.
package struct BackupPart: Sendable, Equatable {
  /// Sealed, in the order of their numbers.
  package var records: [[UInt8]] = []
  /// Nil when that was all.
  package var next: BackupPlace?
  /// How many rows there are in all.
  package var total = 0
  /// Rows that a backup leaves out, of those that this part has passed.
  package var leftOut = 0

  package init() {}
}

/// What became of records that were restored.
package struct RestoreCounts: Sendable, Equatable {
  /// Items that were not there.
  package var added = 0
  /// Items that were there as they were before.
  package var replaced = 0
  /// Items that are there, the same or newer.
  package var kept = 0
  /// Items of another device, which stay there.
  package var foreign = 0

  package init() {}

  package static func + (one: RestoreCounts, other: RestoreCounts) -> RestoreCounts {
    var sum = one
    sum.added += other.added
    sum.replaced += other.replaced
    sum.kept += other.kept
    sum.foreign += other.foreign
    return sum
  }
}
