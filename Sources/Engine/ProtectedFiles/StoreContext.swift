// SPDX-License-Identifier: Apache-2.0

/// What every file of a store shares.
package struct StoreContext: Sendable {
  package let keys: VolumeKeys
  /// Without it, changes in part of synced blocks are not guarded.
  package let undo: UndoDirectory?
  /// Without them, every record is taken at its word.
  package let epochs: StoreEpochs?

  package init(_ keys: VolumeKeys, undo: UndoDirectory? = nil, epochs: StoreEpochs? = nil) {
    self.keys = keys
    self.undo = undo
    self.epochs = epochs
  }

  /// A record as far as it can be relied on: one in doubt allows anything that was not synced to be missing.
  package func trusted(_ record: FileRecord) -> FileRecord {
    guard let epochs, epochs.isInDoubt(record.epoch) else { return record }
    var trusted = record
    trusted.flags.remove(.settled)
    trusted.size = 0
    return trusted
  }
}
