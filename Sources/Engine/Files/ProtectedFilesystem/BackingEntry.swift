// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

/// An entry of a backing directory that is open.
struct BackingEntry: Sendable {
  let directory: StoredDirectory
  let parent: NodeID
  let name: String

  var location: Location { Location(parent: parent, name: name) }

  func status() throws(FileError) -> stat {
    try request { () throws(SystemError) in try directory.descriptor.status(of: name) }
  }
}

// MARK: - From nodes to places

extension ProtectedFilesystem {
  /// The backing directory of a node.
  func directory(_ id: NodeID) throws(FileError) -> StoredDirectory {
    if id == .root { return store.root }
    if let open = directories.directory(id) { return open }
    let node = try nodes.node(id)
    guard node.type == S_IFDIR else { throw FileError(ENOTDIR) }
    return try atBackingEntry(of: id) { (backingEntry) throws(FileError) in
      let directory = try StoredDirectory(backingEntry.name, in: backingEntry.directory, store.keys)
      let status = try request { () throws(SystemError) in try directory.descriptor.status() }
      guard InodeKey(status) == node.key else { throw .missing }
      directories.insert(directory, id)
      return directory
    }
  }

  /// Runs the body with the node's backing entry. If the body throws `missing` and the node has been renamed meanwhile,
  /// it runs again with the new one. A body that finds another file there throws `missing` too.
  func atBackingEntry<Result: ~Copyable>(
    of id: NodeID, _ body: (BackingEntry) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    guard var location = nodes.location(of: id) else { throw FileError(ESTALE) }
    while true {
      do throws(FileError) {
        let parent = try directory(location.parent)
        return try body(BackingEntry(directory: parent, parent: location.parent, name: location.name))
      } catch .missing {
        guard let now = nodes.location(of: id), now != location else { throw .missing }
        location = now
      }
    }
  }

  /// The name in the store of an entry of this name.
  func backingName(_ name: [UInt8], in directory: StoredDirectory) throws(FileError) -> BackingName {
    try served { () throws(FileFormatError) in try store.knownNames.seal(name, in: directory.id) }
  }

  func backingEntry(_ name: BackingName, in parent: NodeID, _ directory: StoredDirectory) -> BackingEntry {
    BackingEntry(directory: directory, parent: parent, name: name.text)
  }
}
