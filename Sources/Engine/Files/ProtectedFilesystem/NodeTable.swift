// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectionModel
import Threads

/// Every node that the kernel may still name. Numbers are never used twice, so that a late answer cannot reach another
/// file.
final class NodeTable: Sendable {
  fileprivate struct State: Sendable {
    var nodes: [NodeID: Node] = [:]
    var byKey: [InodeKey: NodeID] = [:]
    /// Regular files whose contents or record have been in use. They are kept apart from the nodes because every read
    /// and write looks here, and taking them out of a node would copy all of it.
    var files: [NodeID: OpenFile] = [:]
    var last = NodeID.root.rawValue
    /// The most nodes since memory was last given back.
    var peak = 0
    /// How many files in use may be remembered until those that nobody uses are forgotten.
    var fileLimit = NodeTable.rememberedFiles
  }

  private static let rememberedFiles = 4096

  private let state = Locked(State())

  // MARK: - Lookups

  /// Counts a lookup of what was found at a place, and says which node it is.
  func enter(_ status: stat, at location: Location) -> NodeID {
    state.withLock { state in
      let key = InodeKey(status)
      let id = state.byKey[key] ?? state.add(key, status.st_mode & S_IFMT)
      state.nodes[id]?.meet(at: location)
      return id
    }
  }

  /// Gives lookups back. With the last one the node is removed. Returns which of both happened.
  @discardableResult
  func forget(_ id: NodeID, lookups: UInt64) -> Presence {
    state.withLock { state in
      guard let node = state.nodes[id] else { return .gone }
      guard node.lookups <= lookups else {
        state.nodes[id]?.lookups -= lookups
        return .known
      }
      if state.byKey[node.key] == id { state.byKey[node.key] = nil }
      state.nodes[id] = nil
      state.files[id] = nil
      return .gone
    }
  }

  enum Presence: Sendable { case known, gone }

  func node(_ id: NodeID) throws(FileError) -> Node {
    try state.withLock { (state) throws(FileError) in
      guard let node = state.nodes[id] else { throw FileError(ESTALE) }
      return node
    }
  }

  /// The place of a node now; nil for the root and for what has been removed.
  func location(of id: NodeID) -> Location? {
    state.withLock { $0.nodes[id]?.locations.last }
  }

  func id(of status: stat) -> NodeID? {
    state.withLock { $0.byKey[InodeKey(status)] }
  }

  // MARK: - Names that change

  func moved(_ key: InodeKey, from: Location, to: Location) {
    state.withLock { state in
      guard let id = state.byKey[key], let index = state.nodes[id]?.locations.firstIndex(of: from) else { return }
      state.nodes[id]?.locations[index] = to
    }
  }

  /// Records that a name was removed. A node without any name keeps what `stat` said last. If the file is gone too, its
  /// inode number may soon be another file's.
  func removed(_ status: stat, at location: Location, _ lastKnown: FileAttributes) {
    state.withLock { state in
      let key = InodeKey(status)
      guard let id = state.byKey[key] else { return }
      state.nodes[id]?.locations.removeAll { $0 == location }
      if state.nodes[id]?.locations.isEmpty == true { state.nodes[id]?.lastKnown = LastKnownAttributes(lastKnown) }
      if lastKnown.links == 0 { state.byKey[key] = nil }
    }
  }

  // MARK: - Memory

  enum Shrinking: Sendable { case little, much }

  /// Forgets files that nobody uses, where there are many, and gives up what the tables keep for nodes that are gone.
  func shrink() -> Shrinking {
    state.withLock { state in
      let files = state.files.count
      if files > state.fileLimit {
        state.forgetIdleFiles()
        state.fileLimit = max(Self.rememberedFiles, 2 * state.files.count)
      }
      guard state.peak > max(Self.rememberedFiles, 2 * state.nodes.count) || state.files.count < files else {
        return .little
      }
      // A copy has room for what is in it, and a table from which something is removed stays as large as it was.
      state.nodes = state.nodes.filter { _ in true }
      state.byKey = state.byKey.filter { _ in true }
      state.files = state.files.filter { _ in true }
      state.peak = state.nodes.count
      return .much
    }
  }

  // MARK: - Files in use

  /// The one object through which a regular file's contents and record are used.
  func file(_ id: NodeID) throws(FileError) -> OpenFile {
    try state.withLock { (state) throws(FileError) in
      if let file = state.files[id] { return file }
      guard let node = state.nodes[id] else { throw FileError(ESTALE) }
      guard node.type == S_IFREG else { throw FileError(EINVAL) }
      let file = OpenFile(id)
      state.files[id] = file
      return file
    }
  }

  /// The same, unless nobody has used it so far.
  func usedFile(_ id: NodeID) -> OpenFile? { state.withLock { $0.files[id] } }

  /// The file in use that a backing file's `stat` belongs to, if there is one.
  func file(of status: stat) -> OpenFile? {
    state.withLock { state in state.byKey[InodeKey(status)].flatMap { state.files[$0] } }
  }

  func files() -> [OpenFile] { state.withLock { Array($0.files.values) } }

  func setCachedClass(_ protection: ProtectionClass, of id: NodeID) {
    state.withLock { $0.nodes[id]?.cachedClass = protection }
  }

  /// The nodes of a class of which the kernel may hold pages.
  func cached(_ protection: ProtectionClass) -> [(id: NodeID, file: OpenFile?)] {
    state.withLock { state in
      state.nodes.compactMap { id, node in node.cachedClass == protection ? (id, state.files[id]) : nil }
    }
  }
}

extension NodeTable.State {
  fileprivate mutating func add(_ key: InodeKey, _ type: UInt32) -> NodeID {
    last += 1
    let id = NodeID(rawValue: last)
    nodes[id] = Node(key: key, type: type)
    byKey[key] = id
    peak = max(peak, nodes.count)
    return id
  }

  /// Forgets idle files. Whoever uses a file has got it from this table, under its lock: a file that only the table
  /// refers to is used by nobody.
  fileprivate mutating func forgetIdleFiles() {
    var idle: [NodeID] = []
    var index = files.startIndex
    while index != files.endIndex {
      if isKnownUniquelyReferenced(&files.values[index]), files.values[index].isIdle { idle.append(files.keys[index]) }
      files.formIndex(after: &index)
    }
    for id in idle { files[id] = nil }
  }
}
