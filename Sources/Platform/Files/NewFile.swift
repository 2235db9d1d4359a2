// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls

/// A new file that appears complete or not at all, readable by its owner only. It never replaces another.
package final class NewFile {
  private let name: String
  private let folder: FileDescriptor
  private let unfinished: UnfinishedFile
  private var isFinished = false

  package init(_ path: String) throws(SystemError) {
    let path = SplitPath(path)
    name = path.name
    folder = try FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY)
    if (try? folder.status(of: name)) != nil { throw SystemError(.open, code: EEXIST) }
    // Only a part of a long name: the hidden name is longer than it, and names have a maximum.
    let beginning = ".\(String(String.UnicodeScalarView(name.unicodeScalars.prefix(50)))).bailey-"
    folder.removeUnfinished(beginning)
    unfinished = try UnfinishedFile(in: folder, beginning)
  }

  deinit { if !isFinished { try? folder.unlink(unfinished.name) } }

  package func append(_ bytes: [UInt8]) throws(SystemError) { try append(bytes.span) }
  package func append(_ bytes: Span<UInt8>) throws(SystemError) { try unfinished.file.write(bytes) }

  /// Syncs the file and gives it its name.
  package func finish() throws(SystemError) {
    try unfinished.file.sync()
    try unfinished.rename(to: name, in: folder, .refuseToReplace)
    isFinished = true
    try folder.sync()
  }
}
