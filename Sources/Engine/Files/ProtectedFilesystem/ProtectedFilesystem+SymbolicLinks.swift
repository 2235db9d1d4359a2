// SPDX-License-Identifier: Apache-2.0
import Files
package import FuseSession
import Glibc
import ProtectedFiles
import SystemCalls

// MARK: - Symbolic links

extension ProtectedFilesystem {
  package func makeSymbolicLink(
    _ name: [UInt8], in parent: NodeID, target: [UInt8], caller: Caller
  ) throws(FileError) -> Entry {
    let directory = try directory(parent)
    let sealed: SymbolicLinkTarget
    do { sealed = try SymbolicLinkTarget.seal(target, store.keys) } catch { throw FileError(error) }
    return try makeEntry(name, in: parent, directory) { (backingEntry) throws(FileError) in
      let text = try storeTarget(sealed)
      do throws(FileError) {
        try request { () throws(SystemError) in
          try directory.descriptor.makeSymbolicLink(backingEntry.name, target: text)
        }
      } catch {
        removeTarget(Array(text.utf8))
        throw error
      }
      try adopt(backingEntry, S_IFLNK | 0o777, caller)
    }
  }

  package func symbolicLinkTarget(of node: NodeID) throws(FileError) -> [UInt8] {
    let text = try atBackingEntry(of: node) { (backingEntry) throws(FileError) in
      try request { () throws(SystemError) in
        try backingEntry.directory.descriptor.symbolicLinkTarget(backingEntry.name)
      }
    }
    return try served { () throws(FileFormatError) in
      guard let detached = try SymbolicLinkTarget.detached(text) else {
        return try SymbolicLinkTarget.open(text: text, store.keys)
      }
      let contents: [UInt8]
      do throws(SystemError) {
        contents = try store.targets.open(detached.file.hexadecimal, O_RDONLY).read(count: 8192, at: 0)
      } catch {
        throw error.code == ENOENT ? .damagedName : .system(error)
      }
      return try SymbolicLinkTarget.open(contents: contents, store.keys)
    }
  }

  /// The text of the link. A long target is synced before the link is made, so that a crash does not leave the link
  /// alone.
  private func storeTarget(_ target: SymbolicLinkTarget) throws(FileError) -> String {
    switch target {
    case .inline(let text): return text
    case .detached(let link, let file, let contents):
      do {
        let stored = try store.targets.open(file.hexadecimal, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try stored.write(contents.span, at: 0)
        try stored.sync()
      } catch {
        throw FileError(error)
      }
      return link
    }
  }

  /// Removes the file that holds the target of a link with this text, if one does.
  func removeTarget(_ text: [UInt8]) {
    guard let detached = try? SymbolicLinkTarget.detached(text) else { return }
    try? store.targets.unlink(detached.file.hexadecimal)
  }
}
