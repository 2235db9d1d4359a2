// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import ProtectedFiles
import ProtectionModel
import SystemCalls

// MARK: - Classes

extension ProtectedFilesystem {
  /// A file's class, or that of files created in a directory.
  func protection(of node: NodeID) throws(FileError) -> ProtectionClass {
    if try isDirectory(node) { return protection(in: try directory(node)) }
    return try use(node) { (contents) throws(FileError) in contents.file.protection }
  }

  /// The class of files made in a folder.
  func protection(in directory: StoredDirectory) -> ProtectionClass { directory.record.protection ?? containerDefault }

  /// The class of a folder applies to files created in it from now on. For a file, its key is wrapped anew: the
  /// contents stay as they are, and openings stay usable as far as the new class allows.
  func setProtection(_ protection: ProtectionClass, of node: NodeID) throws(FileError) {
    if try isDirectory(node) { return try directory(node).change { $0.protection = protection } }
    try use(node) { (contents) throws(FileError) in
      try reclassify(&contents, as: ClassStanding(protection, .chosen), node)
    }
    forgetPages(of: node)
  }

  /// Removes the class of a folder, which then gives its files that of the container. A file always has one, so that it
  /// cannot be removed.
  func removeProtection(of node: NodeID) throws(FileError) {
    guard try isDirectory(node) else { throw FileError(EINVAL) }
    try directory(node).change { $0.protection = nil }
  }

  /// Changes a file's class, or only what is said of it, for which no key is needed.
  func reclassify(
    _ contents: inout OpenFile.Contents, as standing: ClassStanding, _ node: NodeID
  ) throws(FileError) {
    guard contents.file.header.standing != standing else { return }
    // While the class changes, a lock must find this file among those of the stricter of both classes.
    let old = contents.file.protection
    if standing.protection.isStricter(than: old) { note(standing.protection, of: node, contents.key) }
    defer { note(contents.file.protection, of: node, contents.key) }
    let wrapped = try rewrapped(contents.file.header.wrappedKey, for: standing.protection)
    try served { () throws(FileFormatError) in try contents.file.reclassify(as: standing, wrapped) }
  }

  /// Makes the kernel forget the pages of a closed file if the class it has now does not let it be opened.
  func forgetPages(of node: NodeID) {
    guard let file = nodes.usedFile(node), !file.isOpen, let protection = file.standing?.protection,
      !gate.permitsOpening(protection)
    else { return }
    stale.add(node)
  }

  private func note(_ protection: ProtectionClass, of node: NodeID, _ key: HeldKey) {
    nodes.setCachedClass(protection, of: node)
    key.setClass(protection)
  }

  private func rewrapped(_ key: WrappedKey, for protection: ProtectionClass) throws(FileError) -> WrappedKey {
    guard key.keyClass != KeyClass(protection) else { return key }
    do { return try service.rewrap(key, to: KeyClass(protection)) } catch { throw FileError(error) }
  }

  func isDirectory(_ node: NodeID) throws(FileError) -> Bool {
    if node == .root { return true }
    return try nodes.node(node).type == S_IFDIR
  }
}
