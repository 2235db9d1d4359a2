// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file that is there whole or not at all, for its owner only; never in the place of another.
package final class NewFile {
  private let name: String
  private let hidden: String
  private let folder: FileDescriptor
  private let file: FileDescriptor
  private var isFinished = false

  package init(_ path: String) throws(SystemError) {
    let slash = path.lastIndex(of: "/")
    name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
    folder = try FileDescriptor.open(slash.map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY)
    if (try? folder.status(of: name)) != nil { throw SystemError(.open, code: EEXIST) }
    let beginning = ".\(name).bailey-"
    folder.removeUnfinished(beginning)
    hidden = FileDescriptor.unfinished(beginning)
    file = try folder.makeUnfinished(hidden)
  }

  deinit { if !isFinished { try? folder.unlink(hidden) } }

  package func append(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes.span) }

  /// On the disk, under its name.
  package func finish() throws(SystemError) {
    try file.sync()
    try folder.rename(hidden, to: folder, as: name, .refuseToReplace)
    isFinished = true
    try folder.sync()
  }
}

// MARK: - What is not finished

/// A file lies under a hidden name until it is whole, and is locked meanwhile. One that nobody has locked was left there
/// by a process that was ended early.
extension FileDescriptor {
  /// The name of a file of this process, which begins with what tells where it comes from.
  package static func unfinished(_ beginning: String) -> String { beginning + String(Environment.processNumber) }

  /// A new file of this folder, locked for as long as it is open: where the file system knows of locks, that is.
  package func makeUnfinished(_ name: String) throws(SystemError) -> FileDescriptor {
    let file = try open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    _ = try? file.tryLock()
    return file
  }

  /// Removes from this folder what was left of files whose names begin so. Nothing depends on it.
  package func removeUnfinished(_ beginning: String) {
    var names: [String] = []
    try? forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasPrefix(beginning), Int32(name.dropFirst(beginning.count)) != nil { names.append(name) }
      return .goesOn
    }
    for name in names {
      guard let file = try? open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (try? file.tryLock()) == true else {
        continue
      }
      try? unlink(name)
    }
  }
}
