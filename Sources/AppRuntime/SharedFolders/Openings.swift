// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import Files
import FuseSession
import Glibc
import OwnProcess
import Synchronization
import SystemCalls
import Threads

/// Hears when an app begins to have files of a service open, and when it has none any more.
package protocol FolderUseObserver: Sendable {
  func opened(_ service: ConsentService)
  func closed(_ service: ConsentService)
}

/// The files and folders that programs have open, and the locks that they hold, as long as they may.
final class Openings: Sendable {
  /// An opening, whose file is closed when the last call that uses it is done.
  final class Opening: Sendable {
    let node: NodeID
    let place: SharedPlace
    let epoch: UInt64
    let identity: SharedNodes.Identity
    let file: FileDescriptor
    /// The names that were in a folder when it was read from the beginning.
    let names: Locked<[Name]>
    let fileLock = Atomic(FileLockState.none)

    init(
      _ node: NodeID, _ place: SharedPlace, _ epoch: UInt64, _ identity: SharedNodes.Identity,
      _ file: consuming FileDescriptor
    ) {
      self.node = node
      self.place = place
      self.epoch = epoch
      self.identity = identity
      self.file = file
      names = Locked([])
    }
  }

  struct Name: Sendable {
    let bytes: [UInt8]
    let inode: UInt64
    /// A `DT_` constant of readdir(3).
    let kind: UInt8
  }

  struct State {
    var all: [FileHandle: Opening] = [:]
    var handles: [NodeID: Set<FileHandle>] = [:]
    var holders: [LockHolder.Key: LockHolder] = [:]
    var last: UInt64 = 0

    var descriptors: Int { all.count + holders.count }
  }

  let state = Locked(State())
  private let uses: any FolderUseObserver
  let most: Int

  /// The number of descriptors that openings leave to this process for itself.
  private static let reserve = 128

  init(_ uses: any FolderUseObserver) {
    self.uses = uses
    most = max(ResourceLimit.openFiles - Self.reserve, ResourceLimit.openFiles / 2)
  }

  func add(_ opening: Opening) throws(FileError) -> FileHandle {
    let handle = state.withLock { state -> FileHandle? in
      guard state.descriptors < most else { return nil }
      state.last += 1
      let handle = FileHandle(rawValue: state.last)
      state.all[handle] = opening
      state.handles[opening.node, default: []].insert(handle)
      return handle
    }
    guard let handle else { throw FileError(EMFILE) }
    opening.place.permission.service.map(uses.opened)
    return handle
  }

  /// Throws where it was taken back meanwhile.
  func opening(_ handle: FileHandle) throws(FileError) -> Opening {
    guard let opening = state.withLock({ $0.all[handle] }) else { throw FileError(EACCES) }
    try opening.place.permission.require(opening.epoch)
    return opening
  }

  /// Any opening of a node. A file that has lost its name is reached through one alone.
  func opening(of node: NodeID) -> Opening? {
    state.withLock { state in state.handles[node]?.first.flatMap { state.all[$0] } }
  }

  func remove(_ handle: FileHandle) {
    giveLockBack(of: handle)
    let opening = state.withLock { state -> Opening? in
      guard let opening = state.all.removeValue(forKey: handle) else { return nil }
      state.handles[opening.node]?.remove(handle)
      if state.handles[opening.node]?.isEmpty == true { state.handles[opening.node] = nil }
      state.removeHolders { $0.handle == handle && $0.users == 0 }
      return opening
    }
    opening?.place.permission.service.map(uses.closed)
  }

  /// Gives a lock back before the opening is forgotten: whoever waits for it then finds it free.
  private func giveLockBack(of handle: FileHandle) {
    guard let opening = state.withLock({ $0.all[handle] }), opening.fileLock.load(ordering: .relaxed) != .none else {
      return
    }
    _ = try? opening.file.take(FileLock(.none, .whole))
  }

  func nodes(under permission: FolderPermission) -> Set<NodeID> {
    state.withLock { state in
      Set(state.all.values.lazy.filter { $0.place.permission === permission }.map(\.node))
    }
  }

  func close(under permission: FolderPermission) {
    let handles = state.withLock { state in
      state.removeHolders { $0.permission === permission }
      return state.all.filter { $0.value.place.permission === permission }.map(\.key)
    }
    for handle in handles { remove(handle) }
  }
}
