// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import SecretMemory
import SystemCalls

// MARK: - Reaching a file's contents

extension ProtectedFilesystem {
  enum OpenDuration: Sendable {
    /// The file is closed afterwards, unless the kernel has it open.
    case thisRequest
    /// The kernel gets an opening, unless the body throws. The file stays open until the kernel releases that.
    case untilReleased(OpenFileShares.Share)
  }

  /// Runs the body with a file's header and record loaded, while nobody else uses the file.
  func use<Result: Sendable>(
    _ node: NodeID, _ duration: OpenDuration = .thisRequest,
    _ body: (inout OpenFile.Contents) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let file = try nodes.file(node)
    return try file.changing { (state) throws(FileError) in
      try load(&state, node)
      if state.standing?.owed != nil {
        // Where this fails, the file is as strict as before, and asks again at its next use.
        try? state.changing { (contents) throws(FileError) in try takeOwed(&contents, node) }
      }
      let result: Result
      do throws(FileError) {
        result = try state.changing(body)
      } catch {
        // The body's error is thrown. A file that could not be settled as well is recovered when it is next opened.
        if state.openings == 0 { try? state.close() }
        throw error
      }
      if case .untilReleased(let share) = duration { open(&state, with: share) }
      if state.openings == 0 { try state.close() }
      return result
    }
  }

  /// Counts an opening of the kernel's. The file was open already if somebody's share has it.
  func open(_ state: inout OpenFile.State, with share: OpenFileShares.Share) {
    state.openings += 1
    if state.share == nil {
      state.share = share
    } else {
      shares.giveBack(share)
    }
  }

  /// Opens the backing file and verifies what it says of itself.
  func load(_ state: inout OpenFile.State, _ node: NodeID) throws(FileError) {
    if state.isLoaded { return }
    let key = try nodes.node(node).key
    let contents = try atBackingEntry(of: node) { (backingEntry) throws(FileError) in try open(backingEntry, key) }
    // Noted before any key is fetched: a lock shuts the gate first and looks for noted files then, so that it misses
    // none.
    nodes.setCachedClass(contents.file.protection, of: node)
    state.load(contents)
  }

  private func open(_ backingEntry: BackingEntry, _ key: InodeKey) throws(FileError) -> OpenFile.Contents {
    let descriptor = try openBacking(backingEntry)
    let status: stat
    do { status = try descriptor.status() } catch { throw FileError(error) }
    guard InodeKey(status) == key else { throw .missing }
    do {
      let file = try ProtectedFile(
        opening: descriptor, link: LinkTag(backingName: backingEntry.name), store.context)
      let key = keys.hold(file.protection)
      return OpenFile.Contents(file: file, key: key, mode: status.st_mode)
    } catch {
      if error == .unfinished {
        try? request { () throws(SystemError) in try backingEntry.directory.descriptor.unlink(backingEntry.name) }
      }
      throw FileError(error)
    }
  }

  /// Opens for reading and writing, or for reading alone where the store cannot be written.
  func openBacking(_ backingEntry: BackingEntry) throws(FileError) -> FileDescriptor {
    do {
      return try backingEntry.directory.descriptor.open(backingEntry.name, O_RDWR | O_NOFOLLOW)
    } catch  where error.code == EACCES || error.code == EROFS {
      do {
        return try backingEntry.directory.descriptor.open(backingEntry.name, O_RDONLY | O_NOFOLLOW)
      } catch {
        throw FileError(error)
      }
    } catch {
      throw FileError(error)
    }
  }

  // MARK: - Keys

  /// Fetches the file's key if it is missing, as it is after a lock and an unlock, and if the file may be used.
  func requireKey(_ contents: inout OpenFile.Contents) throws(FileError) {
    guard !contents.key.isThere else { return }
    guard gate.permitsOpening(contents.file.protection) else { throw .locked }
    let key: SecretBytes
    do { key = try service.unwrap(contents.file.header.wrappedKey) } catch { throw FileError(error) }
    try contents.key.put(key, contents.file.protection)
    try recover(&contents)
  }

  /// Recovers a file from a crash before its contents are first used.
  private func recover(_ contents: inout OpenFile.Contents) throws(FileError) {
    let id = contents.file.id
    let hasLog = pendingRecoveries.contains(id)
    guard hasLog || contents.file.isUnsettled else { return }
    let blocks = hasLog ? try request { () throws(SystemError) in try store.undo.entries(id) } : []
    try changing(&contents) { (file, key, workspace) throws(FileFormatError) in
      try file.recover(blocks, key: key, in: &workspace)
    }
    pendingRecoveries.remove(id)
  }

  /// Changes contents with their key. Afterwards the plaintext is wiped, if the class locks.
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
