// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import ProtectionModel

/// A copy in which every file and folder has the class that it has at its source. Foundation's would take the folder's.
struct ProtectedCopy {
  private let manager: FileManager
  /// What is there now, folders before what is in them.
  private var made: [(source: String, target: String, isFolder: Bool)] = []
  /// Does what has nothing to do with protection, and asks nobody.
  private let plain = FileManager()

  private static let partSize = 1 << 20

  /// A copy whose items, and whose errors, the manager's delegate is asked about.
  init(asking manager: FileManager) { self.manager = manager }

  /// Whether there is a class to keep: in a folder also where a protected one is mounted below it.
  static func isNeeded(for path: String) throws -> Bool {
    // What cannot be found is Foundation's to refuse.
    guard let item = try? ProtectedItem(path, .itself), let status = try? item.folder.status(of: item.name) else {
      return false
    }
    do {
      switch status.st_mode & S_IFMT {
      case S_IFREG: return try item.protection() != nil
      case S_IFDIR: return try item.protection() != nil || hasProtectedMount(below: path)
      default: return false
      }
    } catch let error as CocoaError where error.code == .fileReadNoPermission {
      // Nobody copies what may not be read; a move that is a rename keeps the class.
      return false
    }
  }

  private static func hasProtectedMount(below path: String) throws -> Bool {
    let folder = Environment.canonicalPath(path) ?? path
    return try MountTable.current().entries.contains { mount in
      try mount.type.hasPrefix("fuse") && isInside(mount.path, folder) && ProtectedItem(mount.path).protection() != nil
    }
  }

  /// Whether a path leads into a folder, or is its own; both without links.
  private static func isInside(_ path: String, _ folder: String) -> Bool {
    folder == "/" || (path + "/").hasPrefix(folder + "/")
  }

  mutating func copy(_ source: String, to target: String) throws {
    let parent = URL(fileURLWithPath: target).deletingLastPathComponent().path
    if let parent = Environment.canonicalPath(parent), let folder = Environment.canonicalPath(source),
      Self.isInside(parent, folder)
    {
      throw CocoaError(SystemError(.open, code: EINVAL), path: target, .write)
    }
    try copyTree(source, to: target)
  }

  /// Takes back what was made, and nothing that somebody else has put there.
  func removeCopies() { for item in made.reversed() { try? Self.remove(item.target, item.isFolder) } }

  /// Ends a move: what came to the source meanwhile stays there, which is an error.
  func removeSources() throws {
    for item in made.reversed() {
      do { try Self.remove(item.source, item.isFolder) } catch {
        throw CocoaError(error, path: item.source, .write)
      }
    }
  }

  private static func remove(_ path: String, _ isFolder: Bool) throws(SystemError) {
    let here = try FileDescriptor.open(".", OpenFlag.path | O_DIRECTORY)
    if isFolder { try here.removeDirectory(path) } else { try here.unlink(path) }
  }

  private static func names(in item: borrowing ProtectedItem) throws -> [String] {
    var names: [[UInt8]] = []
    try item.checked(.read) { () throws(SystemError) in
      try item.folder.open(item.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).forEachEntry { entry in
        names.append(entry.name)
        return .goesOn
      }
    }
    return try names.map { bytes in
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw CocoaError(SystemError(.getdents, code: EILSEQ), path: item.path, .read)
      }
      return name
    }
  }

  private mutating func copyTree(_ source: String, to target: String) throws {
    let manager = manager
    let (from, to) = (URL(fileURLWithPath: source), URL(fileURLWithPath: target))
    guard manager.delegate?.fileManager(manager, shouldCopyItemAt: from, to: to) ?? true else { return }
    func proceeding(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch {
        let goesOn = manager.delegate?.fileManager(
          manager, shouldProceedAfterError: error, copyingItemAt: from, to: to)
        guard goesOn ?? false else { throw error }
      }
    }
    let item = try ProtectedItem(source, .itself)
    guard try item.checked(.read, { () throws(SystemError) in try item.folder.status(of: item.name) }).isFolder else {
      return try proceeding {
        try copyFile(item, to: target)
        made.append((source, target, isFolder: false))
      }
    }
    let names = try Self.names(in: item)
    try proceeding {
      let attributes = try item.protection().map { [FileAttributeKey.protectionKey: $0.fileProtectionType] }
      try plain.createDirectory(atPath: target, withIntermediateDirectories: false, attributes: attributes)
      made.append((source, target, isFolder: true))
    }
    for name in names { try copyTree(source + "/" + name, to: target + "/" + name) }
    try proceeding {
      try plain.setAttributes(_:ofItemAtPath:)(try plain.attributesOfItem(atPath:)(source), target)
    }
  }

  /// An empty file of the class first, then its contents.
  private func copyFile(_ old: borrowing ProtectedItem, to target: String) throws {
    let new = try ProtectedItem(target, .itself)
    guard let protection = try old.protection(), protection != .none || new.isInProtectedFolder else {
      return try plain.copyItem(atPath:toPath:)(old.path, target)
    }
    guard new.isInProtectedFolder else { throw CocoaError.notProtected(target) }
    let source = try old.checked(.read) { () throws(SystemError) in
      try old.folder.open(old.name, O_RDONLY | O_NOFOLLOW)
    }
    let file = try new.checked { () throws(SystemError) in
      try new.folder.open(new.name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }
    func part(at offset: Int) throws -> [UInt8] {
      try old.checked(.read) { () throws(SystemError) in try source.read(count: Self.partSize, at: offset) }
    }
    do {
      try new.setProtection(protection)
      var offset = 0
      while case let bytes = try part(at: offset), !bytes.isEmpty {
        try new.checked { () throws(SystemError) in try file.write(bytes.span, at: offset) }
        offset += bytes.count
      }
      let mode = try old.checked(.read) { () throws(SystemError) in try source.status().st_mode & 0o7777 }
      try new.checked { () throws(SystemError) in
        try file.changeMode(to: mode)
        // A disk that failed behind the last write says so here, and a move takes the source away next.
        try file.sync()
      }
    } catch {
      try? new.folder.unlink(new.name)
      throw error
    }
  }
}

extension stat {
  fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
