// SPDX-License-Identifier: Apache-2.0
import AppModel
import Files
import Glibc
package import SystemCalls

/// The entries of a bundle's folder, as far as they are known without reading files.
package struct BundleTree: Sendable {
  package enum Kind: Sendable, Equatable {
    case folder
    case file(size: Int)
    case link(target: String)
  }

  package struct Node: Sendable, Equatable {
    package let path: String
    package let kind: Kind
    package let mode: UInt16
  }

  /// The nodes, each folder before what is in it. Without the folder of the signature.
  package private(set) var nodes: [Node] = []

  package init(of folder: borrowing FileDescriptor) throws(BundleDefect) {
    try read(folder, "", depth: 0)
  }

  private mutating func read(
    _ folder: borrowing FileDescriptor, _ prefix: String, depth: Int
  ) throws(BundleDefect) {
    guard depth < SealLimits.depth else { throw .seal(.tooLarge) }
    for name in try Self.names(in: folder, prefix) {
      let path = prefix + name
      if path == BundlePath.signatureFolder { continue }
      guard nodes.count < SealLimits.entries else { throw .seal(.tooLarge) }
      do throws(SystemError) {
        let status = try folder.status(of: name)
        try add(path, name, status, in: folder)
      } catch {
        throw .system(path: path, error)
      }
      guard let node = nodes.last, node.path == path else { throw .special(path) }
      guard node.mode <= 0o777 else { throw .setID(path) }
      guard node.kind == .folder else { continue }
      let inner: FileDescriptor
      do { inner = try folder.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) } catch {
        throw .system(path: path, error)
      }
      try read(inner, path + "/", depth: depth + 1)
    }
  }

  private mutating func add(
    _ path: String, _ name: String, _ status: stat, in folder: borrowing FileDescriptor
  ) throws(SystemError) {
    let mode = UInt16(status.st_mode & 0o7777)
    switch status.st_mode & S_IFMT {
    case S_IFDIR: nodes.append(Node(path: path, kind: .folder, mode: mode))
    case S_IFREG: nodes.append(Node(path: path, kind: .file(size: Int(status.st_size)), mode: mode))
    case S_IFLNK:
      let target = try folder.symbolicLinkTarget(name)
      // A target that is no UTF-8 leads nowhere in a bundle, whose names all are; an empty one is refused by the list.
      nodes.append(Node(path: path, kind: .link(target: String(validating: target, as: UTF8.self) ?? ""), mode: 0))
    default: break
    }
  }

  private static func names(in folder: borrowing FileDescriptor, _ prefix: String) throws(BundleDefect) -> [String] {
    var names: [String] = []
    var isReadable = true
    do {
      try folder.forEachEntry { entry in
        guard let name = String(validating: entry.name, as: UTF8.self) else {
          isReadable = false
          return .stop
        }
        names.append(name)
        return names.count > SealLimits.entries ? .stop : .proceed
      }
    } catch {
      throw .system(path: prefix, error)
    }
    guard isReadable else { throw .badName(folder: prefix) }
    guard names.count <= SealLimits.entries else { throw .seal(.tooLarge) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
