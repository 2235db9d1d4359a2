// SPDX-License-Identifier: Apache-2.0
import CLinux
package import Files
package import FuseSession
import Glibc
package import Threads

/// Another folder shown through a mount, call for call: what the session itself gets right, and what it costs.
package final class PassthroughFilesystem: FileSystemOperations {
  /// A file the kernel knows, held open without rights so that it is found again whatever its name becomes.
  struct Node {
    let descriptor: Int32
    let identity: Identity
    var lookups: UInt64
  }

  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  struct Table {
    var nodes: [NodeID: Node] = [:]
    var known: [Identity: NodeID] = [:]
    var last: UInt64 = 1
  }

  let table: Locked<Table>
  /// Called before each write, with the number of bytes: it may take its time, as a disk may.
  package let beforeWrite = Locked<(@Sendable (Int) -> Void)?>(nil)
  private let refusals = Locked<[DiskOperation: Int32]>([:])

  package init(showing folder: String) throws(FileError) {
    let root = try check(unsafe Glibc.open(folder, clinux_o_path | O_DIRECTORY | O_CLOEXEC))
    var table = Table()
    table.nodes[.root] = Node(descriptor: root, identity: Identity(device: 0, inode: 0), lookups: 1)
    self.table = Locked(table)
  }

  deinit { table.withLock { table in table.nodes.values.forEach { close($0.descriptor) } } }

  /// Lets an operation fail from now on, as a broken or full disk does; nil mends it.
  package func refuse(_ operation: DiskOperation, with code: Int32?) {
    refusals.withLock { $0[operation] = code }
  }

  func attempt(_ operation: DiskOperation) throws(FileError) {
    if let code = refusals.withLock({ $0[operation] }) { throw FileError(code) }
  }

  func descriptor(of node: NodeID) throws(FileError) -> Int32 {
    guard let found = table.withLock({ $0.nodes[node]?.descriptor }) else { throw FileError(ESTALE) }
    return found
  }

  /// A path that opens the very file of a node.
  func path(of node: NodeID) throws(FileError) -> String { "/proc/self/fd/\(try descriptor(of: node))" }

  func status(_ descriptor: Int32) throws(FileError) -> FileAttributes {
    var status = stat()
    _ = try check(unsafe fstatat(descriptor, "", &status, clinux_at_empty_path))
    return FileAttributes(status)
  }
}

/// What a disk may refuse to do.
package enum DiskOperation: Sendable, CaseIterable {
  case read, write, synchronize
  /// New entries and new names.
  case create
  case readAttribute, setAttribute, truncate
}

/// Turns -1 into the errno.
@discardableResult
func check<Number: SignedInteger>(_ result: Number) throws(FileError) -> Number {
  guard result >= 0 else { throw FileError(errno) }
  return result
}

/// Lends a name to C.
func withName<Result>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  unsafe (name + [0]).withUnsafeBytes {
    unsafe body($0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self))
  }
}

// MARK: - Names

extension PassthroughFilesystem {
  package func lookUp(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    let directory = try descriptor(of: parent)
    let opened = try check(
      unsafe withName(name) { unsafe openat(directory, $0, clinux_o_path | O_NOFOLLOW | O_CLOEXEC) })
    return try entry(taking: opened)
  }

  /// Counts a lookup, and keeps the descriptor unless the file is known already.
  private func entry(taking opened: Int32) throws(FileError) -> Entry {
    var status = stat()
    guard unsafe fstatat(opened, "", &status, clinux_at_empty_path) == 0 else {
      close(opened)
      throw FileError(errno)
    }
    let identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    let node = table.withLock { table -> NodeID in
      if let known = table.known[identity] {
        table.nodes[known]?.lookups += 1
        close(opened)
        return known
      }
      table.last += 1
      let node = NodeID(rawValue: table.last)
      table.nodes[node] = Node(descriptor: opened, identity: identity, lookups: 1)
      table.known[identity] = node
      return node
    }
    return Entry(node: node, attributes: FileAttributes(status))
  }

  package func forget(_ node: NodeID, lookups: UInt64) {
    table.withLock { table in
      guard node != .root, let found = table.nodes[node] else { return }
      table.nodes[node]?.lookups -= lookups
      guard found.lookups == lookups else { return }
      table.nodes[node] = nil
      table.known[found.identity] = nil
      close(found.descriptor)
    }
  }

  package func makeNode(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, device: UInt64, caller: Caller
  ) throws(FileError) -> Entry {
    try attempt(.create)
    let directory = try descriptor(of: parent)
    try check(unsafe withName(name) { unsafe mknodat(directory, $0, mode, dev_t(device)) })
    return try own(name, in: parent, mode: mode, caller)
  }

  package func makeDirectory(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, caller: Caller
  ) throws(FileError) -> Entry {
    try attempt(.create)
    let directory = try descriptor(of: parent)
    try check(unsafe withName(name) { unsafe mkdirat(directory, $0, mode) })
    return try own(name, in: parent, mode: nil, caller)
  }

  package func makeSymbolicLink(
    _ name: [UInt8], in parent: NodeID, target: [UInt8], caller: Caller
  ) throws(FileError) -> Entry {
    try attempt(.create)
    let directory = try descriptor(of: parent)
    try check(
      unsafe withName(target) { target in
        unsafe withName(name) { unsafe symlinkat(target, directory, $0) }
      })
    return try own(name, in: parent, mode: nil, caller)
  }

  /// Gives a new file to its maker; in a set-group-id folder the store has chosen the group already.
  func own(_ name: [UInt8], in parent: NodeID, mode: UInt32?, _ caller: Caller) throws(FileError) -> Entry {
    let directory = try descriptor(of: parent)
    if geteuid() == 0 {
      let group = try status(directory).mode & S_ISGID == 0 ? caller.group : gid_t.max
      try check(unsafe withName(name) { unsafe fchownat(directory, $0, caller.user, group, AT_SYMLINK_NOFOLLOW) })
      if let mode, mode & (S_ISUID | S_ISGID) != 0 {
        try check(unsafe withName(name) { unsafe fchmodat(directory, $0, mode & 0o7777, 0) })
      }
    }
    return try lookUp(name, in: parent)
  }

  package func symbolicLinkTarget(of node: NodeID) throws(FileError) -> [UInt8] {
    let descriptor = try descriptor(of: node)
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try check(
      unsafe target.withUnsafeMutableBytes {
        unsafe readlinkat(
          descriptor, "", $0.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self), $0.count)
      })
    return Array(target.prefix(count))
  }

  package func link(_ node: NodeID, as name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    try attempt(.create)
    let (path, directory) = (try path(of: node), try descriptor(of: parent))
    try check(unsafe withName(name) { unsafe linkat(AT_FDCWD, path, directory, $0, AT_SYMLINK_FOLLOW) })
    return try lookUp(name, in: parent)
  }

  package func unlink(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    let directory = try descriptor(of: parent)
    try check(unsafe withName(name) { unsafe unlinkat(directory, $0, 0) })
  }

  package func removeDirectory(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    let directory = try descriptor(of: parent)
    try check(unsafe withName(name) { unsafe unlinkat(directory, $0, AT_REMOVEDIR) })
  }

  package func rename(
    _ name: [UInt8], in parent: NodeID, to newName: [UInt8], in newParent: NodeID, _ mode: RenameMode, caller: Caller
  ) throws(FileError) {
    try attempt(.create)
    let (from, to) = (try descriptor(of: parent), try descriptor(of: newParent))
    let flags = [RenameMode.replace: 0, .refuseToReplace: clinux_rename_noreplace, .exchange: clinux_rename_exchange]
    try check(
      unsafe withName(name) { name in
        unsafe withName(newName) { unsafe clinux_rename(from, name, to, $0, UInt32(flags[mode] ?? 0)) }
      })
  }
}
