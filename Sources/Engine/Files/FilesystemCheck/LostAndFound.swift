// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectedFiles
import SystemCalls

/// The folder to which a repair moves entries that it cannot leave where they are.
///
/// What can be read goes to the folder `lost+found` of the tree programs see, an ordinary folder that is made when it
/// is first needed; what cannot, to the store's own `lost`.
struct LostAndFound: ~Copyable {
  static let name = Array("lost+found".utf8)
  private static let maximumTries = 10_000

  private let root: Folder
  private let keys: VolumeKeys
  private let names: NameCipher
  private var visible: Visible?

  struct Visible: Sendable {
    let folder: Folder
    let id: FileID
  }

  init(in root: Folder, _ keys: VolumeKeys) {
    self.root = root
    self.keys = keys
    names = NameCipher(keys)
  }

  // MARK: - What can be read

  /// Moves an entry to `lost+found`, under its own name if that is known and free. `allow` gets the tag of the new
  /// name, and is called before the entry has it.
  mutating func take(
    _ entry: Entry, _ fallback: FileID, _ allow: (LinkTag) throws(SystemError) -> Void
  ) throws(SystemError) {
    let target = try folder()
    let name = try freeName(entry.plainName ?? Array(fallback.hexadecimal.utf8), in: target)
    guard let tag = LinkTag(backingName: name.text) else { throw SystemError(.rename, code: EINVAL) }
    try allow(tag)
    if let sidecar = name.sidecar, let sealed = name.sealedName {
      let file = try target.folder.descriptor.open(sidecar, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try file.setExtendedAttribute(StoreLayout.recordAttribute, to: sealed.span)
    }
    try entry.folder.descriptor.rename(entry.name, to: target.folder.descriptor, as: name.text, .refuseToReplace)
    removeSidecar(of: entry)
  }

  private func freeName(_ wanted: [UInt8], in target: Visible) throws(SystemError) -> BackingName {
    for number in 1...Self.maximumTries {
      let suffix = number == 1 ? [] : Array("-\(number)".utf8)
      let name = wanted.prefix(NameCipher.longestName - suffix.count) + suffix
      guard let backing = try? names.seal(Array(name), in: target.id) else { break }
      if try isFree(backing.text, in: target.folder.descriptor) { return backing }
    }
    throw SystemError(.rename, code: EEXIST)
  }

  private func isFree(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
    do {
      _ = try folder.status(of: name)
      return false
    } catch  where error.code == ENOENT {
      return true
    }
  }

  private mutating func folder() throws(SystemError) -> Visible {
    if let visible { return visible }
    guard let record = try Examination.record(of: root.descriptor, keys) else {
      throw SystemError(.getxattr, code: ENODATA)
    }
    for number in 1...Self.maximumTries {
      let name = number == 1 ? Self.name : Self.name + Array("-\(number)".utf8)
      guard let backing = try? names.seal(name, in: record.id) else { break }
      if try isFree(backing.text, in: root.descriptor) { try make(backing) }
      guard let found = open(backing) else { continue }
      visible = found
      return found
    }
    throw SystemError(.mkdir, code: EEXIST)
  }

  /// Opens a folder by its name in the store; nil if what has that name is no folder of Bailey's.
  private func open(_ name: BackingName) -> Visible? {
    guard let descriptor = try? root.descriptor.open(name.text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
      let record = try? Examination.record(of: descriptor, keys), let tag = LinkTag(backingName: name.text),
      record.links.contains(tag)
    else { return nil }
    return Visible(
      folder: Folder(descriptor, record, plainPath: nil, backingPath: name.text + "/"), id: record.id)
  }

  /// Makes a folder under a name of the store's own until its record is there.
  private func make(_ name: BackingName) throws(SystemError) {
    let unfinished = StoreLayout.unfinishedPrefix + FileID().hexadecimal
    let links = LinkTag(backingName: name.text).map { [$0] } ?? []
    let record = DirectoryRecord(id: FileID(), protection: nil, links: links)
    try root.descriptor.makeDirectory(unfinished, mode: 0o700)
    try root.descriptor.setExtendedAttribute(
      StoreLayout.recordAttribute, of: unfinished, to: record.encoded(keys).span)
    try root.descriptor.rename(unfinished, to: root.descriptor, as: name.text, .refuseToReplace)
  }

  // MARK: - What cannot

  /// Moves a backing entry out of the way, as it is.
  func setAside(_ entry: Entry) throws(SystemError) {
    let own = try Self.folder(StoreLayout.ownFolder, in: root.descriptor)
    let lost = try Self.folder(StoreLayout.lostFolder, in: own)
    let name = FileID().hexadecimal + "-" + String(decoding: entry.name.utf8.prefix(200), as: UTF8.self)
    try entry.folder.descriptor.rename(entry.name, to: lost, as: name, .refuseToReplace)
    removeSidecar(of: entry)
  }

  func setTargetAside(_ target: FileID) throws(SystemError) {
    let own = try Self.folder(StoreLayout.ownFolder, in: root.descriptor)
    let folder = Folder(
      try Self.folder(StoreLayout.targetsFolder, in: own), nil, plainPath: nil, backingPath: StoreLayout.targetsFolder)
    try setAside(Entry(folder: folder, name: target.hexadecimal, plainName: nil))
  }

  private static func folder(
    _ name: String, in parent: borrowing FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    do {
      try parent.makeDirectory(name, mode: 0o700)
    } catch  where error.code == EEXIST {}
    return try parent.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  private func removeSidecar(of entry: Entry) {
    guard BackingName.kind(of: entry.name) == .long else { return }
    try? entry.folder.descriptor.unlink(BackingName.sidecar(of: entry.name))
  }
}
