// SPDX-License-Identifier: Apache-2.0
import ConfinedFiles
import Files
package import FuseSession
import Glibc
package import SystemCalls
import Threads

// MARK: - Contents

extension SharedFolders {
  package func create(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, flags: Int32, caller: Caller
  ) throws(FileError) -> (Entry, OpenReply) {
    let above = try placeForFile(name, in: parent)
    let place = above.place
    try place.requireWriting()
    let epoch = try place.permission.require()
    let file: FileDescriptor
    do throws(SystemError) {
      file = try above.folder.createFile(above.path, flags & Self.kept, mode: mode & Self.ordinary)
    } catch {
      // Others have made it since the kernel looked. With ESTALE it looks again, and opens what it finds.
      throw FileError(error.code == EEXIST && flags & O_EXCL == 0 ? ESTALE : error.code)
    }
    let entry = try entry(place, places(at: parent) == nil ? parent : nil, name, status(of: file))
    do throws(FileError) {
      return (entry, try opened(entry.node, place, epoch, file))
    } catch {
      forget(entry.node, lookups: 1)
      throw error
    }
  }

  private func made(_ body: () throws(SystemError) -> FileDescriptor) throws(FileError) -> FileDescriptor {
    do { return try body() } catch { throw FileError(error) }
  }

  /// The place of a new file; the path is its name there. Among chosen files it is one that the person named to be
  /// saved.
  private func placeForFile(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entrance {
    guard let places = places(at: parent) else {
      let above = try entrance(of: parent, to: name)
      return Entrance(place: above.place, path: name, folder: try above.place.handle(above.path))
    }
    guard let place = places.first(where: { Array($0.name.utf8) == name })?.place, !place.path.isEmpty else {
      throw FileError(EPERM)
    }
    return Entrance(place: place, path: place.path, folder: try place.handle([]))
  }

  package func open(
    _ node: NodeID, flags: Int32, privileges: PrivilegeBits, caller: Caller
  ) throws(FileError) -> OpenReply {
    let (place, path) = try location(of: node)
    let epoch = isTop(node) ? try place.permission.obtain() : try place.permission.require()
    let writes = flags & O_ACCMODE != O_RDONLY || flags & O_TRUNC != 0
    if writes { try place.requireWriting() }
    let held = try handle(node, place, path)
    guard try status(of: held).st_mode & S_IFMT == S_IFREG else { throw FileError(EACCES) }
    let file = try made { () throws(SystemError) in
      let file = try held.opened(flags & Self.kept)
      if flags & O_TRUNC != 0 { try clear(privileges, of: file) }
      return file
    }
    return try opened(node, place, epoch, file)
  }

  /// The flags that are kept of an opening. Nothing bypasses the cache below; what is appended says so with each write.
  private static let kept = O_ACCMODE | O_TRUNC | O_NONBLOCK

  private func opened(
    _ node: NodeID, _ place: SharedPlace, _ epoch: UInt64, _ file: consuming FileDescriptor
  ) throws(FileError) -> OpenReply {
    let status = try status(of: file)
    let opening = Openings.Opening(node, place, epoch, SharedNodes.Identity(status), file)
    let handle = try openings.add(opening)
    guard status.st_mode & S_IFMT == S_IFREG else { return OpenReply(handle: handle) }
    // A process's locks end with the first descriptor of the file that it closes.
    return OpenReply(handle: handle, pages: .bypass, flushing: .atEachClose)
  }

  package func read(
    _ node: NodeID, _ handle: FileHandle, offset: Int, count: Int, reply: inout ReadReply
  ) throws(FileError) {
    let opening = try openings.opening(handle)
    let bytes: [UInt8]
    do { bytes = try opening.file.read(count: count, at: offset) } catch { throw FileError(error) }
    reply.send(bytes.span, isForgotten: false)
  }

  package func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, reply: inout WriteReply
  ) throws(FileError) -> Int {
    let opening = try openings.opening(request.handle)
    do throws(SystemError) {
      try clear(request.privileges, of: opening.file)
      if request.appends {
        try opening.file.append(bytes.span)
      } else {
        try opening.file.write(bytes.span, at: request.offset)
      }
    } catch {
      throw FileError(error)
    }
    return bytes.count
  }

  /// Clears set-user-id and capability bits of a file. The kernel would leave them where this process has rights that
  /// the person's programs lack.
  func clear(_ privileges: PrivilegeBits, of file: borrowing FileDescriptor) throws(SystemError) {
    guard privileges == .clear else { return }
    let mode = try file.status().st_mode
    let cleared = privileges.applied(to: mode)
    if cleared != mode { try file.changeMode(to: cleared & 0o7777) }
  }

  package func release(_ node: NodeID, _ handle: FileHandle) { openings.remove(handle) }

  package func synchronize(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {
    let opening = try openings.opening(handle)
    do throws(SystemError) {
      if extent == .contents { try opening.file.syncData() } else { try opening.file.sync() }
    } catch {
      throw FileError(error)
    }
  }

  package func allocate(
    _ node: NodeID, _ handle: FileHandle, mode: Int32, offset: Int, count: Int
  ) throws(FileError) {
    let opening = try openings.opening(handle)
    do { try opening.file.allocate(mode: mode, offset: offset, count: count) } catch { throw FileError(error) }
  }

  package func seek(
    _ node: NodeID, _ handle: FileHandle, _ target: SeekTarget, from offset: Int
  ) throws(FileError) -> Int {
    let opening = try openings.opening(handle)
    do { return try opening.file.seek(target, from: offset) } catch { throw FileError(error) }
  }
}

// MARK: - Folders

extension SharedFolders {
  package func openDirectory(_ node: NodeID, caller: Caller) throws(FileError) -> OpenReply {
    // Made here: what is in it is looked for when it is read.
    if isFixed(node) { return OpenReply(handle: FileHandle(rawValue: 0)) }
    let (place, path) = try location(of: node)
    let epoch = isTop(node) ? try place.permission.obtain() : try place.permission.require()
    let held = try handle(node, place, path)
    let folder = try made { () throws(SystemError) in try held.opened(O_RDONLY | O_DIRECTORY) }
    return try opened(node, place, epoch, folder)
  }

  package func readDirectory(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryReply
  ) throws(FileError) {
    let names = try names(of: node, handle, from: offset)
    for index in names.indices.dropFirst(offset) {
      let (entry, next) = (names[index], index + 1)
      let mode = UInt32(entry.kind) << 12
      guard reply.add(entry.bytes, inode: entry.inode, mode: mode, next: next) == .left else { return }
    }
  }

  /// Reads a folder's entries without attributes: the kernel looks names up when it needs them.
  package func readEntries(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryEntriesReply
  ) throws(FileError) {
    let names = try names(of: node, handle, from: offset)
    for index in names.indices.dropFirst(offset) {
      let (entry, next) = (names[index], index + 1)
      let mode = UInt32(entry.kind) << 12
      guard reply.add(entry.bytes, inode: entry.inode, mode: mode, next: next) == .left else { return }
    }
  }

  /// The maximum number of names that are shown of one folder.
  private static let mostNames = 1 << 20

  private func names(of node: NodeID, _ handle: FileHandle, from offset: Int) throws(FileError) -> [Openings.Name] {
    if isFixed(node) { return dots(node) + fixedNames(of: node) }
    let opening = try openings.opening(handle)
    guard offset == 0 else { return opening.names.withLock { $0 } }
    var names = dots(node)
    do throws(SystemError) {
      try opening.file.forEachEntry { entry in
        if Self.isShown(kind: entry.kind) {
          names.append(Openings.Name(bytes: entry.name, inode: entry.inode, kind: entry.kind))
        }
        return names.count < Self.mostNames ? .proceed : .stop
      }
    } catch {
      throw FileError(error)
    }
    opening.names.withLock { $0 = names }
    return names
  }

  private static func isShown(kind: UInt8) -> Bool { kind == 0 || isShown(UInt32(kind) << 12) }

  private func dots(_ node: NodeID) -> [Openings.Name] {
    [[0x2E], [0x2E, 0x2E]].map { Openings.Name(bytes: $0, inode: node.rawValue, kind: Self.folderKind) }
  }

  private static let folderKind = UInt8(S_IFDIR >> 12)

  private func fixedNames(of node: NodeID) -> [Openings.Name] {
    if node == .root {
      return areas.keys.map { Openings.Name(bytes: Array($0.name.utf8), inode: $0.rawValue, kind: Self.folderKind) }
    }
    return (places(at: node) ?? []).map { Openings.Name(bytes: Array($0.name.utf8), inode: 0xFFFF_FFFF, kind: 0) }
  }

  package func releaseDirectory(_ node: NodeID, _ handle: FileHandle) { openings.remove(handle) }

  package func synchronizeDirectory(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {
    if !isFixed(node) { try synchronize(node, handle, extent) }
  }
}
