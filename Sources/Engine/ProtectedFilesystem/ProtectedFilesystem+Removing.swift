// SPDX-License-Identifier: Apache-2.0
package import FuseSession
import Glibc
import LinuxSystem
import ProtectedFiles

// MARK: - Removing names

extension ProtectedFilesystem {
  package func unlink(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    let directory = try directory(parent)
    let place = place(try backingName(name, in: directory), in: parent, directory)
    let leaving = try prepareToLeave(place)
    try request { () throws(SystemError) in try directory.descriptor.unlink(place.name) }
    removeSidecar(of: place)
    left(leaving)
  }

  package func removeDirectory(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    let directory = try directory(parent)
    let place = place(try backingName(name, in: directory), in: parent, directory)
    let leaving = try prepareToLeave(place)
    do {
      try directory.descriptor.removeDirectory(place.name)
    } catch  where error.code == ENOTEMPTY {
      try removeRemains(in: place)
      try request { () throws(SystemError) in try directory.descriptor.removeDirectory(place.name) }
    } catch {
      throw FileError(error)
    }
    removeSidecar(of: place)
    left(leaving)
  }

  /// A crash can leave what no program sees: a sidecar without its entry, a directory that was never finished.
  private func removeRemains(in place: Place) throws(FileError) {
    let inner = try request { () throws(SystemError) in
      try place.directory.descriptor.open(place.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
    var names: [String] = []
    try request { () throws(SystemError) in
      try inner.forEachEntry { entry in
        names.append(String(decoding: entry.name, as: UTF8.self))
        return .goesOn
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

  /// An entry about to lose a name.
  struct Leaving: ~Copyable {
    let place: Place
    let status: stat
    var farewell: FileAttributes
    /// A file that has other names: its record must forget this one.
    var record: FileDescriptor?
    /// The text of a symbolic link that may have its target elsewhere.
    var linkText: [UInt8]?
  }

  func prepareToLeave(_ place: Place) throws(FileError) -> Leaving {
    let status = try place.status()
    var farewell = try farewell(status, place)
    let isDirectory = status.st_mode & S_IFMT == S_IFDIR
    farewell.links = isDirectory ? 0 : farewell.links - 1
    var leaving = Leaving(place: place, status: status, farewell: farewell)
    if status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 {
      leaving.record = try? place.directory.descriptor.open(place.name, O_RDONLY | O_NOFOLLOW)
    }
    if status.st_mode & S_IFMT == S_IFLNK, status.st_nlink == 1,
      SymbolicLinkTarget.plainSize(ofText: Int(status.st_size)) == nil
    {
      leaving.linkText = try? place.directory.descriptor.symbolicLinkTarget(place.name)
    }
    return leaving
  }

  private func farewell(_ status: stat, _ place: Place) throws(FileError) -> FileAttributes {
    guard status.st_mode & S_IFMT == S_IFREG, !ModeKeeping.isMarked(status.st_mode) else {
      return try attributes(status, place)
    }
    var attributes = FileAttributes(status)
    attributes.size = BlockLayout.plainSize(ofBacking: Int(status.st_size))
    return attributes
  }

  /// The name is gone now.
  func left(_ leaving: consuming Leaving) {
    let node = nodes.id(of: leaving.status)
    nodes.removed(leaving.status, at: leaving.place.location, leaving.farewell)
    if let text = leaving.linkText { removeTarget(text) }
    guard let tag = LinkTag(backingName: leaving.place.name), let record = leaving.record.take() else { return }
    _ = try? change(.remove(tag), of: .descriptor(record), node)
  }
}
