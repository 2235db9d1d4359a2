// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// A new file that appears complete or not at all, readable by its owner only. It never replaces another.
package final class NewFile {
  /// What a process that is killed in the middle leaves.
  package enum Remains: Sendable {
    /// A hidden file, which the next one with this name removes.
    case hidden
    /// Nothing: the file has no name until it is complete. Where the file system has no such files, it is hidden.
    case none
  }

  private let name: String
  private let folder: FileDescriptor
  private let place: Place
  private var isFinished = false

  private enum Place: ~Copyable {
    case hidden(UnfinishedFile)
    case nameless(FileDescriptor)
  }

  package init(_ path: String, leaving remains: Remains = .hidden) throws(SystemError) {
    let path = SplitPath(path)
    name = path.name
    folder = try FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY)
    if (try? folder.status(of: name)) != nil { throw SystemError(.open, code: EEXIST) }
    // Only a part of a long name: the hidden name is longer than it, and names have a maximum.
    let beginning = ".\(String(String.UnicodeScalarView(name.unicodeScalars.prefix(50)))).bailey-"
    folder.removeUnfinished(beginning)
    // Whatever the reason, what else may be wrong shows where the hidden one is made.
    if remains == .none, let file = try? folder.open(".", O_WRONLY | OpenFlag.temporary, mode: 0o600) {
      place = .nameless(file)
    } else {
      place = .hidden(try UnfinishedFile(in: folder, beginning))
    }
  }

  deinit {
    guard !isFinished else { return }
    switch place {
    case .hidden(let unfinished): try? folder.unlink(unfinished.name)
    case .nameless: break
    }
  }

  package func append(_ bytes: [UInt8]) throws(SystemError) { try append(bytes.span) }

  package func append(_ bytes: Span<UInt8>) throws(SystemError) {
    switch place {
    case .hidden(let unfinished): try unfinished.file.write(bytes)
    case .nameless(let file): try file.write(bytes)
    }
  }

  /// Syncs the file and gives it its name.
  package func finish() throws(SystemError) {
    switch place {
    case .hidden(let unfinished):
      try unfinished.file.sync()
      try unfinished.rename(to: name, in: folder, .refuseToReplace)
    case .nameless(let file):
      try file.sync()
      try file.takeName(name, in: folder)
    }
    isFinished = true
    try folder.sync()
  }
}
