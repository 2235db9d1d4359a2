// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel

// MARK: - Classes

extension ProtectedFilesystem {
  /// A file's class, or that of files created in a directory.
  func protection(of node: NodeID) throws(FileError) -> ProtectionClass {
    if try isDirectory(node) { return try directory(node).record.protection ?? containerDefault }
    return try use(node) { (contents) throws(FileError) in contents.file.protection }
  }

  /// The class of a folder applies to files created in it from now on. For a file, its key is wrapped anew: the
  /// contents stay as they are, and openings stay usable as far as the new class allows.
  func setProtection(_ protection: ProtectionClass, of node: NodeID) throws(FileError) {
    if try isDirectory(node) { return try directory(node).change { $0.protection = protection } }
    try use(node) { (contents) throws(FileError) in
      guard contents.file.protection != protection else { return }
      // While the class changes, a lock must find this file among those of the stricter of both classes.
      let old = contents.file.protection
      if protection.isStricter(than: old) { note(protection, of: node, contents.key) }
      defer { note(contents.file.protection, of: node, contents.key) }
      try rewrap(&contents, protection)
    }
  }

  /// Without a class, a folder gives its files that of the container. A file always has one, so that it cannot be
  /// removed.
  func removeProtection(of node: NodeID) throws(FileError) {
    guard try isDirectory(node) else { throw FileError(EINVAL) }
    try directory(node).change { $0.protection = nil }
  }

  private func note(_ protection: ProtectionClass, of node: NodeID, _ key: HeldKey) {
    nodes.setCachedClass(protection, of: node)
    key.setClass(protection)
  }

  private func rewrap(_ contents: inout OpenFile.Contents, _ protection: ProtectionClass) throws(FileError) {
    let wrapped: WrappedKey
    do {
      wrapped = try service.rewrap(contents.file.header.wrappedKey, to: KeyClass(protection))
    } catch {
      throw FileError(error)
    }
    try served { () throws(FileFormatError) in try contents.file.reclassify(as: protection, wrapped) }
  }

  private func isDirectory(_ node: NodeID) throws(FileError) -> Bool {
    if node == .root { return true }
    return try nodes.node(node).type == S_IFDIR
  }
}
