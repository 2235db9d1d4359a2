// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import SystemCalls

/// Everything in a folder: names, files, their bytes and extended attributes.
package struct TreeImage: Sendable, Hashable {
  package typealias Inode = UInt

  package enum Contents: Sendable, Hashable {
    case directory([String: Inode])
    case file(FileImage)
    case symbolicLink([UInt8])
    case special
  }

  package struct Node: Sendable, Hashable {
    package var mode: UInt32
    package var attributes: [String: [UInt8]]
    package var contents: Contents
  }

  package var root: Inode
  package var nodes: [Inode: Node] = [:]

  /// Reads a folder. What an earlier image of it has is taken from there where it is the same, to save memory.
  package init(of folder: borrowing FileDescriptor, after earlier: TreeImage? = nil) throws(SystemError) {
    root = try folder.status().st_ino
    try addDirectory(folder, earlier)
  }

  package func bytes(of inode: Inode) -> [UInt8]? {
    guard case .file(let image)? = nodes[inode]?.contents else { return nil }
    return image.bytes
  }

  private mutating func addDirectory(
    _ folder: borrowing FileDescriptor, _ earlier: TreeImage?
  ) throws(SystemError) {
    let status = try folder.status()
    var names: [String] = []
    try folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    var entries: [String: Inode] = [:]
    for name in names { entries[name] = try add(name, of: folder, earlier) }
    nodes[status.st_ino] = Node(
      mode: status.st_mode, attributes: try Self.attributes(of: ".", in: folder), contents: .directory(entries))
  }

  private mutating func add(
    _ name: String, of folder: borrowing FileDescriptor, _ earlier: TreeImage?
  ) throws(SystemError) -> Inode {
    let status = try folder.status(of: name)
    guard nodes[status.st_ino] == nil else { return status.st_ino }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      try addDirectory(folder.open(name, O_RDONLY | O_DIRECTORY), earlier)
    case S_IFREG:
      let bytes = try folder.open(name, O_RDONLY).read(count: Int(status.st_size), at: 0)
      var contents = Contents.file(FileImage(bytes))
      if let known = earlier?.nodes[status.st_ino]?.contents, known == contents { contents = known }
      nodes[status.st_ino] = Node(
        mode: status.st_mode, attributes: try Self.attributes(of: name, in: folder), contents: contents)
    case S_IFLNK:
      let target = try folder.symbolicLinkTarget(name)
      nodes[status.st_ino] = Node(mode: status.st_mode, attributes: [:], contents: .symbolicLink(target))
    default:
      nodes[status.st_ino] = Node(mode: status.st_mode, attributes: [:], contents: .special)
    }
    return status.st_ino
  }

  private static func attributes(
    of name: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) -> [String: [UInt8]] {
    var attributes: [String: [UInt8]] = [:]
    for attribute in try folder.extendedAttributeNames(of: name) where attribute.hasPrefix("user.") {
      attributes[attribute] = try folder.extendedAttribute(attribute, of: name)
    }
    return attributes
  }
}

// MARK: - Writing

extension TreeImage {
  /// Makes an empty folder what the image shows, hard links included.
  package func write(into folder: borrowing FileDescriptor) throws(SystemError) {
    var placed: [Inode: String] = [:]
    try write(root, into: folder, top: folder, path: "", &placed)
  }

  private func write(
    _ inode: Inode, into folder: borrowing FileDescriptor, top: borrowing FileDescriptor, path: String,
    _ placed: inout [Inode: String]
  ) throws(SystemError) {
    guard let node = nodes[inode], case .directory(let entries) = node.contents else { return }
    for (attribute, value) in node.attributes { try folder.setExtendedAttribute(attribute, to: value.span) }
    for (name, child) in entries.sorted(by: { $0.key < $1.key }) {
      if let first = placed[child] {
        try top.link(first, to: folder, as: name)
        continue
      }
      placed[child] = path + name
      try write(child, as: name, in: folder, top: top, path: path, &placed)
    }
  }

  private func write(
    _ inode: Inode, as name: String, in folder: borrowing FileDescriptor, top: borrowing FileDescriptor, path: String,
    _ placed: inout [Inode: String]
  ) throws(SystemError) {
    guard let node = nodes[inode] else { return }
    switch node.contents {
    case .directory:
      try folder.makeDirectory(name, mode: node.mode & 0o7777)
      let made = try folder.open(name, O_RDONLY | O_DIRECTORY)
      try write(inode, into: made, top: top, path: path + name + "/", &placed)
    case .file(let image):
      let file = try folder.open(name, O_RDWR | O_CREAT | O_EXCL, mode: node.mode & 0o7777)
      for (attribute, value) in node.attributes { try file.setExtendedAttribute(attribute, to: value.span) }
      try Self.write(image.bytes, to: file)
    case .symbolicLink(let target):
      try folder.makeSymbolicLink(name, target: String(decoding: target, as: UTF8.self))
    case .special:
      try folder.makeNode(name, mode: S_IFIFO | 0o600, device: 0)
    }
  }

  /// Leaves pages of zeros out.
  private static func write(_ bytes: [UInt8], to file: borrowing FileDescriptor) throws(SystemError) {
    try file.truncate(to: bytes.count)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      let page = bytes.span.extracting(start..<min(start + 4096, bytes.count))
      if !page.isZero { try file.write(page, at: start) }
    }
  }
}
