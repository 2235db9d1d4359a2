// SPDX-License-Identifier: Apache-2.0
import ConfinedFiles
package import Files
package import FuseSession
import Glibc
import SystemCalls
import Threads

// MARK: - Names

extension SharedFolders {
  package func lookUp(_ name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    if parent == .root { return try area(name) }
    if let places = places(at: parent) {
      guard let place = places.first(where: { Array($0.name.utf8) == name })?.place else { throw .missing }
      return try top(of: place, parent, name)
    }
    // The kernel goes up by itself, and asks for neither.
    guard name != Self.here, name != Self.up else { throw .missing }
    let above = try entrance(of: parent, to: name)
    let path = above.path + (above.path.isEmpty ? [] : [UInt8(ascii: "/")]) + name
    return try entry(above.place, parent, name, status(of: try above.place.handle(path)))
  }

  private static let (here, up) = (Array(".".utf8), Array("..".utf8))

  private func area(_ name: [UInt8]) throws(FileError) -> Entry {
    guard let area = areas.keys.first(where: { Array($0.name.utf8) == name }) else { throw .missing }
    return Entry(node: area.node, attributes: try attributes(of: area.node, handle: nil))
  }

  /// The top of a shared place. Its name in the area may differ from the file's.
  private func top(of place: SharedPlace, _ parent: NodeID, _ name: [UInt8]) throws(FileError) -> Entry {
    var entry = try entry(place, nil, name, status(of: try place.handle(place.path)))
    if !place.permission.isGranted { entry.attributes = plain(entry.node) }
    return entry
  }

  package func forget(_ node: NodeID, lookups: UInt64) {
    guard node.rawValue > Area.lastNode else { return }
    nodes.withLock { $0.forget(node, lookups: lookups) }
  }

  package func makeNode(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, device: UInt64, caller: Caller
  ) throws(FileError) -> Entry {
    guard mode & S_IFMT == S_IFREG || mode & S_IFMT == 0 else { throw FileError(EPERM) }
    try change(name, in: parent) { (folder) throws(SystemError) in
      _ = try folder.createFile(name, O_WRONLY, mode: mode & Self.ordinary)
    }
    return try lookUp(name, in: parent)
  }

  package func makeDirectory(
    _ name: [UInt8], in parent: NodeID, mode: UInt32, caller: Caller
  ) throws(FileError) -> Entry {
    try change(name, in: parent) { (folder) throws(SystemError) in
      try folder.makeFolder(name, mode: mode & Self.ordinary)
    }
    return try lookUp(name, in: parent)
  }

  package func makeSymbolicLink(
    _ name: [UInt8], in parent: NodeID, target: [UInt8], caller: Caller
  ) throws(FileError) -> Entry {
    try change(name, in: parent) { (folder) throws(SystemError) in
      try folder.makeLink(name, to: target)
    }
    return try lookUp(name, in: parent)
  }

  /// The permission bits that an app may set: all but set-user-ID and set-group-ID, which lend the owner's rights to others.
  static let ordinary: UInt32 = 0o1777

  package func symbolicLinkTarget(of node: NodeID) throws(FileError) -> [UInt8] {
    let (place, path) = try location(of: node)
    _ = try place.permission.require()
    let file = try handle(node, place, path)
    do { return try file.linkTarget() } catch { throw FileError(error) }
  }

  /// Makes a second name within one place alone: elsewhere it would be reached by another grant.
  package func link(_ node: NodeID, as name: [UInt8], in parent: NodeID) throws(FileError) -> Entry {
    let (place, path) = try location(of: node)
    if isTop(node) || isFixed(parent) { throw FileError(EXDEV) }
    let target = try location(of: parent).place
    guard target === place else { throw FileError(EXDEV) }
    _ = try place.permission.require()
    let file = try handle(node, place, path)
    guard try status(of: file).st_mode & S_IFMT == S_IFREG else { throw FileError(EPERM) }
    try change(name, in: parent) { (folder) throws(SystemError) in try file.link(as: name, in: folder) }
    return try lookUp(name, in: parent)
  }

  package func unlink(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    try change(name, in: parent) { (folder) throws(SystemError) in try folder.removeFile(name) }
  }

  package func removeDirectory(_ name: [UInt8], in parent: NodeID) throws(FileError) {
    try change(name, in: parent) { (folder) throws(SystemError) in try folder.removeFolder(name) }
  }

  package func rename(
    _ name: [UInt8], in parent: NodeID, to newName: [UInt8], in newParent: NodeID, _ mode: RenameMode, caller: Caller
  ) throws(FileError) {
    let from = try entrance(of: parent, to: name)
    let to = try entrance(of: newParent, to: newName)
    let place = from.place
    guard place === to.place else { throw FileError(EXDEV) }
    try place.requireWriting()
    do throws(SystemError) {
      let moved = try from.folder.status(ofEntry: name)
      let other = mode == .exchange ? try to.folder.status(ofEntry: newName) : nil
      try from.folder.renameEntry(name, to: to.folder, as: newName, mode)
      nodes.withLock { nodes in
        nodes.move(SharedNodes.Identity(moved), of: place, to: newParent, newName)
        if let other { nodes.move(SharedNodes.Identity(other), of: place, to: parent, name) }
      }
    } catch {
      throw FileError(error)
    }
  }

  // MARK: - Parts

  /// Changes a folder, after everything was asked that has to be.
  func change(
    _ name: [UInt8], in parent: NodeID, _ body: (borrowing FileDescriptor) throws(SystemError) -> Void
  ) throws(FileError) {
    let above = try entrance(of: parent, to: name)
    try above.place.requireWriting()
    do { try body(above.folder) } catch { throw FileError(error) }
  }

  func status(of file: borrowing FileDescriptor) throws(FileError) -> stat {
    do { return try file.status() } catch { throw FileError(error) }
  }
}
