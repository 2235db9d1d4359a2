// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import SystemCalls

/// Puts right what an examination has found.
struct Repair: ~Copyable {
  let keys: VolumeKeys
  var lost: LostAndFound
  /// Files that were moved and mended: other names of theirs follow.
  var moved: Set<FileID> = []

  init(_ examination: borrowing Examination) {
    keys = examination.check.keys
    lost = LostAndFound(in: examination.root, examination.check.keys)
  }

  /// Repairs all that is wrong with one entry, and returns for each thing what became of it. What cannot be repaired
  /// stays as it was found.
  mutating func mend(_ findings: [Finding]) -> [DamageOutcome] {
    do throws(SystemError) {
      return try outcomes(findings)
    } catch {
      return findings.map { _ in .found }
    }
  }

  private mutating func outcomes(_ findings: [Finding]) throws(SystemError) -> [DamageOutcome] {
    guard let entry = findings.first?.entry else { return [] }
    let damage = findings.map(\.damage)
    if case .stray(let stray)? = damage.first {
      let outcome = try mend(stray, entry)
      return damage.map { _ in outcome }
    }
    if damage.contains(where: \.isBeyondRepair) { return damage.map { _ in .found } }
    if let file = findings.first?.file { return try mend(file, entry, damage) }
    if damage.contains(.link) {
      try setTargetAside(entry)
      try lost.setAside(entry)
      return damage.map { _ in .setAside }
    }
    guard try entry.folder.descriptor.status(of: entry.name).st_mode & S_IFMT == S_IFDIR else {
      try lost.take(entry, FileID()) { _ in }
      return damage.map { _ in .salvaged }
    }
    return try mendFolder(entry, damage)
  }

  /// The target of a link that is about to be removed belongs to no link afterwards.
  private func setTargetAside(_ entry: Entry) throws(SystemError) {
    let text = try entry.folder.descriptor.symbolicLinkTarget(entry.name)
    guard let detached = try? SymbolicLinkTarget.detached(text) else { return }
    // One that stays where it is will be reported as a stray file.
    try? lost.setTargetAside(detached.file)
  }

  // MARK: - Strays

  private mutating func mend(_ stray: Damage.Stray, _ entry: Entry) throws(SystemError) -> DamageOutcome {
    do throws(SystemError) {
      switch stray {
      case .unfinishedFile, .log, .target: try entry.folder.descriptor.unlink(entry.name)
      case .unfinishedFolder: try entry.folder.descriptor.removeDirectory(entry.name)
      case .sidecar where try isEmptyFile(entry): try entry.folder.descriptor.unlink(entry.name)
      case .sidecar, .foreign:
        try lost.setAside(entry)
        return .setAside
      }
      return .repaired
    } catch  where error.code == ENOTEMPTY || error.code == ENOTDIR || error.code == EISDIR {
      try lost.setAside(entry)
      return .setAside
    }
  }

  private func isEmptyFile(_ entry: Entry) throws(SystemError) -> Bool {
    let status = try entry.folder.descriptor.status(of: entry.name)
    return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  // MARK: - Folders

  /// A folder whose record is lost gets a new one, with a new id. The names in it cannot be read after that, so that
  /// its entries count as having none, and are moved.
  private mutating func mendFolder(_ entry: Entry, _ damage: [Damage]) throws(SystemError) -> [DamageOutcome] {
    let folder = try entry.folder.descriptor.open(entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let known = try Examination.record(of: folder, keys)
    var record = known ?? DirectoryRecord(id: FileID(), protection: nil, links: [])
    for case .attributes(let names) in damage { try remove(names, of: record.id, from: folder) }
    if known == nil { try removeSealed(of: record.id, from: folder) }
    guard damage.contains(.name) || damage.contains(.misplaced) else {
      if known == nil {
        if entry.name != ".", let tag = LinkTag(backingName: entry.name) { record.add(tag) }
        try folder.setExtendedAttribute(StoreLayout.recordAttribute, to: record.encoded(keys).span)
      }
      return damage.map { _ in .repaired }
    }
    let old = record.links
    let keys = keys
    try lost.take(entry, record.id) { (tag) throws(SystemError) in
      record.add(tag)
      try folder.setExtendedAttribute(StoreLayout.recordAttribute, to: record.encoded(keys).span)
    }
    for tag in old { record.remove(tag) }
    try folder.setExtendedAttribute(StoreLayout.recordAttribute, to: record.encoded(keys).span)
    return damage.map { _ in .salvaged }
  }
}

extension Damage {
  /// Cannot be repaired here: the disk or the enclave does not give what is needed.
  fileprivate var isBeyondRepair: Bool {
    switch self {
    case .unreadable, .key: true
    default: false
    }
  }
}
