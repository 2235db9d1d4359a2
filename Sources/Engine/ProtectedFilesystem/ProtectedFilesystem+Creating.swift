// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
import LinuxSystem
import ProtectedFiles
import ProtectionModel
import SecretMemory

// MARK: - New entries

extension ProtectedFilesystem {
  package func create(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, flags: Int32, caller: Caller
  ) throws(FileError) -> (Entry, OpenReply) {
    let new = try makeFile(name, in: parent, mode | S_IFREG, caller)
    return try finish(new, .untilReleased)
  }

  package func makeNode(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, device: UInt64, caller: Caller
  ) throws(FileError) -> Entry {
    if mode & S_IFMT == S_IFREG || mode & S_IFMT == 0 {
      return try finish(try makeFile(name, in: parent, mode | S_IFREG, caller), .brief).0
    }
    let directory = try directory(parent)
    return try makeEntry(name, in: parent, directory) { (place) throws(FileError) in
      try request { () throws(SystemError) in
        try directory.descriptor.makeNode(place.name, mode: mode, device: dev_t(device))
      }
      try adopt(place, mode, caller)
    }
  }

  /// Made under a name of the store's own and then renamed: a directory without a record is never seen.
  package func makeDirectory(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, caller: Caller
  ) throws(FileError) -> Entry {
    let directory = try directory(parent)
    let mode = mode & 0o7777 | S_IFDIR
    return try makeEntry(name, in: parent, directory) { (place) throws(FileError) in
      if try exists(place) { throw FileError(EEXIST) }
      let temporary = Place(
        directory: directory, parent: parent, name: StoreLayout.unfinishedPrefix + FileID().hexadecimal)
      let record = DirectoryRecord(
        id: FileID(), protection: directory.record.protection,
        links: LinkTag(backingName: place.name).map { [$0] } ?? [])
      try request { () throws(SystemError) in
        try directory.descriptor.makeDirectory(temporary.name, mode: store.modes.backing(mode) & 0o7777)
      }
      do throws(FileError) {
        try Subject.entry(temporary).setExtendedAttribute(
          StoredDirectory.attribute, to: record.encoded(store.keys).span)
        try adopt(temporary, mode, caller)
        try request { () throws(SystemError) in
          try directory.descriptor.rename(
            temporary.name, to: directory.descriptor, as: place.name, .refuseToReplace)
        }
      } catch {
        try? request { () throws(SystemError) in try directory.descriptor.removeDirectory(temporary.name) }
        throw error
      }
    }
  }

  private func exists(_ place: Place) throws(FileError) -> Bool {
    do {
      _ = try place.status()
      return true
    } catch .missing {
      return false
    }
  }

  /// Makes an entry, with its sidecar before it if the name is long.
  func makeEntry(
    _ name: [UInt8], in parent: NodeID, _ directory: StoredDirectory, _ make: (Place) throws(FileError) -> Void
  ) throws(FileError) -> Entry {
    let backing = try backingName(name, in: directory)
    let place = place(backing, in: parent, directory)
    let sidecar = try makeSidecar(backing, directory)
    do {
      try make(place)
    } catch {
      if sidecar == .made { removeSidecar(of: place) }
      throw error
    }
    guard let entry = try entry(try place.status(), place) else { throw .missing }
    return entry
  }

  // MARK: - Regular files

  struct NewFile: ~Copyable {
    let place: Place
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
    let place = place(backing, in: parent, directory)
    guard let link = LinkTag(backingName: place.name),
      let header = FileHeader(sequence: 1, id: FileID(), protection: protection, wrappedKey: wrapped)
    else { throw .damaged }
    let sidecar = try makeSidecar(backing, directory)
    do throws(FileError) {
      let descriptor = try createBacking(place, mode)
      do throws(FileError) {
        let file = try newFile(descriptor, header, link)
        let status = try adopt(file.descriptor, place, mode, caller)
        return NewFile(
          place: place, status: status, contents: OpenFile.Contents(file: file, key: key, mode: mode))
      } catch {
        try? request { () throws(SystemError) in try directory.descriptor.unlink(place.name) }
        throw error
      }
    } catch {
      if sidecar == .made { removeSidecar(of: place) }
      throw error
    }
  }

  private func newKey(_ protection: ProtectionClass) throws(FileError) -> (HeldKey, WrappedKey) {
    let new: NewKey
    do { new = try newKeys.take(protection) } catch { throw FileError(error) }
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

  private func createBacking(_ place: Place, _ mode: UInt32) throws(FileError) -> FileDescriptor {
    do {
      return try place.directory.descriptor.open(
        place.name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: store.modes.backing(mode) & 0o7777)
    } catch {
      throw FileError(error)
    }
  }

  private func finish(_ new: consuming NewFile, _ stay: Stay) throws(FileError) -> (Entry, OpenReply) {
    let status = new.status
    let place = new.place
    let protection = new.contents.file.protection
    var contents = Optional((consume new).contents)
    let node = nodes.enter(status, at: place.location)
    nodes.setCachedClass(protection, of: node)
    let file = try nodes.file(node)
    try file.changing { (state) throws(FileError) in
      if let contents = contents.take() { state.load(contents) }
      if stay == .untilReleased {
        state.openings += 1
      } else {
        try state.close()
      }
    }
    let attributes = try attributes(status, place)
    return (
      Entry(node: node, attributes: attributes),
      OpenReply(handle: FileHandle(rawValue: node.rawValue), pages: .keep)
    )
  }
}
