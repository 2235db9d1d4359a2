// SPDX-License-Identifier: Apache-2.0

/// What every file of a store shares.
package struct StoreContext: Sendable {
  package let keys: VolumeKeys
  /// If nil, changes in part of synced blocks are not guarded.
  package let undo: UndoDirectory?
  /// If nil, every record is relied on as it is.
  package let epochs: StoreEpochs?

  package init(_ keys: VolumeKeys, undo: UndoDirectory? = nil, epochs: StoreEpochs? = nil) {
    self.keys = keys
    self.undo = undo
    self.epochs = epochs
  }

  /// A record as far as it can be relied on. If its epoch is in doubt, anything that was not synced may be missing.
  package func trusted(_ record: FileRecord) -> FileRecord {
    guard let epochs, epochs.isInDoubt(record.epoch) else { return record }
    var trusted = record
    trusted.flags.remove(.settled)
    trusted.size = 0
    return trusted
  }
}
