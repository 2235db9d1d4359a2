// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem

/// A file that is there whole or not at all, for its owner only; never in the place of another.
final class NewFile {
  private let path: String
  private let name: String
  private let hidden: String
  private let folder: FileDescriptor
  private let file: FileDescriptor
  private var isFinished = false

  init(_ path: String) throws(ToolFailure) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
    hidden = ".\(name).\(Environment.processNumber)"
    do throws(SystemError) {
      folder = try FileDescriptor.open(slash.map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY)
      if (try? folder.status(of: name)) != nil { throw SystemError(.open, code: EEXIST) }
      file = try folder.open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    } catch {
      throw .file(path: path, error)
    }
  }

  deinit { if !isFinished { try? folder.unlink(hidden) } }

  func append(_ bytes: [UInt8]) throws(ToolFailure) {
    do { try file.write(bytes.span) } catch { throw .file(path: path, error) }
  }

  /// On the disk, under its name.
  func finish() throws(ToolFailure) {
    do {
      try file.sync()
      try folder.rename(hidden, to: folder, as: name, .refuseToReplace)
      isFinished = true
      try folder.sync()
    } catch {
      throw .file(path: path, error)
    }
  }
}
