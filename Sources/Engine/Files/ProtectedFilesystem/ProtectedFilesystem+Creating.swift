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
    let mode = mode & 0o7777 | S_IFDIR
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
    let protection = directory.record.protection ?? containerDefault
    let (key, wrapped) = try newKey(protection)
    let backing = try backingName(name, in: directory)
    let backingEntry = backingEntry(backing, in: parent, directory)
    guard let link = LinkTag(backingName: backingEntry.name),
      let header = FileHeader(sequence: 1, id: FileID(), protection: protection, wrappedKey: wrapped)
    else { throw .damaged }
    let sidecar = try makeSidecar(backing, directory)
    do throws(FileError) {
      let descriptor = try createBacking(backingEntry, mode)
      do throws(FileError) {
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
    let protection = new.contents.file.protection
    var contents = Optional((consume new).contents)
    let node = nodes.enter(status, at: backingEntry.location)
    nodes.setCachedClass(protection, of: node)
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
