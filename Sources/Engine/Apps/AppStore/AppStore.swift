// SPDX-License-Identifier: Apache-2.0
package import AppBundles
package import AppModel
import ConfinedFiles
import CryptoPrimitives
import Files
import Glibc
package import SystemCalls

/// The store of installed bundles: a folder for each identifier, and in it one for each version, named by its seal.
///
/// A version appears under its name when it is complete and on the disk, and is never changed afterwards. Which version is
/// installed is said by the register of `baileyd`: a crash at any step leaves the version that was there, and what lies
/// around is removed by the next installation.
package struct AppStore: ~Copyable {
  private let root: FileDescriptor
  /// The path of the folder of all apps.
  package let path: String

  /// Opens the store below an instance's home, and makes it.
  package init(in home: borrowing FileDescriptor, path: String) throws(SystemError) {
    do { try home.makeDirectory("apps", mode: 0o700) } catch { if error.code != EEXIST { throw error } }
    root = try home.open("apps", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    self.path = path
  }

  /// Locks the store for installing and removing. Throws EWOULDBLOCK while somebody else does.
  package static func locked(
    in home: borrowing FileDescriptor, path: String
  ) throws(SystemError) -> AppStore {
    let store = try AppStore(in: home, path: path)
    guard try store.root.tryLock() else { throw SystemError(.flock, code: EWOULDBLOCK) }
    return store
  }

  /// Copies a bundle in, as its seal says it is.
  package func add(
    _ bundle: borrowing FileDescriptor, _ seal: SignedSeal, _ app: AppDescription
  ) throws(BundleDefect) {
    let new: UnfinishedVersion
    do { new = try UnfinishedVersion(of: app, in: root) } catch {
      throw .system(path: "\(path)/\(app.identifier)", error)
    }
    do throws(BundleDefect) {
      try Self.fill(new.bundle, from: bundle, seal)
      do throws(SystemError) {
        try new.bundle.changeMode(to: 0o755)
        try new.bundle.syncFileSystem()
        try new.finish(as: Hexadecimal.text(seal.digest))
      } catch {
        throw .system(path: "\(path)/\(app.identifier)", error)
      }
    } catch {
      new.remove()
      throw error
    }
  }

  private static func fill(
    _ target: borrowing FileDescriptor, from bundle: borrowing FileDescriptor, _ seal: SignedSeal
  ) throws(BundleDefect) {
    try BundleSeal.copy(bundle, to: target, as: seal.list)
    do throws(SystemError) {
      try target.makeDirectory(BundlePath.signatureFolder, mode: 0o755)
      try write(seal.bytes, to: BundlePath.sealedList, in: target)
      if let signature = seal.signature { try write(signature, to: BundlePath.signature, in: target) }
    } catch {
      throw .system(path: BundlePath.signatureFolder, error)
    }
  }

  private static func write(
    _ bytes: [UInt8], to path: String, in folder: borrowing FileDescriptor
  ) throws(SystemError) {
    let file = try folder.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
    try file.write(bytes.span, at: 0)
  }

  /// Thirty-two digits that stand for this machine in one app's container, and say nothing of it.
  package func machine(of identifier: String) throws(SystemError) -> String {
    let name = ".machines"
    if (try? root.status(of: name)) == nil {
      let file = try UnfinishedFile(in: root, ".machines-new-")
      try file.file.write(SystemRandom.bytes(SHA256.size).span)
      try file.rename(to: name, in: root)
    }
    let seed = try root.open(name, O_RDONLY | O_NOFOLLOW).read(count: SHA256.size, at: 0)
    let known = seed + Array(identifier.utf8)
    return Hexadecimal.text(Array(SHA256.hash(known.span).prefix(16)))
  }

  /// Opens the bundle of an installed app, whose sealed list must be the one that was installed.
  package func open(_ app: InstalledApp) throws(BundleDefect) -> SealedBundle {
    let bundle: FileDescriptor
    do throws(SystemError) {
      bundle = try ConfinedFolder(of: root).handle(Array(app.folder.utf8)).opened(O_RDONLY | O_DIRECTORY)
    } catch {
      throw .system(path: "", error)
    }
    return try SealedBundle(bundle, seal: app.seal)
  }

  /// Removes every version of an app but the one that is installed, and what was left unfinished. Failures are ignored:
  /// what stays only takes up space, and is removed the next time.
  package func removeOthers(of identifier: String, than seal: [UInt8]?) {
    guard let versions = try? root.open(identifier, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else { return }
    let current = seal.map { Hexadecimal.text($0) }
    var names: [String] = []
    try? versions.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    for name in names where name != current { FolderRemoval.remove(name, in: versions) }
    if seal == nil { try? root.removeDirectory(identifier) }
  }
}

/// A version that is being copied in.
private struct UnfinishedVersion: ~Copyable {
  private static let beginning = ".new-"

  private let name: String
  private let versions: FileDescriptor
  let bundle: FileDescriptor

  init(of app: AppDescription, in root: borrowing FileDescriptor) throws(SystemError) {
    do { try root.makeDirectory(app.identifier, mode: 0o700) } catch { if error.code != EEXIST { throw error } }
    let versions = try root.open(app.identifier, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let name = UnfinishedFile.newName(Self.beginning)
    try versions.makeDirectory(name, mode: 0o700)
    let folder = try versions.open(name, O_RDONLY | O_DIRECTORY)
    try folder.makeDirectory(app.bundleName, mode: 0o700)
    let bundle = try folder.open(app.bundleName, O_RDONLY | O_DIRECTORY)
    self.name = name
    self.versions = versions
    self.bundle = bundle
  }

  /// A version of this name that is there may be damaged by now: the new one takes its place.
  func finish(as version: String) throws(SystemError) {
    if (try? versions.status(of: version)) != nil {
      try versions.rename(name, to: versions, as: version, .exchange)
      remove()
    } else {
      try versions.rename(name, to: versions, as: version)
    }
    try versions.sync()
  }

  func remove() { FolderRemoval.remove(name, in: versions) }
}
