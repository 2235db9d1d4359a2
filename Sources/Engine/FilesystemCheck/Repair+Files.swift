// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import ProtectedFiles

// MARK: - Regular files

extension Repair {
  mutating func mend(
    _ file: FileInspection, _ entry: Entry, _ damage: [Damage]
  ) throws(SystemError) -> [DamageOutcome] {
    guard let area = file.area else {
      try lost.setAside(entry)
      return damage.map { _ in .setAside }
    }
    let descriptor = try entry.folder.descriptor.open(entry.name, O_RDWR | O_NOFOLLOW)
    for item in damage {
      if item == .headerCopy { try area.mendOtherSlot(in: descriptor) }
      if case .attributes(let names) = item {
        for name in names { try? descriptor.removeExtendedAttribute(name) }
      }
    }
    let outcome: DamageOutcome
    if let known = settledFiles[file.inode] {
      outcome = known
    } else {
      outcome = try mendContents(descriptor, file, damage)
    }
    settledFiles[file.inode] = outcome
    switch outcome {
    case .found: return damage.map { $0.isInPlace ? .repaired : .found }
    case .setAside:
      try lost.setAside(entry)
      return damage.map { _ in .setAside }
    case .repaired where !damage.contains(.name) && !damage.contains(.misplaced):
      return damage.map { _ in .repaired }
    case .repaired, .salvaged:
      try move(descriptor, area.header.id, entry)
      return damage.map { $0.isInPlace ? .repaired : .salvaged }
    }
  }

  /// Adds the new name to the record before the file has it, and takes those away that were found to be wrong.
  private mutating func move(
    _ descriptor: borrowing FileDescriptor, _ id: FileID, _ entry: Entry
  ) throws(SystemError) {
    guard var record = try record(of: descriptor) else { throw SystemError(.getxattr, code: ENODATA) }
    let keys = keys
    try lost.take(entry, id) { (tag) throws(SystemError) in
      guard (try? record.add(tag)) != nil else { throw SystemError(.link, code: EMLINK) }
      try Self.store(record, keys, descriptor)
    }
    if let old = LinkTag(backingName: entry.name) { record.remove(old) }
    try Self.store(record, keys, descriptor)
  }

  private func record(of descriptor: borrowing FileDescriptor) throws(SystemError) -> FileRecord? {
    try descriptor.extendedAttribute(StoreLayout.recordAttribute).flatMap { try? FileRecord($0, keys) }
  }

  private static func store(
    _ record: FileRecord, _ keys: VolumeKeys, _ descriptor: borrowing FileDescriptor
  ) throws(SystemError) {
    try descriptor.setExtendedAttribute(StoreLayout.recordAttribute, to: record.encoded(keys).span)
  }

  // MARK: - Contents

  /// Brings contents and record into agreement, so that every good block can be read. Says `salvaged` if something is
  /// missing, and so the file may not stay where a program takes it for whole; `found` if nothing can be told.
  private func mendContents(
    _ descriptor: borrowing FileDescriptor, _ file: FileInspection, _ damage: [Damage]
  ) throws(SystemError) -> DamageOutcome {
    guard damage.contains(where: \.concernsContents) else { return .repaired }
    guard case .audited(let audit) = file.contents else { return .found }
    if let size = file.sizeOfGoodBeginning(audit) {
      try cut(descriptor, file, to: size)
      return .repaired
    }
    guard audit.damagedCount < audit.count || (audit.count == 0 && damage == [.record]) else { return .setAside }
    try salvage(descriptor, file, audit)
    return .salvaged
  }

  private func cut(
    _ descriptor: borrowing FileDescriptor, _ file: FileInspection, to size: Int
  ) throws(SystemError) {
    guard var record = file.record else { return }
    record.flags.insert(.settled)
    record.size = size
    record.epoch = 0
    try descriptor.truncate(to: BlockLayout.backingSize(ofPlain: size))
    try descriptor.syncData()
    try Self.store(record, keys, descriptor)
  }

  /// Damaged blocks become holes, and the size is what is there. Contents first: until the record says that it may,
  /// nobody takes a hole for zeros.
  private func salvage(
    _ descriptor: borrowing FileDescriptor, _ file: FileInspection, _ audit: ContentAudit
  ) throws(SystemError) {
    guard let id = file.area?.header.id else { return }
    let size = file.sizeToKeep(audit)
    for range in audit.damaged {
      let start = BlockLayout.offset(ofBlock: range.lowerBound)
      let end = min(BlockLayout.offset(ofBlock: range.upperBound), BlockLayout.backingSize(ofPlain: size))
      guard start < end else { continue }
      try descriptor.allocate(
        mode: AllocationMode.punchHole | AllocationMode.keepSize, offset: start, count: end - start)
    }
    try descriptor.truncate(to: BlockLayout.backingSize(ofPlain: size))
    try descriptor.syncData()
    let flags = (file.isOneFile ? file.record?.flags : nil) ?? []
    let links = (file.isOneFile ? file.record?.links : nil) ?? []
    try Self.store(
      FileRecord(id: id, flags: flags.union([.settled, .mayHaveHoles]), size: size, links: links), keys, descriptor)
  }
}

extension FileInspection {
  /// A damaged end stays as zeros if the file is as long as it should be; else it ends before.
  func sizeToKeep(_ audit: ContentAudit) -> Int {
    guard let record, isOneFile, foundSize < record.size, let end = audit.damagedEnd else { return size }
    return end * BlockLayout.plainBlock
  }

  /// Where to cut a file that is only too long, or of which nobody ever asked for anything to be kept and only the end
  /// is missing or damaged; nil for any other.
  func sizeOfGoodBeginning(_ audit: ContentAudit) -> Int? {
    guard let record, isOneFile else { return nil }
    if audit.damaged.isEmpty && foundSize >= record.size { return size }
    guard !record.flags.contains(.synced), audit.damaged.count <= 1 else { return nil }
    guard let end = audit.damagedEnd else { return audit.damaged.isEmpty ? size : nil }
    return end * BlockLayout.plainBlock
  }
}

extension Damage {
  fileprivate var concernsContents: Bool {
    switch self {
    case .record, .contents, .size: true
    default: false
    }
  }

  /// Mended without a look at the contents.
  fileprivate var isInPlace: Bool {
    switch self {
    case .headerCopy, .attributes: true
    default: false
    }
  }
}
