// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The items that a backup has.
package enum BackupScope: UInt8, Sendable, CaseIterable {
  case everything = 1
  /// The items of the caller's own groups that may be restored on other devices.
  case own = 2
}

/// The use that the owner allows with the passcode under a backup's key: one of the two, and not the other. The numbers
/// are sent.
package enum BackupUse: UInt8, Sendable, CaseIterable {
  /// The items of all programs are written out.
  case write = 1
  /// The items are restored, and what a backup holds is told.
  case restore = 2
}

/// The position where the next part of a backup begins: after a row of a class.
package struct BackupPosition: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64

  package init(itemClass: ItemClass, row: Int64) {
    self.itemClass = itemClass
    self.row = row
  }
}

/// A part of a backup.
package struct BackupPart: Sendable, Equatable {
  /// The sealed records in the order of their numbers.
  package var records: [[UInt8]] = []
  /// The place of the next part; nil after the last one.
  package var next: BackupPosition?
  /// The number of rows in all.
  package var total = 0
  /// The number of rows that this part has left out.
  package var leftOut = 0

  package init() {}
}

/// How many items a restore has added, replaced, kept and left out.
package struct RestoreCounts: Sendable, Equatable {
  /// Items that were not in the keychain.
  package var added = 0
  /// Items that replaced older ones.
  package var replaced = 0
  /// Items that were in the keychain already, the same or newer.
  package var kept = 0
  /// Items that were left out: those of another device, and those of groups that the caller may not write.
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
