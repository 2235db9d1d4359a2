// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem
package import ProtectionModel

/// A backing file that is open: what its header and record say, and its size.
///
/// Holds no key: whoever reads or writes contents brings it. One thread at a time may change it, many may read.
package struct ProtectedFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  package internal(set) var record: FileRecord
  /// The size in plaintext bytes.
  package internal(set) var size: Int
  private var area: HeaderArea
  /// Whether the backing bytes are as many as the record says.
  package internal(set) var wholeness: Wholeness
  /// Whether the file is as empty as it was created: then a record that has never been settled says all there is.
  var isPristine: Bool
  /// Whether the end may still be torn: until then the size is not to be vouched for.
  var recovery: Recovery
  var undo: UndoLog?
  let undoDirectory: UndoDirectory?
  let keys: VolumeKeys

  package enum Wholeness: Sendable, Equatable { case whole, sizeMismatch }
  enum Recovery: Sendable { case due, done }

  package var header: FileHeader { area.header }
  package var id: FileID { record.id }
  package var protection: ProtectionClass { area.header.protection }

  // MARK: - Creating and opening

  /// Makes a new, empty backing file one of the store. The record comes first: a file without one never was.
  package init(
    creating descriptor: consuming FileDescriptor, _ header: FileHeader, link: LinkTag, _ keys: VolumeKeys,
    undo: UndoDirectory? = nil
  ) throws(FileFormatError) {
    let record = FileRecord(id: header.id, links: [link])
    try Self.store(record, of: descriptor, keys)
    let area = try HeaderArea.create(header, in: descriptor, keys)
    self.init(descriptor, record, area, size: 0, .whole, .done, keys, undo)
  }

  /// Reads and verifies header and record; the link tag is that of the name it was found under, nil if it has none
  /// any more.
  package init(
    opening descriptor: consuming FileDescriptor, link: LinkTag?, _ keys: VolumeKeys, undo: UndoDirectory? = nil
  ) throws(FileFormatError) {
    let backingSize = try Self.backingSize(of: descriptor)
    let record = try Self.loadRecord(of: descriptor, backingSize, keys)
    let area = try Self.loadHeader(of: descriptor, record, keys)
    guard area.header.id == record.id else { throw .damagedRecord }
    if let link, !record.links.contains(link) { throw .misplaced }
    let found = BlockLayout.plainSize(ofBacking: backingSize)
    let settled = record.flags.contains(.settled)
    let isWhole = settled ? BlockLayout.backingSize(ofPlain: record.size) == backingSize : found >= record.size
    self.init(
      descriptor, record, area, size: settled || !isWhole ? record.size : found, isWhole ? .whole : .sizeMismatch,
      settled || backingSize == BlockLayout.headerArea ? .done : .due, keys, undo)
  }

  private init(
    _ descriptor: consuming FileDescriptor, _ record: FileRecord, _ area: HeaderArea, size: Int,
    _ wholeness: Wholeness, _ recovery: Recovery, _ keys: VolumeKeys, _ undoDirectory: UndoDirectory?
  ) {
    self.descriptor = descriptor
    self.record = record
    self.area = area
    self.size = size
    self.wholeness = wholeness
    isPristine = size == 0 && record.promisesNothing
    self.recovery = recovery
    self.keys = keys
    self.undoDirectory = undoDirectory
  }

  static func backingSize(of descriptor: borrowing FileDescriptor) throws(FileFormatError) -> Int {
    Int(try descriptor.call { (file) throws(SystemError) in try file.status() }.st_size)
  }

  private static func loadRecord(
    of descriptor: borrowing FileDescriptor, _ backingSize: Int, _ keys: VolumeKeys
  ) throws(FileFormatError) -> FileRecord {
    let found = try descriptor.call { (file) throws(SystemError) in
      try file.extendedAttribute(RecordSeal.attribute)
    }
    guard let found else { throw backingSize == 0 ? .unfinished : .damagedRecord }
    return try FileRecord(found, keys)
  }

  /// A record that promises nothing over a header that was never written: the creation did not last.
  private static func loadHeader(
    of descriptor: borrowing FileDescriptor, _ record: FileRecord, _ keys: VolumeKeys
  ) throws(FileFormatError) -> HeaderArea {
    do {
      return try HeaderArea.load(descriptor, keys)
    } catch .damagedHeader where record.promisesNothing {
      throw .unfinished
    }
  }

  // MARK: - Class

  /// Changes class and wrapped key together: a crash leaves the old pair or the new one.
  package mutating func reclassify(
    as protection: ProtectionClass, _ wrappedKey: WrappedKey
  ) throws(FileFormatError) {
    guard let next = header.reclassified(as: protection, wrappedKey) else { throw .damagedHeader }
    let times = TimesOfContent(try descriptor.call { (file) throws(SystemError) in try file.status() })
    area = try area.replace(with: next, in: descriptor, keys)
    // The contents did not change, so neither may the time that says when they did.
    try descriptor.call { (file) throws(SystemError) in try times.restore(on: file) }
  }
}
