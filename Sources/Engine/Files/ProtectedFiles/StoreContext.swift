// SPDX-License-Identifier: Apache-2.0

/// The context that every file of a store shares.
package struct StoreContext: Sendable {
  package let keys: VolumeKeys
  /// The logs of changed blocks. If nil, changes in part of synced blocks are not guarded.
  package let undo: UndoDirectory?
  /// The epochs of the store. If nil, every record is relied on as it is.
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
    // Blocks that the record takes for written may not have reached the disk.
    if record.flags.contains(.mayHaveHoles) { trusted.allowHoles(0..<BlockLayout.maximumBlocks) }
    return trusted
  }

  /// The states in which a crash may have left the header of a file with this record, which was made before the header.
  package enum HeaderLoss: Sendable {
    /// Nothing: the header was on the disk. Whatever is wrong with it is damage, however little is in the file.
    case impossible
    /// The header may not have been written at all. A byte of it that is there was written once.
    case missing
    /// The header may be missing or torn: the creation of the file was interrupted.
    case torn
  }

  /// A record says in which epoch it was made: once that is on the disk, the header is. One that names none was made by
  /// an older program, which did not note it.
  package func possibleHeaderLoss(_ stored: FileRecord) -> HeaderLoss {
    guard trusted(stored).promisesNothing else { return .impossible }
    guard let epochs else { return .torn }
    if stored.epoch == 0 { return .missing }
    return epochs.isInDoubt(stored.epoch) ? .torn : .impossible
  }
}
