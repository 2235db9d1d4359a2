// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import LinuxSystem
import ProtectedFiles
import ProtectionModel
import SecretMemory

// MARK: - Reaching a file's contents

extension ProtectedFilesystem {
  enum Stay: Sendable {
    /// A file nobody has open is closed afterwards.
    case brief
    /// The kernel gets an opening, unless the body throws.
    case untilReleased
  }

  /// Runs the body with a file's header and record at hand, alone.
  func use<Result: Sendable>(
    _ node: NodeID, _ stay: Stay = .brief, _ body: (inout OpenFile.Contents) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let file = try nodes.file(node)
    return try file.changing { (state) throws(FileError) in
      try load(&state, node)
      let result: Result
      do throws(FileError) {
        result = try state.changing(body)
      } catch {
        if state.openings == 0 { try? state.close() }
        throw error
      }
      if stay == .untilReleased { state.openings += 1 }
      if state.openings == 0 { try state.close() }
      return result
    }
  }

  /// Opens the backing file and verifies what it says of itself.
  func load(_ state: inout OpenFile.State, _ node: NodeID) throws(FileError) {
    if state.isLoaded { return }
    let key = try nodes.node(node).key
    let contents = try atPlace(of: node) { (place) throws(FileError) in try open(place, key) }
    // Noted before any key is fetched: a lock that shuts the gate first, and looks for notes then, misses no file.
    nodes.setCachedClass(contents.file.protection, of: node)
    state.load(contents)
  }

  private func open(_ place: Place, _ key: InodeKey) throws(FileError) -> OpenFile.Contents {
    let descriptor = try openBacking(place)
    let status: stat
    do { status = try descriptor.status() } catch { throw FileError(error) }
    guard InodeKey(status) == key else { throw .missing }
    do {
      let file = try ProtectedFile(
        opening: descriptor, link: LinkTag(backingName: place.name), store.context)
      let key = keys.hold(file.protection)
      return OpenFile.Contents(file: file, key: key, mode: status.st_mode)
    } catch {
      if error == .unfinished {
        try? request { () throws(SystemError) in try place.directory.descriptor.unlink(place.name) }
      }
      throw FileError(error)
    }
  }

  /// For reading and writing; a store that cannot be written is still read.
  private func openBacking(_ place: Place) throws(FileError) -> FileDescriptor {
    do {
      return try place.directory.descriptor.open(place.name, O_RDWR | O_NOFOLLOW)
    } catch  where error.code == EACCES || error.code == EROFS {
      do {
        return try place.directory.descriptor.open(place.name, O_RDONLY | O_NOFOLLOW)
      } catch {
        throw FileError(error)
      }
    } catch {
      throw FileError(error)
    }
  }

  // MARK: - Keys

  /// Sees to it that a file that may be used has its key, after a lock and an unlock too.
  func requireKey(_ contents: inout OpenFile.Contents) throws(FileError) {
    guard !contents.key.isThere else { return }
    guard gate.permitsOpening(contents.file.protection) else { throw .locked }
    let key: SecretBytes
    do { key = try service.unwrap(contents.file.header.wrappedKey) } catch { throw FileError(error) }
    try contents.key.put(key, contents.file.protection)
    try recover(&contents)
  }

  /// What a crash left of a file is put in order before anybody sees it.
  private func recover(_ contents: inout OpenFile.Contents) throws(FileError) {
    let id = contents.file.id
    let hasLog = leftovers.contains(id)
    guard hasLog || contents.file.isUnsettled else { return }
    let blocks = hasLog ? try request { () throws(SystemError) in try store.undo.entries(id) } : []
    try changing(&contents) { (file, key, workspace) throws(FileFormatError) in
      try file.recover(blocks, key: key, in: &workspace)
    }
    leftovers.remove(id)
  }

  /// Changes contents with their key. Plaintext of a class that locks does not stay behind.
  func changing<Result>(
    _ contents: inout OpenFile.Contents,
    _ body: (inout ProtectedFile, FileKey, inout ContentWorkspace) throws(FileFormatError) -> Result
  ) throws(FileError) -> Result {
    try served { () throws(FileFormatError) in
      try workspaces.withWorkspace { (workspace) throws(FileFormatError) in
        defer { if contents.file.protection.isForgotten { workspace.wipePlaintext() } }
        return try body(&contents.file, contents.key.key, &workspace)
      }
    }
  }

  /// The same, once the lock state and the key allow it.
  func modify<Result>(
    _ contents: inout OpenFile.Contents, _ use: LockGate.Use = .program,
    _ body: (inout ProtectedFile, FileKey, inout ContentWorkspace) throws(FileFormatError) -> Result
  ) throws(FileError) -> Result {
    guard gate.permits(use, of: contents.file.protection) else { throw .locked }
    try requireKey(&contents)
    return try changing(&contents, body)
  }
}
