// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Attributes

extension ProtectedFilesystem {
  package func attributes(of node: NodeID, handle: FileHandle?) throws(FileError) -> FileAttributes {
    if node == .root {
      let status = try request { () throws(SystemError) in try store.root.descriptor.status() }
      return try attributes(status, nil)
    }
    let known = try nodes.node(node)
    let file = nodes.usedFile(node)
    if let file, file.isUnsettled { try file.settle() }
    if let lastKnown = known.lastKnown { return try lastAttributes(file, lastKnown.attributes) }
    return try atBackingEntry(of: node) { (backingEntry) throws(FileError) in
      let status = try backingEntry.status()
      guard InodeKey(status) == known.key else { throw .missing }
      return try attributes(status, backingEntry)
    }
  }

  /// An open file without a name is asked for its attributes. Of anything else without a name, those are used that were
  /// known when it lost its name.
  private func lastAttributes(_ file: OpenFile?, _ lastKnown: FileAttributes) throws(FileError) -> FileAttributes {
    guard let file else { return lastKnown }
    return try file.reading { (state) throws(FileError) in
      guard state.isLoaded else { return lastKnown }
      return try state.reading { (contents) throws(FileError) in
        let status: stat
        do throws(SystemError) { status = try contents.file.descriptor.status() } catch { throw FileError(error) }
        var attributes = FileAttributes(status)
        attributes.size = contents.file.size
        return attributes
      }
    }
  }

  /// The attributes of a backing file that the program is to see.
  func attributes(_ status: stat, _ backingEntry: BackingEntry?) throws(FileError) -> FileAttributes {
    var attributes = FileAttributes(status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: attributes.size = try fileSize(status, backingEntry)
    case S_IFLNK: attributes.size = try targetSize(status, backingEntry)
    default: break
    }
    if ModeKeeping.isMarked(status.st_mode) {
      attributes.mode = status.st_mode & S_IFMT | (try markedMode(backingEntry) ?? status.st_mode & 0o7777)
    }
    return attributes
  }

  /// The authentic size, where it is known. A file that was cut short behind our back shows how long it was, so that
  /// reading it fails at the end instead of ending too soon.
  private func fileSize(_ status: stat, _ backingEntry: BackingEntry?) throws(FileError) -> Int {
    let found = BlockLayout.plainSize(ofBacking: Int(status.st_size))
    if let file = nodes.file(of: status) {
      if let size = file.openSize { return size.isWhole ? found : size.recorded }
      if file.closedSize == found { return found }
    }
    guard let backingEntry,
      let bytes = try AttributeTarget.entry(backingEntry).extendedAttribute(StoredDirectory.attribute),
      let record = try? FileRecord(bytes, store.keys)
    else { return found }
    let trusted = store.context.trusted(record)
    return trusted.flags.contains(.settled) ? trusted.size : max(found, trusted.size)
  }

  private func targetSize(_ status: stat, _ backingEntry: BackingEntry?) throws(FileError) -> Int {
    if let size = SymbolicLinkTarget.plainSize(ofText: Int(status.st_size)) { return size }
    guard let backingEntry else { return 0 }
    let text = try request { () throws(SystemError) in
      try backingEntry.directory.descriptor.symbolicLinkTarget(backingEntry.name)
    }
    return (try? SymbolicLinkTarget.detached(text))?.size ?? 0
  }

  private func markedMode(_ backingEntry: BackingEntry?) throws(FileError) -> UInt32? {
    let bytes = try request { () throws(SystemError) in
      if let backingEntry {
        try backingEntry.directory.descriptor.extendedAttribute(ModeKeeping.attribute, of: backingEntry.name)
      } else {
        try store.root.descriptor.extendedAttribute(ModeKeeping.attribute)
      }
    }
    return bytes.flatMap(ModeKeeping.decode)
  }

  // MARK: - Changing them

  package func change(_ node: NodeID, _ change: AttributeChange, caller: Caller) throws(FileError) -> FileAttributes {
    if let size = change.size { try truncate(node, to: size) }
    // A write that was acknowledged but not stored yet would change times, and take special rights away, after this
    // call.
    if let file = nodes.usedFile(node), file.isUnsettled { try file.settle() }
    let target = try attributeTarget(node)
    if change.user != nil || change.group != nil {
      try target.changeOwner(user: change.user ?? .max, group: change.group ?? .max)
    }
    if let mode = try newMode(change, node) { try target.changeMode(to: mode, store.modes) }
    if change.access != .keep || change.modification != .keep {
      try target.changeTimes(access: change.access, modification: change.modification)
    }
    if change.mode != nil || change.privileges == .clear { rememberMode(of: node) }
    return try attributes(of: node, handle: change.handle)
  }

  /// The mode asked for, or the one that is left when special rights go.
  private func newMode(_ change: AttributeChange, _ node: NodeID) throws(FileError) -> UInt32? {
    if let mode = change.mode { return mode }
    guard change.privileges == .clear else { return nil }
    let mode = try attributes(of: node, handle: nil).mode
    guard mode & S_IFMT == S_IFREG, change.privileges.applied(to: mode) != mode else { return nil }
    return change.privileges.applied(to: mode)
  }

  /// Remembers the mode of a file. Where it cannot be read, a write removes bits that are gone already, or the next
  /// opening finds them.
  func rememberMode(of node: NodeID) {
    guard let file = nodes.usedFile(node), let mode = try? attributes(of: node, handle: nil).mode else { return }
    file.changing { state in
      _ = try? state.changing { (contents) throws(FileError) in contents.mode = mode }
    }
  }

  func attributeTarget(_ node: NodeID) throws(FileError) -> AttributeTarget {
    if node == .root { return .directory(store.root) }
    if let location = nodes.location(of: node) {
      return .entry(
        BackingEntry(directory: try directory(location.parent), parent: location.parent, name: location.name))
    }
    return .file(try nodes.file(node))
  }
}
