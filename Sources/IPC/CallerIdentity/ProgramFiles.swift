// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import Processes
package import SystemCalls

/// Tells what files processes run.
package final class ProgramFiles: Sendable {
  private static let deleted = Array(" (deleted)".utf8)

  private let digests = FileDigests()

  package init() {}

  /// The file a process runs, which `execution` has open, as it is while the process is alive.
  ///
  /// Refused for a process with process numbers or users of its own, where another process could speak in its name, and
  /// for a file that a program or another machine serves, which could give the kernel one file to run and this reader
  /// another. What `isOwn` says of a path is known by where it lies, and not read.
  package func file(
    of process: borrowing ProcessHandle, _ execution: borrowing ProcessExecution,
    isOwn: ([UInt8], ProgramFile.Place) -> Bool = { _, _ in false }
  ) throws(SystemError) -> ProgramFile {
    guard try process.sharesNamespaces() else { throw SystemError(.open, code: EXDEV) }
    guard try execution.file.provider() == .kernel else { throw SystemError(.open, code: EXDEV) }
    var path = try Self.path(of: execution.file)
    let status = try execution.file.status()
    if status.st_nlink == 0, path.suffix(Self.deleted.count) == Self.deleted[...] {
      path.removeLast(Self.deleted.count)
    }
    let place = Self.place(of: status, path)
    let digest = isOwn(path, place) ? [] : try digests.digest(of: execution.file, place)
    guard execution.look() == .same, process.isAlive else { throw SystemError(.open, code: ESRCH) }
    return ProgramFile(path: path, digest: digest, place: place)
  }

  /// The file at a path, as somebody names it: with its canonical path. Directories and the like throw EISDIR.
  package func file(at path: String) throws(SystemError) -> ProgramFile { try file(Self.open(path)) }

  /// The same for an executable that is to be registered.
  package func executable(at path: String) throws(ExecutableFailure) -> ProgramFile {
    let program: ProgramFile
    let start: [UInt8]
    let provider: FileProvider
    do {
      let file = try Self.open(path)
      provider = try file.provider()
      start = try file.read(count: Self.interpreted.count, at: 0)
      program = try self.file(file)
    } catch {
      throw .unreadable(error)
    }
    guard start != Self.interpreted else { throw .script }
    guard provider == .kernel else { throw .served }
    return program
  }

  /// The contents of a file of the folder that a program lies in; at most so many bytes. Links, folders and the like
  /// are refused, and what a program or another machine serves, which could give each reader another one.
  package func contents(of name: String, beside program: [UInt8], atMost limit: Int) throws(SystemError) -> [UInt8] {
    guard let path = String(validating: program, as: UTF8.self), path.hasPrefix("/") else {
      throw SystemError(.open, code: ENOENT)
    }
    let folder = try FileDescriptor.open(SplitPath(path).folder, OpenFlag.path | O_DIRECTORY)
    guard try folder.provider() == .kernel else { throw SystemError(.open, code: EXDEV) }
    let file = try folder.open(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw SystemError(.open, code: EISDIR) }
    return try file.readToEnd(atMost: limit)
  }

  /// How a file begins that an interpreter runs (`execve(2)`).
  private static let interpreted = Array("#!".utf8)

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw SystemError(.open, code: EISDIR) }
    return file
  }

  private func file(_ file: borrowing FileDescriptor) throws(SystemError) -> ProgramFile {
    let status = try file.status()
    let canonical = try Self.path(of: file)
    let place = Self.place(of: status, canonical)
    return ProgramFile(path: canonical, digest: try digests.digest(of: file, place), place: place)
  }

  private static func path(of file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
    try FileDescriptor.open("/proc/self/fd", OpenFlag.path | O_DIRECTORY).symbolicLinkTarget(String(file.raw))
  }

  // MARK: - Place

  private static func place(of status: stat, _ path: [UInt8]) -> ProgramFile.Place {
    guard let path = String(validating: path, as: UTF8.self), path.hasPrefix("/"),
      let found = try? FileDescriptor.open(path, OpenFlag.path | O_NOFOLLOW).status(),
      found.st_dev == status.st_dev, found.st_ino == status.st_ino
    else { return .elsewhere }
    return isGuarded(found) && isGuarded(foldersOf: path) ? .guarded : .open
  }

  private static func isGuarded(foldersOf path: String) -> Bool {
    folders(above: path).allSatisfy { folder in
      guard let status = try? FileDescriptor.open(folder, OpenFlag.path | O_NOFOLLOW).status() else { return false }
      return isGuarded(status)
    }
  }

  /// Every folder on an absolute path, the innermost first and the root last.
  static func folders(above path: String) -> [String] {
    var folders: [String] = []
    var last = path
    repeat {
      last = SplitPath(last).folder
      folders.append(last)
    } while last != "/" && last != "."
    return folders
  }

  /// Whether only root can write to it.
  private static func isGuarded(_ status: stat) -> Bool {
    status.st_uid == 0 && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }
}

/// Why a file is not an executable that can be told from others.
package enum ExecutableFailure: Error, Equatable, Sendable {
  case unreadable(SystemError)
  /// The kernel runs its interpreter, which is the same program for every script.
  case script
  /// A program or another machine serves the file, and could give each reader another one.
  case served
}
