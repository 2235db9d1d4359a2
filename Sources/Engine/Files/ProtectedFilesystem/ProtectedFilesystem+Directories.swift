// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Listing directories

extension ProtectedFilesystem {
  package func openDirectory(_ node: NodeID, caller: Caller) throws(FileError) -> OpenReply {
    let share = try shares.take(Listing.descriptors, for: caller)
    do throws(FileError) {
      let directory = try directory(node)
      let listing = try request { () throws(SystemError) in try Listing(directory, share) }
      return OpenReply(handle: listings.add(listing), pages: .discard)
    } catch {
      shares.giveBack(share)
      throw error
    }
  }

  package func releaseDirectory(_ node: NodeID, _ handle: FileHandle) {
    if let listing = listings.remove(handle) { shares.giveBack(listing.share) }
  }

  package func readDirectory(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryReply
  ) throws(FileError) {
    let listing = try listing(handle)
    try listing.read(from: offset) { (item) throws(FileError) in
      if item.name == "." || item.name == ".." {
        return reply.add(Array(item.name.utf8), inode: item.inode, mode: S_IFDIR, next: item.next)
      }
      guard let name = plainName(item.name, in: listing.directory) else { return .left }
      return reply.add(name, inode: item.inode, mode: UInt32(item.kind) << 12, next: item.next)
    }
  }

  package func readEntries(
    _ node: NodeID, _ handle: FileHandle, from offset: Int, reply: inout DirectoryEntriesReply
  ) throws(FileError) {
    let listing = try listing(handle)
    try listing.read(from: offset) { (item) throws(FileError) in
      if item.name == "." || item.name == ".." {
        return reply.add(Array(item.name.utf8), inode: item.inode, mode: S_IFDIR, next: item.next)
      }
      guard let name = plainName(item.name, in: listing.directory) else { return .left }
      let backingEntry = BackingEntry(directory: listing.directory, parent: node, name: item.name)
      do throws(FileError) {
        guard let entry = try entry(backingEntry.status(), backingEntry) else { return .left }
        let room = reply.add(name, entry, next: item.next)
        if room == .full { nodes.forget(entry.node, lookups: 1) }
        return room
      } catch {
        // The listing leaves the attributes of this entry out: a program that asks for them gets the error, and the
        // other entries can be listed.
        guard error.code != ENOENT else { return .left }
        return reply.add(name, inode: item.inode, mode: UInt32(item.kind) << 12, next: item.next)
      }
    }
  }

  package func synchronizeDirectory(
    _ node: NodeID, _ handle: FileHandle, _ extent: SyncExtent
  ) throws(FileError) {
    let directory = try directory(node)
    try request { () throws(SystemError) in try directory.descriptor.sync() }
  }

  private func listing(_ handle: FileHandle) throws(FileError) -> Listing {
    guard let listing = listings[handle] else { throw FileError(EBADF) }
    return listing
  }
}
