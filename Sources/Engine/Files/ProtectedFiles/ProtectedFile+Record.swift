// SPDX-License-Identifier: Apache-2.0
import Files
import SystemCalls

// MARK: - The record

extension ProtectedFile {
  static func store(
    _ record: FileRecord, of descriptor: borrowing FileDescriptor, _ keys: VolumeKeys
  ) throws(FileFormatError) {
    let bytes = record.encoded(keys)
    try descriptor.call { (file) throws(SystemError) in
      try file.setExtendedAttribute(FileRecordSeal.attribute, to: bytes.span)
    }
  }

  /// Stores a record and, once that is done, remembers it.
  private mutating func store(_ next: FileRecord) throws(FileFormatError) {
    guard next != record else { return }
    try Self.store(next, of: descriptor, context.keys)
    record = next
  }

  /// Marks the record as a lower bound, before the size changes or blocks become holes. Of a file that grows, all that
  /// is to come may be a hole: so growing on needs no other record.
  mutating func unsettle(holes: Range<Int> = 0..<0, atMost bound: Int? = nil) throws(FileFormatError) {
    var next = record
    next.allowHoles(holes)
    next.flags.remove(.settled)
    next.size = min(next.size, bound ?? size)
    try store(next)
    isPristine = false
  }

  /// Lets the record name the exact size again. To be called when the last program that writes closes the file.
  package mutating func settle() throws(FileFormatError) {
    guard wholeness == .whole, isUnsettled, recovery == .done else { return }
    var next = record
    next.flags.insert(.settled)
    next.size = size
    next.epoch = context.epochs?.forRecord() ?? 0
    try storeWithHoles(next)
  }

  /// Stores the record with its holes, once what was written into holes is on the disk, or the epoch of the record says
  /// that it may not be.
  private mutating func storeWithHoles(_ record: FileRecord) throws(FileFormatError) {
    var (next, exact) = (record, holes)
    exact.remove(BlockLayout.blockCount(ofPlain: size)..<BlockLayout.maximumBlocks)
    next.setHoles(exact)
    try store(next)
    holes = next.holes
  }

  /// Forgets the holes once the file has been emptied, and not before: a crash must not leave holes that count as
  /// damage. From then on zeros in the file are damage again. If it fails, they still read as holes.
  mutating func forgetHoles() {
    holes = .none
    guard record.flags.contains(.mayHaveHoles) else { return }
    var next = record
    next.forgetHoles()
    try? store(next)
  }

  /// Whether the record's size is only a lower bound, or holes were written. If it is so when the file is first opened,
  /// there was a crash.
  package var isUnsettled: Bool {
    !record.flags.contains(.settled) && !(isPristine && recovery == .done) || holes != record.holes
  }

  /// The part of a file that a sync writes to the disk.
  package enum SyncReach: Sendable { case contents, everything }

  /// Syncs the contents, and the size with them.
  ///
  /// The data are written before the record that vouches for them: a power cut in between must not leave the record
  /// alone.
  package mutating func sync(_ reach: SyncReach = .contents) throws(FileFormatError) {
    var next = record
    next.flags.insert(.synced)
    if wholeness == .whole && recovery == .done {
      next.size = size
      next.epoch = 0
    }
    if next == record && reach == .contents {
      try descriptor.call { (file) throws(SystemError) in try file.syncData() }
    } else {
      try descriptor.call { (file) throws(SystemError) in try file.writeOut() }
      // Set before the record is stored: if the sync then fails, the record may name this size on the disk all the
      // same.
      syncedEnd = max(syncedEnd, size)
      try wholeness == .whole && recovery == .done ? storeWithHoles(next) : store(next)
      try descriptor.call { (file) throws(SystemError) in try file.sync() }
    }
    syncedEnd = size
    forgetUndo()
  }

  /// Adds a name. To be called before the file gets it.
  package mutating func add(_ link: LinkTag) throws(FileFormatError) {
    var next = record
    try next.add(link)
    try store(next)
  }

  /// Removes a name. To be called after the file has lost it.
  package mutating func remove(_ link: LinkTag) throws(FileFormatError) {
    var next = record
    next.remove(link)
    try store(next)
  }
}
