// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import LinuxSystem
import ProtectionModel

/// A copy in which every file and folder has the class that it has at its source. Foundation's would take the folder's.
struct ProtectedCopy {
  private let manager: FileManager
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
    switch status.st_mode & S_IFMT {
    case S_IFREG: return try item.protection() != nil
    case S_IFDIR: return try item.protection() != nil || hasProtectedMount(below: path)
    default: return false
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

  func copy(_ source: String, to target: String) throws {
    let parent = URL(fileURLWithPath: target).deletingLastPathComponent().path
    if let parent = Environment.canonicalPath(parent), let folder = Environment.canonicalPath(source),
      Self.isInside(parent, folder)
    {
      throw CocoaError(SystemError(.open, code: EINVAL), path: target, .write)
    }
    try copyTree(source, to: target)
  }

  private func copyTree(_ source: String, to target: String) throws {
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
      return try proceeding { try copyFile(item, to: target) }
    }
    let names = try plain.contentsOfDirectory(atPath: source)
    try proceeding {
      let attributes = try item.protection().map { [FileAttributeKey.protectionKey: $0.fileProtectionType] }
      try plain.createDirectory(atPath: target, withIntermediateDirectories: false, attributes: attributes)
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
      try new.checked { () throws(SystemError) in try file.changeMode(to: mode) }
    } catch {
      try? new.folder.unlink(new.name)
      throw error
    }
  }
}

extension stat {
  fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
