// SPDX-License-Identifier: Apache-2.0
package import AppModel
import ConfinedFiles
import CryptoPrimitives
import Files
import Glibc
package import SystemCalls

/// A bundle's folder against its sealed list.
package enum BundleSeal {
  /// The list of what is in the folder now.
  package static func list(of folder: borrowing FileDescriptor) throws(BundleDefect) -> SealedList {
    let tree = try BundleTree(of: folder)
    let digests = try FilePass.run(jobs(of: tree), in: folder, copyingTo: nil)
    do { return try SealedList(entries(of: tree, digests)) } catch { throw .seal(error) }
  }

  /// Refuses a folder that is not exactly what the list says.
  package static func verify(_ folder: borrowing FileDescriptor, against list: SealedList) throws(BundleDefect) {
    let tree = try BundleTree(of: folder)
    try compare(tree, list)
    let digests = try FilePass.run(jobs(of: tree), in: folder, copyingTo: nil)
    try compare(digests, of: jobs(of: tree), list)
  }

  /// Copies the folder into an empty one, and refuses it unless the bytes that were copied are those the list says.
  package static func copy(
    _ folder: borrowing FileDescriptor, to target: borrowing FileDescriptor, as list: SealedList
  ) throws(BundleDefect) {
    let tree = try BundleTree(of: folder)
    try compare(tree, list)
    for node in tree.nodes {
      do throws(SystemError) {
        switch node.kind {
        case .folder: try target.makeDirectory(node.path, mode: 0o700)
        case .link(let destination): try target.makeSymbolicLink(node.path, target: destination)
        case .file: break
        }
      } catch {
        throw .system(path: node.path, error)
      }
    }
    let copies: FileDescriptor
    do { copies = try target.reopen() } catch { throw .system(path: "", error) }
    let digests = try FilePass.run(jobs(of: tree), in: folder, copyingTo: copies)
    try compare(digests, of: jobs(of: tree), list)
    // The deepest first: a folder that may not be written to is filled by then.
    for node in tree.nodes.reversed() where node.kind == .folder {
      do { try target.changeMode(of: node.path, to: mode_t(node.mode)) } catch {
        throw .system(path: node.path, error)
      }
    }
  }

  /// The sealed list that lies in a bundle, and the bytes of its signature; nil for an ad-hoc signature, which has none.
  package static func signature(in folder: borrowing FileDescriptor) throws(BundleDefect) -> SignedSeal {
    guard let bytes = try contents(of: BundlePath.sealedList, in: folder, atMost: SealLimits.bytes) else {
      throw .notSigned
    }
    let list: SealedList
    do { list = try SealedList.decode(bytes.span) } catch { throw .seal(error) }
    let signature = try contents(of: BundlePath.signature, in: folder, atMost: SignedSeal.largestSignature)
    return SignedSeal(list: list, bytes: bytes, signature: signature)
  }

  /// The bytes of one small file; nil where there is none. No link on the way to it is followed.
  package static func contents(
    of path: String, in folder: borrowing FileDescriptor, atMost limit: Int
  ) throws(BundleDefect) -> [UInt8]? {
    do throws(SystemError) {
      let held = try ConfinedFolder(of: folder).handle(Array(path.utf8))
      guard try held.status().st_mode & S_IFMT == S_IFREG else { throw SystemError(.open, code: EINVAL) }
      let bytes = try held.opened(O_RDONLY).read(count: limit + 1, at: 0)
      guard bytes.count <= limit else { throw SystemError(.read, code: EFBIG) }
      return bytes
    } catch {
      if error.code == ENOENT { return nil }
      throw .system(path: path, error)
    }
  }

  // MARK: - Parts

  private static func jobs(of tree: BundleTree) -> [FilePass.Job] {
    tree.nodes.compactMap { node in
      guard case .file(let size) = node.kind else { return nil }
      return FilePass.Job(path: node.path, mode: node.mode, size: size)
    }
  }

  private static func entries(of tree: BundleTree, _ digests: [[UInt8]]) -> [SealedList.Entry] {
    var digests = digests[...]
    return tree.nodes.map { node in
      switch node.kind {
      case .folder: SealedList.Entry(node.path, .folder(mode: node.mode))
      case .link(let target): SealedList.Entry(node.path, .link(target: target))
      case .file(let size):
        SealedList.Entry(node.path, .file(mode: node.mode, size: size, digest: digests.popFirst() ?? []))
      }
    }
  }

  /// Compares all that shows without reading a file.
  private static func compare(_ tree: BundleTree, _ list: SealedList) throws(BundleDefect) {
    for node in tree.nodes {
      guard let entry = list[node.path] else { throw .added(node.path) }
      switch (entry.content, node.kind) {
      case (.folder(let mode), .folder):
        guard mode == node.mode else { throw .changedMode(node.path) }
      case (.file(let mode, let size, _), .file(let found)):
        guard size == found else { throw .changed(node.path) }
        guard mode == node.mode else { throw .changedMode(node.path) }
      case (.link(let target), .link(let found)):
        guard target == found else { throw .changed(node.path) }
      default: throw .changed(node.path)
      }
    }
    guard tree.nodes.count < list.entries.count else { return }
    let found = Set(tree.nodes.map(\.path))
    if let gone = list.entries.first(where: { !found.contains($0.path) }) { throw .missing(gone.path) }
  }

  private static func compare(
    _ digests: [[UInt8]], of jobs: [FilePass.Job], _ list: SealedList
  ) throws(BundleDefect) {
    for (job, found) in zip(jobs, digests) {
      guard case .file(_, _, let digest) = list[job.path]?.content, digest == found else { throw .changed(job.path) }
    }
  }
}

/// A sealed list as it lies in a bundle.
package struct SignedSeal: Sendable {
  package static let largestSignature = 64 << 10

  package let list: SealedList
  package let bytes: [UInt8]
  /// The signature as CMS; nil for an ad-hoc signature.
  package let signature: [UInt8]?

  package init(list: SealedList, bytes: [UInt8], signature: [UInt8]?) {
    self.list = list
    self.bytes = bytes
    self.signature = signature
  }

  /// The digest of the very contents of the bundle.
  package var digest: [UInt8] { SHA256.hash(bytes.span) }
}
