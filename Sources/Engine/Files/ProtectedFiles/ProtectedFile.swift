// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import ProtectionModel
package import SystemCalls

/// A backing file that is open: what its header and record say, and its size.
///
/// Holds no key: whoever reads or writes contents brings it. One thread at a time may change the file, many may read
/// it.
package struct ProtectedFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  package internal(set) var record: FileRecord
  /// The size in plaintext bytes.
  package internal(set) var size: Int
  /// The blocks that may be holes: fewer than the record says, once some were written.
  var holes: HoleRanges
  private var area: HeaderArea
  /// Whether the backing bytes are as many as the record says.
  package internal(set) var wholeness: Wholeness
  /// Whether the file is as empty as at its creation: then a record that has never been settled is complete.
  var isPristine: Bool
  /// Whether the end may be partly written. Until recovery, the size is not to be relied on.
  var recovery: Recovery
  var undo: UndoLog?
  let context: StoreContext
  /// Whether all that lies beyond the size in the record is known to be newer than the last sync.
  let bound: Bound
  /// The size in the record when the file was opened, in doubt or not.
  let foundSize: Int
  /// The end of the synced bytes: none from this offset on was synced since the file was opened, or was there before.
  var syncedEnd: Int

  package enum Wholeness: Sendable, Equatable { case whole, sizeMismatch }
  enum Recovery: Sendable { case pending, done }
  enum Bound: Sendable { case certain, inDoubt }

  package var header: FileHeader { area.header }
  package var id: FileID { record.id }
  package var protection: ProtectionClass { area.header.protection }

  // MARK: - Creating and opening

  /// Makes a new, empty backing file one of the store. The record is written first: a file without one counts as never
  /// created.
  package init(
    creating descriptor: consuming FileDescriptor, _ header: FileHeader, link: LinkTag, _ context: StoreContext
  ) throws(FileFormatError) {
    let record = FileRecord(id: header.id, epoch: context.epochs?.forRecord() ?? 0, links: [link])
    try Self.store(record, of: descriptor, context.keys)
    let area = try HeaderArea.create(header, in: descriptor, context.keys)
    self.init(descriptor, record, area, size: 0, .whole, .done, context, .certain, 0)
  }

  /// Reads and verifies header and record; the link tag is that of the name it was found under, nil if it has none
  /// any more.
  package init(
    opening descriptor: consuming FileDescriptor, link: LinkTag?, _ context: StoreContext
  ) throws(FileFormatError) {
    let backingSize = try Self.backingSize(of: descriptor)
    let stored = try Self.loadRecord(of: descriptor, backingSize, context.keys)
    let record = context.trusted(stored)
    let area = try Self.loadHeader(of: descriptor, backingSize, stored, context)
    guard area.header.id == record.id else { throw .damagedRecord }
    if let link, !record.links.contains(link) { throw .misplaced }
    let found = BlockLayout.plainSize(ofBacking: backingSize)
    let settled = record.flags.contains(.settled)
    let isWhole = settled ? BlockLayout.backingSize(ofPlain: record.size) == backingSize : found >= record.size
    self.init(
      descriptor, record, area, size: settled || !isWhole ? record.size : found, isWhole ? .whole : .sizeMismatch,
      settled || backingSize == BlockLayout.headerArea ? .done : .pending, context,
      record == stored ? .certain : .inDoubt, stored.size)
  }

  private init(
    _ descriptor: consuming FileDescriptor, _ record: FileRecord, _ area: HeaderArea, size: Int,
    _ wholeness: Wholeness, _ recovery: Recovery, _ context: StoreContext, _ bound: Bound,
    _ foundSize: Int
  ) {
    self.descriptor = descriptor
    self.record = record
    self.area = area
    self.size = size
    holes = record.holes
    self.wholeness = wholeness
    isPristine = size == 0 && record.promisesNothing
    self.recovery = recovery
    self.context = context
    self.bound = bound
    self.foundSize = foundSize
    syncedEnd = size
  }

  static func backingSize(of descriptor: borrowing FileDescriptor) throws(FileFormatError) -> Int {
    Int(try descriptor.call { (file) throws(SystemError) in try file.status() }.st_size)
  }

  private static func loadRecord(
    of descriptor: borrowing FileDescriptor, _ backingSize: Int, _ keys: VolumeKeys
  ) throws(FileFormatError) -> FileRecord {
    let found = try descriptor.call { (file) throws(SystemError) in
      try file.extendedAttribute(FileRecordSeal.attribute)
    }
    guard let found else { throw backingSize == 0 ? .unfinished : .damagedRecord }
    return try FileRecord(found, keys)
  }

  /// A header that was cut short is damage even if nothing else was ever in the file.
  private static func loadHeader(
    of descriptor: borrowing FileDescriptor, _ backingSize: Int, _ stored: FileRecord, _ context: StoreContext
  ) throws(FileFormatError) -> HeaderArea {
    do throws(FileFormatError) {
      let area = try HeaderArea.load(descriptor, context.keys)
      guard backingSize >= BlockLayout.headerArea || stored.size > 0 else { throw .damagedHeader }
      return area
    } catch .damagedHeader {
      switch context.possibleHeaderLoss(stored) {
      case .impossible: throw .damagedHeader
      case .torn: throw .unfinished
      case .missing: throw try isZero(descriptor) ? .unfinished : .damagedHeader
      }
    }
  }

  private static func isZero(_ descriptor: borrowing FileDescriptor) throws(FileFormatError) -> Bool {
    let found = try descriptor.call { (file) throws(SystemError) in
      try file.read(count: BlockLayout.headerArea, at: 0)
    }
    return found.span.isZero
  }

  // MARK: - Class

  /// Changes class and wrapped key together: a crash leaves the old pair or the new one.
  package mutating func reclassify(
    as standing: ClassStanding, _ wrappedKey: WrappedKey
  ) throws(FileFormatError) {
    guard let next = header.reclassified(as: standing, wrappedKey) else { throw .damagedHeader }
    let times = TimesOfContent(try descriptor.call { (file) throws(SystemError) in try file.status() })
    area = try area.replace(with: next, in: descriptor, context.keys)
    // The contents have not changed, so their time of change must not either.
    try descriptor.call { (file) throws(SystemError) in try times.restore(on: file) }
  }
}
