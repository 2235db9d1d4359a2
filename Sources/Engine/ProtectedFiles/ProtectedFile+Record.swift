// SPDX-License-Identifier: Apache-2.0
import LinuxSystem

// MARK: - The record

extension ProtectedFile {
  static func store(
    _ record: FileRecord, of descriptor: borrowing FileDescriptor, _ keys: VolumeKeys
  ) throws(FileFormatError) {
    let bytes = record.encoded(keys)
    try descriptor.call { (file) throws(SystemError) in
      try file.setExtendedAttribute(RecordSeal.attribute, to: bytes.span)
    }
  }

  /// Stores a record and, once that is done, remembers it.
  private mutating func store(_ next: FileRecord) throws(FileFormatError) {
    guard next != record else { return }
    try Self.store(next, of: descriptor, context.keys)
    record = next
  }

  /// Due before the size changes: from now on the record is a lower bound only.
  mutating func unsettle(_ flags: FileRecord.Flags = []) throws(FileFormatError) {
    try unsettle(flags, atMost: size)
  }

  mutating func unsettle(_ flags: FileRecord.Flags, atMost bound: Int) throws(FileFormatError) {
    var next = record
    next.flags.formUnion(flags)
    next.flags.remove(.settled)
    next.size = min(next.size, bound)
    try store(next)
    isPristine = false
  }

  /// Lets the record name the exact size again: due when the last program that writes closes the file.
  package mutating func settle() throws(FileFormatError) {
    guard wholeness == .whole, isUnsettled, recovery == .done else { return }
    var next = record
    next.flags.insert(.settled)
    next.size = size
    next.epoch = context.epochs?.forRecord() ?? 0
    try store(next)
  }

  /// Whether the record's size is a lower bound only; so found when first opened, it says that there was a crash.
  package var isUnsettled: Bool { !record.flags.contains(.settled) && !(isPristine && recovery == .done) }

  /// What a sync makes last.
  package enum SyncReach: Sendable { case contents, everything }

  /// Makes the contents last, and the size with them.
  ///
  /// The data go out before the record that vouches for them: a power cut in between must not find the record alone.
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
      // Should the disk refuse what follows, the record may say so all the same.
      syncedEnd = max(syncedEnd, size)
      try store(next)
      try descriptor.call { (file) throws(SystemError) in try file.sync() }
    }
    syncedEnd = size
    forgetUndo()
  }

  /// Adds a name; due before the file gets it.
  package mutating func add(_ link: LinkTag) throws(FileFormatError) {
    var next = record
    try next.add(link)
    try store(next)
  }

  /// Takes a name away; due after the file has lost it.
  package mutating func remove(_ link: LinkTag) throws(FileFormatError) {
    var next = record
    next.remove(link)
    try store(next)
  }
}
