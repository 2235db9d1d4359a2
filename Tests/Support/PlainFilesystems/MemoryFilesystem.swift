// SPDX-License-Identifier: Apache-2.0
package import Files
package import FuseSession
import Glibc
import Threads

/// A small filesystem that lives in memory: for what a test wants to see of requests, or make of them.
package final class MemoryFilesystem: FileSystemOperations {
  /// What tests look at, and turn.
  package struct Observed: Sendable {
    package var reads = 0
    package var forgotten: [NodeID] = []
    package var writes: [WriteRequest] = []
    package var missedLookups = 0
    /// Run within each lookup.
    package var whenLookedUp: (@Sendable () -> Void)?
    /// Called before each write: it may take its time, as a disk may.
    package var beforeWrite: (@Sendable () -> Void)?
    /// Run in a write that was answered before; without it, none is.
    package var whenAcknowledged: (@Sendable () -> Void)?
    /// Run when statfs(2) asks.
    package var whenStatusAsked: (@Sendable () -> Void)?
    /// Of reads: that the session keeps no copy.
    package var forgetsReads = false
    /// Thrown by every read and by writes that programs make.
    package var refusal: FileError?
    package var wipesWrites = false
    package var pages = OpenReply.Pages.keep
    package var extendedAttributesAsked = 0
    /// How many bytes behind those of a write to look at, and what the last write found there: what earlier requests
    /// left in the session's buffer.
    package var bytesBehind = 0
    package var foundBehind: [UInt8] = []
  }

  struct Node {
    var attributes: FileAttributes
    var contents: [UInt8] = []
    var names: [[UInt8]: NodeID] = [:]
    var extendedAttributes: [[UInt8]: [UInt8]] = [:]
  }

  struct State {
    var nodes: [NodeID: Node] = [:]
    var last: UInt64 = 1
    var observed = Observed()
  }

  let state: Locked<State>

  package init() {
    var state = State()
    state.nodes[.root] = Node(
      attributes: FileAttributes(inode: 1, mode: S_IFDIR | 0o755, links: 2, user: geteuid(), group: getegid()))
    self.state = Locked(state)
  }

  package var observed: Observed { state.withLock { $0.observed } }
  package func observe(_ body: (inout Observed) -> Void) {
    state.withLock { state in body(&state.observed) }
  }

  /// Changes a file behind the kernel's back.
  package func replaceContents(of node: NodeID, with contents: [UInt8]) {
    state.withLock {
      $0.nodes[node]?.contents = contents
      $0.nodes[node]?.attributes.size = contents.count
    }
  }

  package func node(named name: String) -> NodeID? { state.withLock { $0.nodes[.root]?.names[Array(name.utf8)] } }
  package func contents(of node: NodeID) -> [UInt8] { state.withLock { $0.nodes[node]?.contents ?? [] } }
}

// MARK: - Names

extension MemoryFilesystem {
  package func lookUp(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    observed.whenLookedUp?()
    return try state.withLock { state throws(FileError) in
      guard let node = state.nodes[parent]?.names[name], let found = state.nodes[node] else {
        state.observed.missedLookups += 1
        throw .missing
      }
      return Entry(node: node, attributes: found.attributes)
    }
  }

  package func forget(_ node: NodeID, lookups: UInt64) { observe { $0.forgotten.append(node) } }

  package func makeNode(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, device: UInt64, caller: Caller
  ) throws(FileError) -> Entry {
    try add(name, in: parent, mode, caller)
  }

  package func makeDirectory(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, caller: Caller
  ) throws(FileError) -> Entry {
    try add(name, in: parent, mode | S_IFDIR, caller)
  }

  package func makeSymbolicLink(
    _ name: [UInt8], in parent: NodeID, target: [UInt8], caller: Caller
  ) throws(FileError) -> Entry {
    try add(name, in: parent, S_IFLNK | 0o777, caller, contents: target)
  }

  package func symbolicLinkTarget(of node: NodeID) throws(FileError) -> [UInt8] { contents(of: node) }

  package func link(_ node: NodeID, as name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    throw .unsupported
  }

  package func unlink(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    try state.withLock { state throws(FileError) in
      guard let node = state.nodes[parent]?.names.removeValue(forKey: name) else { throw .missing }
      state.nodes[node]?.attributes.links = 0
    }
  }

  package func removeDirectory(_ name: [UInt8], in parent: NodeID) throws(FileError) { try unlink(name, in: parent) }

  package func rename(
    _ name: [UInt8], in parent: NodeID, to newName: [UInt8], in newParent: NodeID, _ mode: RenameMode, caller: Caller
  ) throws(FileError) {
    guard mode == .replace else { throw FileError(EINVAL) }
    try state.withLock { state throws(FileError) in
      guard let node = state.nodes[parent]?.names.removeValue(forKey: name) else { throw .missing }
      state.nodes[newParent]?.names[newName] = node
    }
  }

  private func add(
    _ name: [UInt8], in parent: NodeID, _ mode: UInt32, _ caller: Caller, contents: [UInt8] = []
  ) throws(FileError) -> Entry {
    try state.withLock { state throws(FileError) in
      guard state.nodes[parent]?.names[name] == nil else { throw FileError(EEXIST) }
      state.last += 1
      let node = NodeID(rawValue: state.last)
      let attributes = FileAttributes(
        inode: state.last, mode: mode, user: caller.user, group: caller.group, size: contents.count)
      state.nodes[node] = Node(attributes: attributes, contents: contents)
      state.nodes[parent]?.names[name] = node
      return Entry(node: node, attributes: attributes)
    }
  }
}

// MARK: - Attributes

extension MemoryFilesystem {
  package func attributes(of node: NodeID, handle: FileHandle?) throws(FileError) -> FileAttributes {
    guard let found = state.withLock({ $0.nodes[node]?.attributes }) else { throw .missing }
    return found
  }

  package func change(_ node: NodeID, _ change: AttributeChange, caller: Caller) throws(FileError) -> FileAttributes {
    try state.withLock { state throws(FileError) in
      guard var found = state.nodes[node] else { throw .missing }
      found.attributes.mode = change.privileges.applied(to: change.mode ?? found.attributes.mode)
      found.attributes.user = change.user ?? found.attributes.user
      found.attributes.group = change.group ?? found.attributes.group
      if let size = change.size { found.resize(to: size) }
      if case .set(let seconds, let nanoseconds) = change.modification {
        found.attributes.modification = .init(seconds: seconds, nanoseconds: nanoseconds)
      }
      state.nodes[node] = found
      return found.attributes
    }
  }

  package func status(of node: NodeID) throws(FileError) -> FileSystemStatus {
    observed.whenStatusAsked?()
    return FileSystemStatus(
      blockSize: 4096, blocks: 1000, freeBlocks: 500, availableBlocks: 400, files: 100, freeFiles: 50)
  }
}

extension MemoryFilesystem.Node {
  mutating func resize(to size: Int) {
    contents.removeLast(max(0, contents.count - size))
    contents += [UInt8](repeating: 0, count: size - contents.count)
    attributes.size = size
  }
}
