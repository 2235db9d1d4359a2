// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import KeyPrefetch
import ProtectedFiles
package import ProtectionModel
import Synchronization
import SystemCalls
import Threads

/// The files programs see, over a store of encrypted ones.
///
/// Names, attributes and the tree need the volume key only and work in every lock state; contents need a file's key,
/// and follow the lock state as the table of Data Protection's classes says. What is denied is `EPERM`.
///
/// Locks, in the order in which they may be taken: one file's, then the node table's or a cache's. The purge of a lock
/// holds none while it waits for the kernel.
package final class ProtectedFilesystem: FileSystemOperations {
  /// Files change through the mount alone, so that the kernel may cache for as long as it likes.
  package static let lifetimes = CacheLifetimes(attributes: 3600, names: 3600, missingNames: 3600)

  let store: FileStore
  let service: any ClassKeyService
  package let gate: LockGate
  /// The class of files in folders that have none.
  let containerDefault: ProtectionClass
  /// The names in the store of folders at the top in which programs of several apps meet.
  let meetingPlaces: Set<String>
  let nodes = NodeTable()
  let directories = DirectoryCache()
  let listings = Listings()
  let workspaces: WorkspacePool
  let keys: KeyRing
  let shares: OpenFileShares
  let newKeys: BackgroundKeyPrefetch
  let givenUpNames = GivenUpNames()
  let pendingRecoveries: PendingRecoveries
  package let stale: StaleNodes
  package let owed: OwedClasses
  /// Whether an acknowledged write is being stored. There is one at a time, because whoever waits behind it takes up a
  /// thread.
  let isStoring = Atomic(false)
  /// Files of which the kernel has cached what could not be stored.
  let unstored = Locked<Set<NodeID>>([])
  /// Files whose changes could not be written because of a lock, or in the middle of one.
  let losses = Locked<Set<NodeID>>([])

  /// `openFiles` is how many files programs may have open, all together; nil for what the process's own limit allows. In
  /// folders at the top with the names `meetingPlaces` there are no sockets.
  package init(
    _ store: FileStore, _ service: any ClassKeyService, _ state: LockState,
    containerDefault: ProtectionClass = .completeUntilFirstUserAuthentication,
    openFiles: Int? = nil, meetingPlaces: [String] = []
  ) throws(FileStoreError) {
    self.store = store
    self.service = service
    self.containerDefault = containerDefault
    do throws(FileFormatError) {
      self.meetingPlaces = Set(
        try meetingPlaces.map { (name) throws(FileFormatError) in
          try store.names.seal(Array(name.utf8), in: store.root.id).text
        })
    } catch {
      throw .notThisStore
    }
    shares = openFiles.map { OpenFileShares(capacity: $0) } ?? OpenFileShares()
    let gate = LockGate(state) { service.isAvailable(.fileComplete) }
    self.gate = gate
    workspaces = WorkspacePool(store.journal)
    keys = KeyRing(gate)
    do {
      newKeys = try BackgroundKeyPrefetch(
        of: ProtectionClass.allCases.map { KeyClass($0) }, from: service,
        mayKeep: { gate.permitsKeys(of: $0) })
      pendingRecoveries = PendingRecoveries(try store.undo.files())
      stale = try StaleNodes()
      owed = try OwedClasses()
    } catch {
      throw .system(error)
    }
  }

  package func status(of node: NodeID) throws(FileError) -> FileSystemStatus {
    let native = try request { () throws(SystemError) in try store.root.descriptor.fileSystemStatus() }
    var status = FileSystemStatus(native)
    status.longestName = NameCipher.longestName
    return status
  }

  package func forget(_ node: NodeID, lookups: UInt64) {
    nodes.forget(node, lookups: lookups)
  }

  /// Gives back memory that only requests need, or files that are gone. To be called now and then.
  package func rest() {
    workspaces.shrink()
    if nodes.shrink() == .much { FreedMemory.giveBack() }
  }
}

/// The files with undo logs that a crash left. They are recovered when they are first used; mostly there are none.
final class PendingRecoveries: Sendable {
  private let files: Locked<Set<FileID>>

  init(_ files: [FileID]) { self.files = Locked(Set(files)) }

  func contains(_ id: FileID) -> Bool { files.withLock { $0.contains(id) } }
  func remove(_ id: FileID) { files.withLock { _ = $0.remove(id) } }
}
