// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
package import ProtectedFiles
import ProtectedFilesystem
package import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import SystemCalls

// MARK: - Whole trees, by path

extension DirectFiles {
  package var volume: VolumeKeys { VolumeKeys(volumeKey: keys.volumeKey()) }

  package func makeFolder(_ path: String, _ protection: ProtectionClass? = nil) throws(FileError) {
    let (parent, name) = try split(path)
    let entry = try filesystem.makeDirectory(name, in: parent, mode: 0o755, caller: Self.caller)
    guard let protection else { return }
    let value = Array(protection.attributeValue.utf8)
    try set("user.bailey.protection", value, of: entry.node)
  }

  /// A new file that is synced and closed.
  package func makeFile(_ path: String, _ bytes: [UInt8], _ protection: ProtectionClass? = nil) throws(FileError) {
    let (parent, name) = try split(path)
    let (entry, reply) = try filesystem.create(name, in: parent, mode: 0o644, flags: O_RDWR, caller: Self.caller)
    let file = Opened(node: entry.node, handle: reply.handle)
    if let protection { try set("user.bailey.protection", Array(protection.attributeValue.utf8), of: file.node) }
    try write(bytes, to: file, at: 0)
    try sync(file)
    close(file)
  }

  package func makeLink(_ path: String, to target: String) throws(FileError) {
    let (parent, name) = try split(path)
    _ = try filesystem.makeSymbolicLink(name, in: parent, target: Array(target.utf8), caller: Self.caller)
  }

  package func makeName(_ path: String, for existing: String) throws(FileError) {
    let (parent, name) = try split(path)
    _ = try filesystem.link(node(existing), as: name, in: parent)
  }

  package func remove(_ path: String) throws(FileError) {
    let (parent, name) = try split(path)
    try filesystem.unlink(name, in: parent)
  }

  package func removeFolder(_ path: String) throws(FileError) {
    let (parent, name) = try split(path)
    try filesystem.removeDirectory(name, in: parent)
  }

  package func set(_ attribute: String, _ value: [UInt8], of path: String) throws(FileError) {
    try set(attribute, value, of: node(path))
  }

  private func set(_ attribute: String, _ value: [UInt8], of node: NodeID) throws(FileError) {
    try filesystem.setExtendedAttribute(
      Array(attribute.utf8), of: node, to: value.span, .either, caller: Self.caller)
  }

  package func attribute(_ name: String, of path: String) throws(FileError) -> [UInt8] {
    try filesystem.extendedAttribute(Array(name.utf8), of: node(path))
  }

  package func target(of path: String) throws(FileError) -> String {
    String(decoding: try filesystem.symbolicLinkTarget(of: node(path)), as: UTF8.self)
  }

  package func attributes(of path: String) throws(FileError) -> FileAttributes {
    try filesystem.attributes(of: node(path), handle: nil)
  }

  /// Those of some paths that are there.
  package func present(among paths: [String]) -> [String] { paths.filter { (try? node($0)) != nil } }

  package func node(_ path: String) throws(FileError) -> NodeID {
    var node = NodeID.root
    for name in path.split(separator: "/") { node = try filesystem.lookUp(Array(name.utf8), in: node).node }
    return node
  }

  private func split(_ path: String) throws(FileError) -> (parent: NodeID, name: [UInt8]) {
    var names = path.split(separator: "/")
    let name = names.popLast().map { Array($0.utf8) } ?? []
    return (try node(names.joined(separator: "/")), name)
  }

  // MARK: - The store's own view

  /// Where an entry lies in the store.
  package func backingPath(_ path: String) throws -> String {
    var folder = backing
    var stored = ""
    for name in path.split(separator: "/") {
      let descriptor = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let record = try DirectoryRecord(descriptor.extendedAttribute(StoreLayout.recordAttribute) ?? [], volume)
      stored = try NameCipher(volume).seal(Array(name.utf8), in: record.id).text
      folder += "/" + stored
    }
    return folder
  }

  /// Reads a file block by block, as a program would find it.
  package func contents(_ path: String) throws -> Finding {
    let node: NodeID
    do throws(FileError) {
      node = try self.node(path)
      let reply = try filesystem.open(node, flags: O_RDONLY, privileges: .keep, caller: Self.caller)
      filesystem.release(node, reply.handle)
    } catch {
      return error.code == ENOENT ? .missing : .failure(error.code)
    }
    let backing = try backingPath(path)
    let name = String(backing.split(separator: "/").last ?? "")
    let file = try ProtectedFile(
      opening: FileDescriptor.open(backing, O_RDONLY), link: LinkTag(backingName: name), StoreContext(volume))
    let key = FileKey(try keys.unwrap(file.header.wrappedKey))
    var workspace = try ContentWorkspace()
    var blocks: [[UInt8]?] = []
    for offset in stride(from: 0, to: file.size, by: BlockLayout.plainBlock) {
      let range = try? file.read(BlockLayout.plainBlock, at: offset, key: key, in: &workspace)
      blocks.append(try range.map { try workspace.withPlain($0) { $0.array } })
    }
    return .blocks(blocks)
  }
}
