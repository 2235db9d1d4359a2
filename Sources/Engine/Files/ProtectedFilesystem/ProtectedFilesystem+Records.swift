// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

/// How to reach the record of a backing file whose names change.
enum RecordHolder: ~Copyable, Sendable {
  case entry(BackingEntry)
  /// A descriptor that was opened before the name is removed.
  case descriptor(FileDescriptor)

  func load() throws(FileError) -> [UInt8]? {
    switch self {
    case .entry(let backingEntry):
      return try AttributeTarget.entry(backingEntry).extendedAttribute(StoredDirectory.attribute)
    case .descriptor(let file):
      do { return try file.extendedAttribute(StoredDirectory.attribute) } catch { throw FileError(error) }
    }
  }

  func store(_ bytes: [UInt8]) throws(FileError) {
    switch self {
    case .entry(let backingEntry):
      try AttributeTarget.entry(backingEntry).setExtendedAttribute(StoredDirectory.attribute, to: bytes.span)
    case .descriptor(let file):
      do {
        try file.setExtendedAttribute(StoredDirectory.attribute, to: bytes.span)
      } catch {
        throw FileError(error)
      }
    }
  }
}

/// A change to the names in a record.
enum LinkChange: Sendable { case add(LinkTag), remove(LinkTag) }

/// Whether a change made a difference to the record.
enum RecordOutcome: Sendable { case changed, asBefore }

// MARK: - Which names a file has

extension ProtectedFilesystem {
  /// Adds a name to an entry's record, before the entry gets that name, or removes one, after the entry has lost it.
  ///
  /// Not inlined, because Swift 6.3 then fails over the holder, which cannot be copied.
  @discardableResult @inline(never)
  func change(_ change: LinkChange, of backingEntry: BackingEntry, _ status: stat) throws(FileError) -> RecordOutcome {
    switch status.st_mode & S_IFMT {
    case S_IFREG: try self.change(change, of: .entry(backingEntry), nodes.id(of: status))
    case S_IFDIR: try changeDirectory(change, backingEntry, nodes.id(of: status))
    default: .asBefore
    }
  }

  /// Changes the record through the file object if the file is in use, so that both agree, and on the disk otherwise. A
  /// damaged record stays as it is.
  @discardableResult
  func change(
    _ change: LinkChange, of holder: borrowing RecordHolder, _ node: NodeID?
  ) throws(FileError) -> RecordOutcome {
    guard let node, let file = try? nodes.file(node) else {
      return try changeStored(change, nil, holder) == nil ? .asBefore : .changed
    }
    return try file.changing { (state) throws(FileError) in
      guard state.isLoaded else {
        return try state.changeClosed { (known) throws(FileError) in try changeStored(change, known, holder) }
      }
      return try state.changing { (contents) throws(FileError) in
        let before = contents.file.record
        try served { () throws(FileFormatError) in try contents.file.apply(change) }
        return contents.file.record == before ? .asBefore : .changed
      }
    }
  }

  /// Changes the stored record, and returns it; nil if it is as before.
  private func changeStored(
    _ change: LinkChange, _ known: FileRecord?, _ holder: borrowing RecordHolder
  ) throws(FileError) -> FileRecord? {
    let found = if let known { Optional(known) } else { try load(holder) }
    guard let record = found else { return nil }
    var next = record
    try served { () throws(FileFormatError) in try next.apply(change) }
    guard next != record else { return nil }
    try holder.store(next.encoded(store.keys))
    return next
  }

  private func load(_ holder: borrowing RecordHolder) throws(FileError) -> FileRecord? {
    guard let bytes = try holder.load() else { return nil }
    return try? FileRecord(bytes, store.keys)
  }

  private func changeDirectory(
    _ change: LinkChange, _ backingEntry: BackingEntry, _ node: NodeID?
  ) throws(FileError) -> RecordOutcome {
    let directory: StoredDirectory
    if let node {
      directory = try self.directory(node)
    } else {
      directory = try StoredDirectory(backingEntry.name, in: backingEntry.directory, store.keys)
    }
    let before = directory.record
    try directory.change { record in
      switch change {
      case .add(let tag): record.add(tag)
      case .remove(let tag): record.remove(tag)
      }
    }
    return directory.record == before ? .asBefore : .changed
  }
}

extension FileRecord {
  fileprivate mutating func apply(_ change: LinkChange) throws(FileFormatError) {
    switch change {
    case .add(let tag): try add(tag)
    case .remove(let tag): remove(tag)
    }
  }
}

extension ProtectedFile {
  fileprivate mutating func apply(_ change: LinkChange) throws(FileFormatError) {
    switch change {
    case .add(let tag): try add(tag)
    case .remove(let tag): try remove(tag)
    }
  }
}
