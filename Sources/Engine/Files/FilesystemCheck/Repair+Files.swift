// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Regular files

extension Repair {
  /// The repair of a file's contents.
  enum ContentPlan: Sendable {
    /// The contents have no damage.
    case keep
    /// The contents lack bytes, or have too many, that nobody needs.
    case cut(size: Int)
    /// Something is missing, so the file must be moved from where a program takes it for whole.
    case salvage(ContentAudit)
    /// The contents cannot be read at all.
    case giveUp
    /// The contents stay as they are: without the key nothing can be decided.
    case leave
  }

  mutating func mend(
    _ file: FileInspection, _ entry: Entry, _ damage: [Damage]
  ) throws(SystemError) -> [DamageOutcome] {
    guard let area = file.area else {
      try lost.setAside(entry)
      return damage.map { _ in .setAside }
    }
    let descriptor = try entry.folder.descriptor.open(entry.name, O_RDWR | O_NOFOLLOW)
    try mendInPlace(descriptor, area, damage)
    let isNameless = damage.contains(.name) || damage.contains(.misplaced)
    switch file.plan(damage) {
    case .leave: return damage.map { $0.isMendedInPlace ? .repaired : .found }
    case .giveUp:
      try lost.setAside(entry)
      return damage.map { _ in .setAside }
    case .cut(let size): try cut(descriptor, file, to: size)
    case .keep: break
    case .salvage(let audit):
      try salvage(descriptor, file, audit, entry)
      return damage.map { $0.isMendedInPlace ? .repaired : .salvaged }
    }
    guard isNameless else { return damage.map { _ in .repaired } }
    try move(descriptor, area.header.id, entry, .keepingOtherNames)
    return damage.map { $0.isMendedInPlace ? .repaired : .salvaged }
  }

  private func mendInPlace(
    _ descriptor: borrowing FileDescriptor, _ area: HeaderArea, _ damage: [Damage]
  ) throws(SystemError) {
    for item in damage {
      if item == .headerCopy { try area.mendOtherSlot(in: descriptor) }
      if case .attributes(let names) = item {
        try remove(names, of: area.header.id, from: descriptor)
      }
    }
  }

  // MARK: - Records and names

  private enum Move { case keepingOtherNames, forgettingOtherNames }

  /// Adds the new name to the record before the file has it, and removes the old one afterwards.
  private mutating func move(
    _ descriptor: borrowing FileDescriptor, _ id: FileID, _ entry: Entry, _ move: Move
  ) throws(SystemError) {
    guard var record = try record(of: descriptor) else { throw SystemError(.getxattr, code: ENODATA) }
    let keys = keys
    if move == .forgettingOtherNames && !moved.contains(id) {
      record = FileRecord(
        id: id, flags: record.flags, holes: record.holes, size: record.size, epoch: record.epoch, links: [])
    }
    try lost.take(entry, id) { (tag) throws(SystemError) in
      guard (try? record.add(tag)) != nil else { throw SystemError(.link, code: EMLINK) }
      try Self.store(record, keys, descriptor)
    }
    moved.insert(id)
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

  private func cut(
    _ descriptor: borrowing FileDescriptor, _ file: FileInspection, to size: Int
  ) throws(SystemError) {
    guard var record = try record(of: descriptor) else { return }
    record.flags.insert(.settled)
    record.size = size
    record.epoch = 0
    try descriptor.truncate(to: BlockLayout.backingSize(ofPlain: size))
    try descriptor.syncData()
    try Self.store(record, keys, descriptor)
  }

  /// The file is moved first: wherever a repair is interrupted, a program must not take holes for the file's contents.
  /// Then damaged blocks become holes, and the size is what is there.
  private mutating func salvage(
    _ descriptor: borrowing FileDescriptor, _ file: FileInspection, _ audit: ContentAudit, _ entry: Entry
  ) throws(SystemError) {
    guard let id = file.area?.header.id else { return }
    if !file.isOneFile && !moved.contains(id) {
      try Self.store(FileRecord(id: id, flags: .settled, size: file.size, links: []), keys, descriptor)
    }
    let isFirstName = !moved.contains(id)
    if !entry.isInLostAndFound { try move(descriptor, id, entry, .forgettingOtherNames) }
    guard isFirstName, var record = try record(of: descriptor) else { return }
    record.flags.insert(.settled)
    for damaged in audit.damaged { record.allowHoles(damaged) }
    record.size = file.sizeToKeep(audit)
    record.epoch = 0
    try punch(audit, descriptor, to: record.size)
    try Self.store(record, keys, descriptor)
  }

  private func punch(
    _ audit: ContentAudit, _ descriptor: borrowing FileDescriptor, to size: Int
  ) throws(SystemError) {
    for range in audit.damaged {
      let start = BlockLayout.offset(ofBlock: range.lowerBound)
      let end = min(BlockLayout.offset(ofBlock: range.upperBound), BlockLayout.backingSize(ofPlain: size))
      guard start < end else { continue }
      try descriptor.allocate(
        mode: AllocationMode.punchHole | AllocationMode.keepSize, offset: start, count: end - start)
    }
    try descriptor.truncate(to: BlockLayout.backingSize(ofPlain: size))
    try descriptor.syncData()
  }
}

extension Entry {
  /// An earlier repair has moved it there.
  fileprivate var isInLostAndFound: Bool {
    plainName != nil && folder.plainPath.map { $0 == LostAndFound.name + [UInt8(ascii: "/")] } == true
  }
}

extension FileInspection {
  fileprivate func plan(_ damage: [Damage]) -> Repair.ContentPlan {
    guard damage.contains(where: \.concernsContents) else { return .keep }
    guard case .audited(let audit) = contents else { return .leave }
    if let size = sizeOfGoodBeginning(audit) { return .cut(size: size) }
    let isReadable = audit.damagedCount < audit.count || (audit.count == 0 && damage.contains(.record))
    return isReadable ? .salvage(audit) : .giveUp
  }

  /// A damaged end stays as zeros if the file is as long as it should be; else it ends before.
  fileprivate func sizeToKeep(_ audit: ContentAudit) -> Int {
    guard let record, isOneFile, foundSize < record.size, let end = audit.damagedEnd else { return size }
    return end * BlockLayout.plainBlock
  }

  /// The size to which a file is cut that is only too long, or that was never synced and whose end alone is missing or
  /// damaged; nil for any other.
  private func sizeOfGoodBeginning(_ audit: ContentAudit) -> Int? {
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

  /// Whether the damage is repaired without a look at the contents.
  fileprivate var isMendedInPlace: Bool {
    switch self {
    case .headerCopy, .attributes: true
    default: false
    }
  }
}
