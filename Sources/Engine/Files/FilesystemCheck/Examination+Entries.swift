// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls

// MARK: - Files

extension Examination {
  mutating func examineFile(_ entry: Entry, _ status: stat) throws(CheckError) -> [Finding] {
    if let seen = seenFiles[status.st_ino] { return findings(entry, seen.damage, seen.file) }
    switch open(entry) {
    case .failed(let error): return [Finding(entry: entry, damage: .unreadable(error))]
    case .file(let descriptor, let file): return try examine(entry, status, descriptor, file)
    }
  }

  private enum Opening: ~Copyable {
    case file(FileDescriptor, FileInspection)
    case failed(SystemError)
  }

  private func open(_ entry: Entry) -> Opening {
    do throws(SystemError) {
      let descriptor = try entry.folder.descriptor.open(entry.name, O_RDONLY | O_NOFOLLOW)
      let file = try FileInspection(descriptor, context)
      return .file(descriptor, file)
    } catch {
      return .failed(error)
    }
  }

  private mutating func examine(
    _ entry: Entry, _ status: stat, _ descriptor: borrowing FileDescriptor, _ first: FileInspection
  ) throws(CheckError) -> [Finding] {
    var file = first
    if file.area != nil || file.record != nil { recognised = true }
    if let id = file.record?.id { seenIDs.insert(id) }
    let key = try key(of: &file)
    defer { key?.drop() }
    var damage: [Damage]
    do throws(FileFormatError) {
      try examineContents(entry, descriptor, &file, key)
      damage = file.damage
      if let id = file.area?.header.id ?? file.record?.id { damage += try damagedAttributes(descriptor, of: id) }
    } catch {
      if case .system(let error) = error { damage = [.unreadable(error)] } else { damage = [.record] }
    }
    if status.st_nlink > 1 { seenFiles[status.st_ino] = SeenFile(damage: damage, file: file) }
    return findings(entry, damage, file)
  }

  /// The findings about a file and the name it was found under. A file that is not Bailey's at all is strange here, not
  /// damaged.
  private func findings(_ entry: Entry, _ damage: [Damage], _ file: FileInspection) -> [Finding] {
    var damage = damage
    if entry.plainName == nil, file.area == nil, file.record == nil {
      damage = [.stray(.foreign)]
    } else if damage != [.stray(.unfinishedFile)] {
      damage += placement(entry, file.record?.links)
    }
    return damage.map { Finding(entry: entry, damage: $0, file: file) }
  }

  private func placement(_ entry: Entry, _ links: [LinkTag]?) -> [Damage] {
    guard entry.plainName != nil else { return [.name] }
    guard let links, let tag = LinkTag(backingName: entry.name) else { return [] }
    return links.contains(tag) ? [] : [.misplaced]
  }

  /// The key of a file; nil if the lock state withholds it, or if nobody can get it.
  private mutating func key(of file: inout FileInspection) throws(CheckError) -> FileKey? {
    guard let area = file.area else { return nil }
    do throws(ClassKeyError) {
      return FileKey(try check.classKeys.unwrap(area.header.wrappedKey))
    } catch {
      switch error {
      case .damaged: file.contents = .wrongKey
      case .unavailable: throw .enclaveGone
      case .refusedByLockState, .noSuchKey: summary.unchecked += 1
      }
      return nil
    }
  }

  private mutating func examineContents(
    _ entry: Entry, _ descriptor: borrowing FileDescriptor, _ file: inout FileInspection, _ key: FileKey?
  ) throws(FileFormatError) {
    guard let area = file.area, let key else { return }
    if check.mode == .repair && file.isOneFile { try recover(entry, &file, key) }
    defer { workspace.wipePlaintext() }
    try file.audit(descriptor, key, rescue: rescue[area.header.id] ?? [], &workspace, while: check.keysMayBeUsed)
    if case .notChecked = file.contents { summary.unchecked += 1 }
  }

  /// Does what opening the file would do: completes what a crash interrupted.
  private mutating func recover(
    _ entry: Entry, _ file: inout FileInspection, _ key: FileKey
  ) throws(FileFormatError) {
    // A header that was cut short is mended in its place.
    guard let record = file.record, file.backingSize >= BlockLayout.headerArea else { return }
    let blocks = rescue[record.id] ?? []
    guard !blocks.isEmpty || !record.flags.contains(.settled) else { return }
    var opened = try openWritable(entry)
    guard opened.wholeness == .whole else { return }
    try opened.recover(blocks, key: key, in: &workspace)
    try opened.settle()
    rescue[record.id] = nil
    do throws(SystemError) {
      file = try FileInspection(opened.descriptor, context)
    } catch {
      throw .system(error)
    }
  }

  private func openWritable(_ entry: Entry) throws(FileFormatError) -> ProtectedFile {
    let descriptor: FileDescriptor
    do {
      descriptor = try entry.folder.descriptor.open(entry.name, O_RDWR | O_NOFOLLOW)
    } catch {
      throw .system(error)
    }
    return try ProtectedFile(opening: descriptor, link: nil, context)
  }

  private func damagedAttributes(
    _ descriptor: borrowing FileDescriptor, of id: FileID
  ) throws(FileFormatError) -> [Damage] {
    var damaged: [String] = []
    do throws(SystemError) {
      for name in try descriptor.extendedAttributeNames() where try isDamaged(name, descriptor, id) {
        damaged.append(name)
      }
    } catch {
      throw .system(error)
    }
    return damaged.isEmpty ? [] : [.attributes(damaged)]
  }

  private func isDamaged(
    _ stored: String, _ descriptor: borrowing FileDescriptor, _ id: FileID
  ) throws(SystemError) -> Bool {
    let list = AccessList.Kind(storedAttribute: stored)
    guard list != nil || stored.hasPrefix(AttributeCipher.prefix),
      let value = try descriptor.extendedAttribute(stored)
    else { return false }
    if let list { return (try? AccessList(sealed: value, list, of: id, attributes)) == nil }
    guard let name = try? attributes.openName(stored, value: value) else { return true }
    return (try? attributes.openValue(value, name: name, of: id)) == nil
  }

  // MARK: - Folders and links

  /// A folder without a record, under a name that does not authenticate although its own folder's record does, is not
  /// Bailey's.
  mutating func examineFolder(
    _ entry: Entry, _ descriptor: borrowing FileDescriptor, _ record: DirectoryRecord?
  ) throws(SystemError) -> [Damage] {
    guard let record else {
      let hasRecord = try descriptor.extendedAttribute(StoreLayout.recordAttribute) != nil
      let isForeign = entry.plainName == nil && entry.folder.record != nil && !hasRecord
      return isForeign ? [.stray(.foreign)] : [.folderRecord] + placement(entry, nil)
    }
    recognised = true
    let damage = placement(entry, record.links)
    do throws(FileFormatError) {
      return damage + (try damagedAttributes(descriptor, of: record.id))
    } catch {
      guard case .system(let error) = error else { return damage }
      throw error
    }
  }

  mutating func examineLink(_ entry: Entry) -> [Finding] {
    var damage: [Damage] = entry.plainName == nil ? [.name] : []
    do {
      let text = try entry.folder.descriptor.symbolicLinkTarget(entry.name)
      if let detached = try SymbolicLinkTarget.detached(text) {
        seenTargets.insert(detached.file)
        if !isWhole(detached) { damage.append(.link) }
      } else {
        _ = try SymbolicLinkTarget.open(text: text, check.keys)
      }
      if !damage.contains(.link) { recognised = true }
    } catch let error as SystemError {
      damage.append(.unreadable(error))
    } catch {
      damage.append(.link)
    }
    // A link Bailey did not make has neither a name nor a target that authenticates.
    if damage == [.name, .link] { damage = [.stray(.foreign)] }
    return damage.map { Finding(entry: entry, damage: $0) }
  }

  private func isWhole(_ detached: (file: FileID, size: Int)) -> Bool {
    let path = [StoreLayout.ownFolder, StoreLayout.targetsFolder, detached.file.hexadecimal].joined(separator: "/")
    guard let file = try? root.descriptor.open(path, O_RDONLY | O_NOFOLLOW),
      let contents = try? file.read(count: 2 * SymbolicLinkTarget.longest, at: 0),
      let target = try? SymbolicLinkTarget.open(contents: contents, check.keys)
    else { return false }
    return target.count == detached.size
  }
}
