// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import Threads

// MARK: - Opening and closing

extension ProtectedFilesystem {
  package func open(
    _ node: NodeID, flags: Int32, privileges: PrivilegeBits, caller: Caller
  ) throws(FileError) -> OpenReply {
    let wholeness = try opening(caller) { (share) throws(FileError) in
      try use(node, .untilReleased(share)) { (contents) throws(FileError) in
        try open(&contents, flags, privileges)
      }
    }
    let isKnown = wholeness == .whole && !unstored.withLock { $0.contains(node) }
    return OpenReply(handle: FileHandle(rawValue: node.rawValue), pages: isKnown ? .keep : .discard)
  }

  private func open(
    _ contents: inout OpenFile.Contents, _ flags: Int32, _ privileges: PrivilegeBits
  ) throws(FileError) -> ProtectedFile.Wholeness {
    guard gate.permitsOpening(contents.file.protection) else { throw .locked }
    let told = contents.file.size
    try requireKey(&contents)
    // Recovery may have cut off a partly written end. With ESTALE the kernel looks the file up again, and appends to
    // its true end.
    if contents.file.size != told { throw FileError(ESTALE) }
    if flags & O_TRUNC != 0 {
      try changing(&contents) { (file, key, workspace) throws(FileFormatError) in
        try file.truncate(to: 0, key: key, in: &workspace)
      }
      try drop(privileges, &contents)
    }
    return contents.file.wholeness
  }

  /// Takes a file of the caller's share; gives it back if the file is not opened.
  func opening<Result: ~Copyable>(
    _ caller: Caller, _ body: (OpenFileShares.Share) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let share = try shares.take(for: caller)
    do throws(FileError) {
      return try body(share)
    } catch {
      shares.giveBack(share)
      throw error
    }
  }

  package func release(_ node: NodeID, _ handle: FileHandle) {
    guard let file = try? nodes.file(node) else { return }
    let closed = file.changing { state -> ProtectionClass? in
      state.openings -= 1
      guard state.openings == 0 else { return nil }
      if let share = state.share.take() { shares.giveBack(share) }
      let protection = try? state.reading { (contents) throws(FileError) in contents.file.protection }
      // The kernel ignores errors here. A file that cannot be settled is recovered when it is next opened.
      try? state.close()
      return protection
    }
    // A class B file stays usable while it is open. Once it is closed, its pages have to go.
    if let closed, !gate.permitsOpening(closed) { stale.add(node) }
  }

  package func synchronize(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError) {
    try use(node) { (contents) throws(FileError) in
      try served { () throws(FileFormatError) in
        try contents.file.sync(extent == .contents ? .contents : .everything)
      }
    }
    // If the sync itself fails, that error is reported instead, and this one by the next call.
    try nodes.file(node).changing { (state) throws(FileError) in try state.reportFailure(to: .sync) }
  }

  /// Refuses every command of `ioctl(2)`: none is known here. That is said to those alone whom a write to the same
  /// descriptor would be permitted.
  package func control(_ request: ControlRequest) throws(FileError) -> ControlReply {
    try use(request.node) { (contents) throws(FileError) in
      guard gate.permits(.program, of: contents.file.protection) else { throw .locked }
      try requireKey(&contents)
    }
    throw FileError(ENOTTY)
  }

  /// Takes set-user-id and the like away, as a change of contents by somebody without privilege demands.
  func drop(_ privileges: PrivilegeBits, _ contents: inout OpenFile.Contents) throws(FileError) {
    let mode = privileges.applied(to: contents.mode)
    guard mode != contents.mode else { return }
    do { try contents.file.descriptor.changeMode(to: mode & 0o7777) } catch { throw FileError(error) }
    contents.mode = mode
  }
}
