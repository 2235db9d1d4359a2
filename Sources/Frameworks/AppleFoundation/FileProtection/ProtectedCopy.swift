// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import ProtectionModel
import SystemCalls

/// A copy in which every file and folder has the class that it has at its source. Foundation's would take the folder's.
///
/// Paths lead to the two folders and no further: all that lies below is reached from what is open, so that nothing that
/// is put in the way meanwhile leads elsewhere, and a class is that of the very file whose contents are read.
struct ProtectedCopy: ~Copyable {
  private let manager: FileManager
  private let source: ProtectedItem
  private let target: ProtectedItem
  /// The copied items that exist by now, folders before what is in them.
  private var made: [Made] = []

  private struct Made {
    let steps: [String]
    /// The source, before it was read.
    let status: stat
  }

  private static let partSize = 1 << 20

  /// A copy whose items, and whose errors, the manager's delegate is asked about.
  init(of source: consuming ProtectedItem, to target: consuming ProtectedItem, asking manager: FileManager) {
    self.manager = manager
    self.source = source
    self.target = target
  }

  mutating func perform() throws {
    if try isIntoItself() { throw CocoaError(SystemError(.open, code: EINVAL), path: target.path, .write) }
    var made: [Made] = []
    defer { self.made = made }
    try copy([], from: source.folder, to: target.folder, &made)
  }

  /// Takes back what was made.
  func removeCopies() { for item in made.reversed() { try? Self.remove(item, of: target, .any) } }

  /// Makes the name of the copy last as what is in it does.
  func syncName() throws {
    try CocoaError.at(target.path) { () throws(SystemError) in
      do throws(SystemError) {
        try target.folder.reopen().sync()
      } catch  where error.code == EACCES {
        // A folder that may be written and not be read.
      }
    }
  }

  /// Ends a move: what came to the source meanwhile stays there, which is an error.
  func removeSources() throws {
    for item in made.reversed() {
      try CocoaError.at(Self.path(source, item.steps)) { () throws(SystemError) in
        try Self.remove(item, of: source, .unchanged)
      }
    }
  }

  private enum Removal { case any, unchanged }

  private static func remove(
    _ item: Made, of root: borrowing ProtectedItem, _ removal: Removal
  ) throws(SystemError) {
    var folder = try root.folder.open(".", OpenFlag.path | O_DIRECTORY)
    var name = root.name
    for step in item.steps {
      folder = try folder.open(name, OpenFlag.path | O_DIRECTORY | O_NOFOLLOW)
      name = step
    }
    if item.status.kind == S_IFDIR { return try folder.removeDirectory(name) }
    if removal == .unchanged, try !folder.status(of: name).isUnchanged(since: item.status) {
      throw SystemError(.unlink, code: EBUSY)
    }
    try folder.unlink(name)
  }

  private static func path(_ root: borrowing ProtectedItem, _ steps: [String]) -> String {
    ([root.path] + steps).joined(separator: "/")
  }

  /// Whether the target's folder is the source, or lies in it.
  private func isIntoItself() throws -> Bool {
    try CocoaError.at(target.path) { () throws(SystemError) in
      guard let root = try? source.folder.status(of: source.name), root.kind == S_IFDIR else { return false }
      var folder = try target.folder.open(".", OpenFlag.path | O_DIRECTORY)
      var status = try folder.status()
      while !status.isSame(as: root) {
        folder = try folder.open("..", OpenFlag.path | O_DIRECTORY)
        let above = try folder.status()
        if above.isSame(as: status) { return false }
        status = above
      }
      return true
    }
  }

  private func copy(
    _ steps: [String], from old: borrowing FileDescriptor, to new: borrowing FileDescriptor, _ made: inout [Made]
  ) throws {
    let entry = Entry(
      name: steps.last ?? source.name, path: Self.path(source, steps), newName: steps.last ?? target.name,
      newPath: Self.path(target, steps))
    let delegate = DelegateQuestions(.copy, by: manager, from: entry.path, to: entry.newPath)
    guard delegate.isWanted else { return }
    let status = try entry.reading { () throws(SystemError) in try old.status(of: entry.name) }
    guard status.kind == S_IFDIR else {
      return try delegate.proceeding {
        if status.kind == S_IFLNK {
          try entry.copyLink(from: old, to: new)
        } else {
          try copyFile(entry, from: old, to: new)
        }
        made.append(Made(steps: steps, status: status))
      }
    }
    let folder = try entry.open(in: old, O_DIRECTORY)
    let copy = try makeFolder(entry, like: folder, in: new, delegate) {
      made.append(Made(steps: steps, status: status))
    }
    for name in try entry.names(in: folder) { try self.copy(steps + [name], from: folder, to: copy, &made) }
    try delegate.proceeding {
      try entry.writing { () throws(SystemError) in
        let status = try folder.status()
        // Only root may change the owner. Where it fails, the copy belongs to whoever made it.
        try? copy.changeOwner(user: status.st_uid, group: status.st_gid)
        try copy.changeMode(to: status.st_mode & 0o7777)
        try copy.changeTimes(access: .set(status.st_atim), modification: .set(status.st_mtim))
        // The names in it: a move takes the sources away next.
        try copy.sync()
      }
    }
  }

  /// The protection of the copy of an open file; nil for that of its folder. An error where a class would be lost.
  private func protection(
    _ entry: Entry, of file: borrowing FileDescriptor, in folder: borrowing FileDescriptor
  ) throws -> ProtectionClass? {
    guard let protection = try entry.reading({ () throws(SystemError) in try file.protection() }) else { return nil }
    if (try? folder.protection(of: ".")) != nil { return protection }
    if protection == .none { return nil }
    throw CocoaError.notProtected(entry.newPath)
  }

  /// A new folder, or the one that is there, where the delegate says to go on.
  private func makeFolder(
    _ entry: Entry, like folder: borrowing FileDescriptor, in parent: borrowing FileDescriptor,
    _ delegate: DelegateQuestions, whenNew: () -> Void
  ) throws -> FileDescriptor {
    do {
      let new = try makeFolder(entry, like: folder, in: parent)
      whenNew()
      return new
    } catch {
      try delegate.proceed(after: error)
      return try entry.openNewFolder(in: parent)
    }
  }

  private func makeFolder(
    _ entry: Entry, like folder: borrowing FileDescriptor, in parent: borrowing FileDescriptor
  ) throws -> FileDescriptor {
    let protection = try protection(entry, of: folder, in: parent)
    try entry.writing { () throws(SystemError) in try parent.makeDirectory(entry.newName, mode: 0o700) }
    do {
      let made = try entry.openNewFolder(in: parent)
      if let protection { try entry.writing { () throws(SystemError) in try made.setProtection(protection) } }
      return made
    } catch {
      try? parent.removeDirectory(entry.newName)
      throw error
    }
  }

  /// An empty file of the class first, then its contents.
  private func copyFile(
    _ entry: Entry, from folder: borrowing FileDescriptor, to parent: borrowing FileDescriptor
  ) throws {
    // If a pipe has taken the file's name meanwhile, opening it must not wait for a writer.
    let file = try entry.open(in: folder, O_NONBLOCK)
    let status = try entry.reading { () throws(SystemError) in try file.status() }
    guard status.kind == S_IFREG else { throw CocoaError(SystemError(.open, code: ENOTSUP), path: entry.path, .read) }
    let protection = try protection(entry, of: file, in: parent)
    let copy = try entry.writing { () throws(SystemError) in
      try parent.open(entry.newName, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }
    func part(at offset: Int) throws -> [UInt8] {
      try entry.reading { () throws(SystemError) in try file.read(count: Self.partSize, at: offset) }
    }
    do {
      if let protection { try entry.writing { () throws(SystemError) in try copy.setProtection(protection) } }
      var offset = 0
      while case let bytes = try part(at: offset), !bytes.isEmpty {
        try entry.writing { () throws(SystemError) in try copy.write(bytes.span, at: offset) }
        offset += bytes.count
      }
      try entry.writing { () throws(SystemError) in
        try copy.changeMode(to: status.st_mode & 0o7777)
        // An error of an earlier write to the disk is reported here. A move deletes the source next.
        try copy.sync()
      }
    } catch {
      try? parent.unlink(entry.newName)
      throw error
    }
  }
}

/// A thing that is copied: its names in two folders, and the paths that errors name.
private struct Entry {
  let name: String
  let path: String
  let newName: String
  let newPath: String

  func reading<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws -> Result {
    try CocoaError.at(path, .read, body)
  }

  func writing<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws -> Result {
    try CocoaError.at(newPath, .write, body)
  }

  func open(in folder: borrowing FileDescriptor, _ flag: Int32) throws -> FileDescriptor {
    try reading { () throws(SystemError) in try folder.open(name, O_RDONLY | O_NOFOLLOW | flag) }
  }

  func openNewFolder(in parent: borrowing FileDescriptor) throws -> FileDescriptor {
    try writing { () throws(SystemError) in try parent.open(newName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) }
  }

  func names(in folder: borrowing FileDescriptor) throws -> [String] {
    var names: [[UInt8]] = []
    try reading { () throws(SystemError) in
      try folder.forEachEntry { entry in
        names.append(entry.name)
        return .proceed
      }
    }
    return try names.map(text)
  }

  func copyLink(from folder: borrowing FileDescriptor, to parent: borrowing FileDescriptor) throws {
    let target = try text(reading { () throws(SystemError) in try folder.symbolicLinkTarget(name) })
    try writing { () throws(SystemError) in try parent.makeSymbolicLink(newName, target: target) }
  }

  private func text(_ bytes: [UInt8]) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CocoaError(SystemError(.getdents, code: EILSEQ), path: path, .read)
    }
    return text
  }
}

extension TimeChange {
  fileprivate static func set(_ time: timespec) -> TimeChange {
    .set(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}

extension stat {
  fileprivate var kind: mode_t { st_mode & S_IFMT }
  fileprivate func isSame(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }

  /// Whether the file is the same, and nobody wrote it.
  fileprivate func isUnchanged(since other: stat) -> Bool {
    isSame(as: other) && st_size == other.st_size && st_mtim.tv_sec == other.st_mtim.tv_sec
      && st_mtim.tv_nsec == other.st_mtim.tv_nsec
  }
}
