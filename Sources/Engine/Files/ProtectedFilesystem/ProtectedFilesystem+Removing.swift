// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Removing names

extension ProtectedFilesystem {
  package func unlink(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    let directory = try directory(parent)
    let backingEntry = backingEntry(try backingName(name, in: directory), in: parent, directory)
    let removal = try prepareRemoval(backingEntry)
    try request { () throws(SystemError) in try directory.descriptor.unlink(backingEntry.name) }
    removeSidecar(of: backingEntry)
    finish(removal)
  }

  package func removeDirectory(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    let directory = try directory(parent)
    let backingEntry = backingEntry(try backingName(name, in: directory), in: parent, directory)
    let removal = try prepareRemoval(backingEntry)
    do {
      try directory.descriptor.removeDirectory(backingEntry.name)
    } catch  where error.code == ENOTEMPTY {
      try removeRemains(in: backingEntry)
      try request { () throws(SystemError) in try directory.descriptor.removeDirectory(backingEntry.name) }
    } catch {
      throw FileError(error)
    }
    removeSidecar(of: backingEntry)
    finish(removal)
  }

  /// Removes what a crash can leave in a folder and no program sees: a sidecar without its entry, or a folder that was
  /// never finished.
  private func removeRemains(in backingEntry: BackingEntry) throws(FileError) {
    let inner = try request { () throws(SystemError) in
      try backingEntry.directory.descriptor.open(backingEntry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
    var names: [String] = []
    try request { () throws(SystemError) in
      try inner.forEachEntry { entry in
        names.append(String(decoding: entry.name, as: UTF8.self))
        return .proceed
      }
    }
    guard names.allSatisfy({ isRemains($0, among: names) }) else { throw FileError(ENOTEMPTY) }
    for name in names {
      if (try? inner.unlink(name)) == nil { try? inner.removeDirectory(name) }
    }
  }

  private func isRemains(_ name: String, among names: [String]) -> Bool {
    switch BackingName.kind(of: name) {
    case .storeOwn: name.hasPrefix(StoreLayout.unfinishedPrefix)
    case .sidecar(let entry): !names.contains(entry)
    case .short, .long: false
    }
  }

  // MARK: - What a name leaves behind

  /// An entry whose name is being removed, and what has to be done afterwards.
  struct NameRemoval: ~Copyable {
    let backingEntry: BackingEntry
    let status: stat
    var lastKnown: FileAttributes
    /// The record of a file that has other names: this name has to be removed from it.
    var record: FileDescriptor?
    /// The text of a symbolic link whose target may lie in a file of its own.
    var linkText: [UInt8]?
  }

  func prepareRemoval(_ backingEntry: BackingEntry) throws(FileError) -> NameRemoval {
    let status = try backingEntry.status()
    var lastKnown = try attributesAtRemoval(status, backingEntry)
    let isDirectory = status.st_mode & S_IFMT == S_IFDIR
    lastKnown.links = isDirectory ? 0 : lastKnown.links - 1
    var removal = NameRemoval(backingEntry: backingEntry, status: status, lastKnown: lastKnown)
    if status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 {
      // If it cannot be opened, its record keeps a name too many, which does no harm.
      removal.record = try? backingEntry.directory.descriptor.open(backingEntry.name, O_RDONLY | O_NOFOLLOW)
    }
    if status.st_mode & S_IFMT == S_IFLNK, status.st_nlink == 1,
      SymbolicLinkTarget.plainSize(ofText: Int(status.st_size)) == nil
    {
      // If it cannot be read, its target stays behind as a stray file, which fsck removes.
      removal.linkText = try? backingEntry.directory.descriptor.symbolicLinkTarget(backingEntry.name)
    }
    return removal
  }

  private func attributesAtRemoval(_ status: stat, _ backingEntry: BackingEntry) throws(FileError) -> FileAttributes {
    guard status.st_mode & S_IFMT == S_IFREG, !ModeKeeping.isMarked(status.st_mode) else {
      return try attributes(status, backingEntry)
    }
    var attributes = FileAttributes(status)
    attributes.size = BlockLayout.plainSize(ofBacking: Int(status.st_size))
    return attributes
  }

  /// Finishes a removal. To be called after the name was removed.
  func finish(_ removal: consuming NameRemoval) {
    let node = nodes.id(of: removal.status)
    nodes.removed(removal.status, at: removal.backingEntry.location, removal.lastKnown)
    if let text = removal.linkText { removeTarget(text) }
    guard let tag = LinkTag(backingName: removal.backingEntry.name), let record = removal.record.take() else { return }
    // A name too many in a record does no harm.
    _ = try? change(.remove(tag), of: .descriptor(record), node)
  }
}
