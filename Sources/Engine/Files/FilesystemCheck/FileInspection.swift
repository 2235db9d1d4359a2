// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls

/// The inspection of a regular file's header, record and blocks.
struct FileInspection: Sendable {
  let inode: UInt
  let backingSize: Int
  /// The file's record, as far as it can be relied on after a crash.
  var record: FileRecord?
  /// Whether something is there for a record, whatever it says, and whether a crash leaves it in doubt.
  var recordState = RecordState.missing
  var area: HeaderArea?
  /// Whether a header was ever written.
  let hasHeader: Bool
  private var headerLoss = StoreContext.HeaderLoss.impossible
  var contents: Contents = .notChecked

  enum Contents: Sendable {
    case notChecked
    case wrongKey
    case audited(ContentAudit)
  }

  enum RecordState: Sendable { case missing, damaged, certain, inDoubt }

  /// Reads what needs no key of the file.
  init(_ descriptor: borrowing FileDescriptor, _ context: StoreContext) throws(SystemError) {
    let status = try descriptor.status()
    inode = status.st_ino
    backingSize = Int(status.st_size)
    if let bytes = try descriptor.extendedAttribute(StoreLayout.recordAttribute) {
      let stored = try? FileRecord(bytes, context.keys)
      record = stored.map(context.trusted)
      headerLoss = stored.map(context.possibleHeaderLoss) ?? .impossible
      recordState = stored == nil ? .damaged : stored == record ? .certain : .inDoubt
    }
    let header = try descriptor.read(count: BlockLayout.headerArea, at: 0)
    area = try? HeaderArea(header.span, context.keys)
    hasHeader = !header.span.isZero
  }

  /// The header and the record are of one file.
  var isOneFile: Bool { area != nil && area?.header.id == record?.id }

  /// The creation of the file was interrupted: nothing in it was ever kept.
  var isUnfinished: Bool {
    guard area == nil else { return false }
    guard recordState != .missing else { return backingSize == 0 }
    return switch headerLoss {
    case .impossible: false
    case .missing: !hasHeader
    case .torn: backingSize <= BlockLayout.headerArea || !hasHeader
    }
  }

  /// The plaintext bytes that a program sees.
  var size: Int {
    guard let record, isOneFile else { return foundSize }
    return record.flags.contains(.settled) ? min(record.size, foundSize) : foundSize
  }

  var foundSize: Int { BlockLayout.plainSize(ofBacking: backingSize) }

  /// The damage of the file itself, wherever it is.
  var damage: [Damage] {
    if isUnfinished { return [.stray(.unfinishedFile)] }
    guard let area else { return [.header] }
    guard record != nil, isOneFile else { return [.record] }
    var damage: [Damage] = area.otherSlot == .asItShouldBe ? [] : [.headerCopy]
    if let wrong = wrongSize { damage.append(wrong) }
    switch contents {
    case .notChecked: break
    case .wrongKey: damage.append(.key)
    case .audited(let audit):
      let count = damagedCount(audit)
      if count > 0 { damage.append(.contents(damagedBlocks: count)) }
    }
    return damage
  }

  private var wrongSize: Damage? {
    guard let record else { return nil }
    let settled = record.flags.contains(.settled)
    let isRight = settled ? BlockLayout.backingSize(ofPlain: record.size) == backingSize : foundSize >= record.size
    return isRight ? nil : .size(expected: record.size, found: foundSize)
  }

  /// The damaged blocks that opening the file does not cut off. What was written after the last sync ends at the first
  /// partly written block. Where it is not certain how far the sync reached, only such blocks at the very end are cut
  /// off.
  private func damagedCount(_ audit: ContentAudit) -> Int {
    guard let record, !record.flags.contains(.settled) else { return audit.damagedCount }
    let first = BlockLayout.blockCount(ofPlain: record.size)
    if record.flags.contains(.synced) && recordState == .inDoubt {
      return audit.damagedCount - (audit.damagedEnd.map { audit.count - max($0, first) } ?? 0)
    }
    return audit.damaged.reduce(0) { $0 + $1.clamped(to: 0..<first).count }
  }

  // MARK: - Contents

  /// Authenticates every block. The key must be that of the header.
  mutating func audit(
    _ descriptor: borrowing FileDescriptor, _ key: FileKey, rescue: [RescueBlock],
    _ workspace: inout ContentWorkspace, while mayGoOn: () -> Bool
  ) throws(FileFormatError) {
    guard let area else { return }
    // Of a file without a record it is not known which blocks were written.
    let holes = isOneFile ? record?.holes ?? .none : .all
    let audit = try workspace.audit(
      descriptor, area.header.id, size: size, holes: holes, rescue: rescue, key: key, while: mayGoOn)
    contents = audit.map { .audited($0) } ?? .notChecked
  }
}
