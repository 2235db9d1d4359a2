// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import KeyPrefetch
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls

// MARK: - New entries

extension ProtectedFilesystem {
  package func create(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, flags: Int32, caller: Caller
  ) throws(FileError) -> (Entry, OpenReply) {
    try opening(caller) { (share) throws(FileError) in
      try finish(try makeFile(name, in: parent, mode | S_IFREG, caller), .untilReleased(share))
    }
  }

  package func makeNode(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, device: UInt64, caller: Caller
  ) throws(FileError) -> Entry {
    if mode & S_IFMT == S_IFREG || mode & S_IFMT == 0 {
      return try finish(try makeFile(name, in: parent, mode | S_IFREG, caller), .thisRequest).0
    }
    try refuseSocket(mode, in: parent)
    let directory = try directory(parent)
    let mode = try FirstAccess(mode, in: directory, caller).mode
    return try makeEntry(name, in: parent, directory) { (backingEntry) throws(FileError) in
      try request { () throws(SystemError) in
        try directory.descriptor.makeNode(backingEntry.name, mode: mode, device: dev_t(device))
      }
      try adopt(backingEntry, mode, caller)
    }
  }

  /// Makes a folder under a temporary name and renames it once it has its record: a folder without one is never seen.
  package func makeDirectory(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, caller: Caller
  ) throws(FileError) -> Entry {
    let directory = try directory(parent)
    let first = try FirstAccess(mode & 0o7777 | S_IFDIR, in: directory, caller)
    let mode = first.mode
    return try makeEntry(name, in: parent, directory) { (backingEntry) throws(FileError) in
      if try exists(backingEntry) { throw FileError(EEXIST) }
      let temporary = BackingEntry(
        directory: directory, parent: parent, name: StoreLayout.unfinishedPrefix + FileID().hexadecimal)
      let record = DirectoryRecord(
        id: FileID(), protection: directory.record.protection,
        links: LinkTag(backingName: backingEntry.name).map { [$0] } ?? [])
      try request { () throws(SystemError) in
        try directory.descriptor.makeDirectory(temporary.name, mode: store.modes.backing(mode) & 0o7777)
      }
      do throws(FileError) {
        try AttributeTarget.entry(temporary).setExtendedAttribute(
          StoredDirectory.attribute, to: record.encoded(store.keys).span)
        try first.store(for: record.id, store.attributes) { (attribute, sealed) throws(FileError) in
          try AttributeTarget.entry(temporary).setExtendedAttribute(attribute, to: sealed.span)
        }
        try adopt(temporary, mode, caller)
        try request { () throws(SystemError) in
          try directory.descriptor.rename(
            temporary.name, to: directory.descriptor, as: backingEntry.name, .refuseToReplace)
        }
      } catch {
        try? request { () throws(SystemError) in try directory.descriptor.removeDirectory(temporary.name) }
        throw error
      }
    }
  }

  private func exists(_ backingEntry: BackingEntry) throws(FileError) -> Bool {
    do {
      _ = try backingEntry.status()
      return true
    } catch .missing {
      return false
    }
  }

  /// Makes an entry, with its sidecar before it if the name is long.
  func makeEntry(
    _ name: [UInt8], in parent: NodeID, _ directory: StoredDirectory, _ make: (BackingEntry) throws(FileError) -> Void
  ) throws(FileError) -> Entry {
    let backing = try backingName(name, in: directory)
    let backingEntry = backingEntry(backing, in: parent, directory)
    let sidecar = try makeSidecar(backing, directory)
    do {
      try make(backingEntry)
    } catch {
      if sidecar == .made { removeSidecar(of: backingEntry) }
      throw error
    }
    guard let entry = try entry(try backingEntry.status(), backingEntry) else { throw .missing }
    return entry
  }

  // MARK: - Regular files

  struct NewFile: ~Copyable {
    let backingEntry: BackingEntry
    let status: stat
    var contents: OpenFile.Contents
  }

  private func makeFile(
    _ name: [UInt8], in parent: NodeID, _ mode: UInt32, _ caller: Caller
  ) throws(FileError) -> NewFile {
    let directory = try directory(parent)
    let first = try FirstAccess(mode, in: directory, caller)
    let mode = first.mode
    let backing = try backingName(name, in: directory)
    let backingEntry = backingEntry(backing, in: parent, directory)
    let (key, wrapped, standing) = try newKey(at: backingEntry, caller)
    guard let link = LinkTag(backingName: backingEntry.name),
      let header = FileHeader(sequence: 1, id: FileID(), standing, wrapped)
    else { throw .damaged }
    let sidecar = try makeSidecar(backing, directory)
    do throws(FileError) {
      let descriptor = try createBacking(backingEntry, mode)
      do throws(FileError) {
        // Before the header: a file that a crash leaves without its list counts as never made.
        try first.store(for: header.id, store.attributes) { (attribute, sealed) throws(FileError) in
          try request { () throws(SystemError) in try descriptor.setExtendedAttribute(attribute, to: sealed.span) }
        }
        let file = try newFile(descriptor, header, link)
        let status = try adopt(file.descriptor, backingEntry, mode, caller)
        return NewFile(
          backingEntry: backingEntry, status: status, contents: OpenFile.Contents(file: file, key: key, mode: mode))
      } catch {
        try? request { () throws(SystemError) in try directory.descriptor.unlink(backingEntry.name) }
        throw error
      }
    } catch {
      if sidecar == .made { removeSidecar(of: backingEntry) }
      throw error
    }
  }

  /// The class is the folder's. Where the caller has just given a file of a stricter class another name, it is that one; while
  /// there is no key for it, the new file is owed it.
  private func newKey(
    at entry: BackingEntry, _ caller: Caller
  ) throws(FileError) -> (HeldKey, WrappedKey, ClassStanding) {
    let folder = protection(in: entry.directory)
    guard let due = givenUpNames.take(entry.location, by: caller.process), due.isStricter(than: folder) else {
      let (held, wrapped) = try newKey(folder)
      return (held, wrapped, ClassStanding(folder))
    }
    do throws(FileError) {
      let (held, wrapped) = try newKey(due)
      return (held, wrapped, ClassStanding(due))
    } catch .locked {
      let (held, wrapped) = try newKey(.completeUnlessOpen)
      return (held, wrapped, ClassStanding(.completeUnlessOpen, owed: due))
    }
  }

  private func newKey(_ protection: ProtectionClass) throws(FileError) -> (HeldKey, WrappedKey) {
    let new: NewKey
    do { new = try newKeys.take(KeyClass(protection)) } catch { throw FileError(error) }
    let held = keys.hold(protection)
    try held.put(new.key.duplicate(), protection)
    return (held, new.wrapped)
  }

  private func newFile(
    _ descriptor: consuming FileDescriptor, _ header: FileHeader, _ link: LinkTag
  ) throws(FileError) -> ProtectedFile {
    do {
      return try ProtectedFile(creating: descriptor, header, link: link, store.context)
    } catch {
      throw FileError(error)
    }
  }

  private func createBacking(_ backingEntry: BackingEntry, _ mode: UInt32) throws(FileError) -> FileDescriptor {
    do {
      return try backingEntry.directory.descriptor.open(
        backingEntry.name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: store.modes.backing(mode) & 0o7777)
    } catch {
      throw FileError(error)
    }
  }

  private func finish(_ new: consuming NewFile, _ duration: OpenDuration) throws(FileError) -> (Entry, OpenReply) {
    let status = new.status
    let backingEntry = new.backingEntry
    let standing = new.contents.file.header.standing
    var contents = Optional((consume new).contents)
    let node = nodes.enter(status, at: backingEntry.location)
    nodes.setCachedClass(standing.protection, of: node)
    if standing.owed != nil { owed.add(node) }
    let file = try nodes.file(node)
    try file.changing { (state) throws(FileError) in
      if let contents = contents.take() { state.load(contents) }
      if case .untilReleased(let share) = duration {
        open(&state, with: share)
      } else {
        try state.close()
      }
    }
    let attributes = try attributes(status, backingEntry)
    return (
      Entry(node: node, attributes: attributes),
      OpenReply(handle: FileHandle(rawValue: node.rawValue), pages: .keep)
    )
  }
}
