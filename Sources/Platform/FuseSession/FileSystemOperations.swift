// SPDX-License-Identifier: Apache-2.0
package import Files
import Glibc
package import SystemCalls

/// The operations that the kernel asks of a filesystem.
///
/// Called from the session's threads, several at once, also for the same file. A method returns when the request is
/// done; what it throws is the program's errno. Nothing called from here may invalidate kernel caches or use the
/// mount itself: both wait for this very request.
///
/// The kernel checks permissions (`default_permissions`), and deals with locks (unless `MountOptions.locks` says otherwise),
/// `access`, `O_APPEND` (the offset is right, as far as the file changes through the mount alone) and the umask (applied, unless
/// `MountOptions.accessLists` says otherwise). Names are bytes as the program gave them, 1 to 255 of them, without
/// slash and zero, never `.` or `..`: the session refuses others.
package protocol FileSystemOperations: AnyObject, Sendable {
  // MARK: Names

  /// Throws `ENOENT` where there is none, which the kernel may remember (`CacheLifetimes.missingNames`).
  func lookUp(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entry
  /// The kernel gives back that many lookups of a node; at zero it will not name it again.
  func forget(_ node: NodeID, lookups: UInt64)
  func makeNode(_ name: [UInt8], in parent: NodeID, mode: UInt32, device: UInt64, caller: Caller) throws(FileError)
    -> Entry
  func makeDirectory(_ name: [UInt8], in parent: NodeID, mode: UInt32, caller: Caller) throws(FileError) -> Entry
  func makeSymbolicLink(_ name: [UInt8], in parent: NodeID, target: [UInt8], caller: Caller) throws(FileError) -> Entry
  func symbolicLinkTarget(of node: NodeID) throws(FileError) -> [UInt8]
  func link(_ node: NodeID, as name: [UInt8], in parent: NodeID) throws(FileError) -> Entry
  func unlink(_ name: [UInt8], in parent: NodeID) throws(FileError)
  func removeDirectory(_ name: [UInt8], in parent: NodeID) throws(FileError)
  func rename(
    _ name: [UInt8], in parent: NodeID, to newName: [UInt8], in newParent: NodeID, _ mode: RenameMode, caller: Caller
  ) throws(FileError)

  // MARK: Attributes

  /// The handle is there for an `fstat` of an open file, and may be ignored.
  func attributes(of node: NodeID, handle: FileHandle?) throws(FileError) -> FileAttributes
  /// Answers with the attributes afterwards.
  func change(_ node: NodeID, _ change: AttributeChange, caller: Caller) throws(FileError) -> FileAttributes
  func status(of node: NodeID) throws(FileError) -> FileSystemStatus

  // MARK: Contents

  /// Creates and opens in one step. `flags` are those of `open(2)` without `O_NOCTTY`.
  func create(_ name: [UInt8], in parent: NodeID, mode: UInt32, flags: Int32, caller: Caller) throws(FileError)
    -> (Entry, OpenReply)
  /// `O_TRUNC` in the flags is the filesystem's to carry out; then `privileges` matters.
  func open(_ node: NodeID, flags: Int32, privileges: PrivilegeBits, caller: Caller) throws(FileError) -> OpenReply
  func read(_ node: NodeID, _ handle: FileHandle, offset: Int, count: Int, reply: inout ReadReply) throws(FileError)
  /// Answers how many bytes were written: fewer than given is an incomplete write to the program.
  ///
  /// The bytes stay in the session's buffer until the next request is read into it. If they may not stay there, the
  /// method wipes them, also when it throws.
  func write(
    _ request: WriteRequest, _ bytes: inout MutableSpan<UInt8>, reply: inout WriteReply
  ) throws(FileError) -> Int
  /// Flushes at each close of a descriptor whose opening asked for it (`OpenReply.flushing`); an error reaches
  /// `close(2)`. All locks of ranges that this owner has on the file are given back.
  func flush(_ node: NodeID, _ handle: FileHandle, _ owner: LockOwner) throws(FileError)
  /// The last descriptor and mapping of an opening are gone.
  func release(_ node: NodeID, _ handle: FileHandle)
  func synchronize(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError)
  /// `mode` is that of `fallocate(2)`.
  func allocate(_ node: NodeID, _ handle: FileHandle, mode: Int32, offset: Int, count: Int) throws(FileError)
  func seek(_ node: NodeID, _ handle: FileHandle, _ target: SeekTarget, from offset: Int) throws(FileError) -> Int
  /// Answers `ioctl(2)` to an open file; `ENOTTY` for one that is not known. Those that the kernel deals with itself never
  /// come here, nor do those to directories.
  func control(_ request: ControlRequest) throws(FileError) -> ControlReply
  /// The events of `poll(2)` that an open file has now. Where the program waits for more, the notifier has it asked
  /// again.
  func events(_ node: NodeID, _ handle: FileHandle, _ notifier: PollNotifier?) throws(FileError) -> UInt32

  // MARK: Locks (where the filesystem deals with them)

  /// Takes a lock or gives it back. `EAGAIN` where somebody else has one against it and the program does not wait.
  func lock(_ request: LockRequest, reply: LaterReply)
  /// A lock of somebody else that is against one of a range; nil where it could be taken.
  func conflict(with request: LockRequest) throws(FileError) -> FileLock?

  // MARK: Directories

  func openDirectory(_ node: NodeID, caller: Caller) throws(FileError) -> OpenReply
  /// Adds entries from an offset on: 0, or one that was given with an entry. No entry added means the end.
  func readDirectory(_ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryReply)
    throws(FileError)
  func readEntries(_ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryEntriesReply)
    throws(FileError)
  func releaseDirectory(_ node: NodeID, _ handle: FileHandle)
  func synchronizeDirectory(_ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent) throws(FileError)

  // MARK: Extended attributes (never `security.capability`, which the session refuses by itself)

  /// Throws `ENODATA` where there is none.
  func extendedAttribute(_ name: [UInt8], of node: NodeID) throws(FileError) -> [UInt8]
  func extendedAttributeNames(of node: NodeID) throws(FileError) -> [[UInt8]]
  func setExtendedAttribute(
    _ name: [UInt8], of node: NodeID, to value: Span<UInt8>, _ mode: AttributeSetMode, caller: Caller
  ) throws(FileError)
  func removeExtendedAttribute(_ name: [UInt8], of node: NodeID, caller: Caller) throws(FileError)
}

/// The extent that must be on the disk when a synchronisation returns.
package enum SyncExtent: Sendable {
  case everything
  /// `fdatasync(2)`: contents, and what is needed to read them.
  case contents
}

extension FileSystemOperations {
  package func flush(_ node: NodeID, _ handle: FileHandle, _ owner: LockOwner) throws(FileError) { throw .neverAsk }
  package func lock(_ request: LockRequest, reply: LaterReply) { reply.send(.neverAsk) }
  package func conflict(with request: LockRequest) throws(FileError) -> FileLock? { throw .neverAsk }
  package func control(_ request: ControlRequest) throws(FileError) -> ControlReply { throw FileError(ENOTTY) }
  package func events(
    _ node: NodeID, _ handle: FileHandle, _ notifier: PollNotifier?
  ) throws(FileError) -> UInt32 {
    throw .neverAsk
  }
}
