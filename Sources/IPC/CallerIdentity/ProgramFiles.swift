// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Glibc
package import LinuxSystem

/// Tells what files processes run. A file is read once, and again when it has changed.
package final class ProgramFiles: Sendable {
  /// The contents of a file do not change without one of these changing too.
  private struct Version: Hashable {
    let device: UInt64
    let number: UInt64
    let size: Int64
    let modified: [Int]
    let changed: [Int]

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
      size = Int64(status.st_size)
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
  }

  private static let maximumKnown = 512
  private static let deleted = Array(" (deleted)".utf8)

  private let known = Locked<[Version: [UInt8]]>([:])

  package init() {}

  /// The file a process runs, as it is while the process is alive.
  ///
  /// Refused for a process with process numbers or users of its own, where another process could speak in its name, and
  /// for a file that a program or another machine serves, which could give the kernel one file to run and this reader
  /// another.
  package func file(of process: borrowing ProcessHandle) throws(SystemError) -> ProgramFile {
    guard try process.sharesNamespaces() else { throw SystemError(.open, code: EXDEV) }
    let file = try process.openExecutable()
    guard try file.provider() == .kernel else { throw SystemError(.open, code: EXDEV) }
    var path = try process.executablePath()
    let status = try file.status()
    if status.st_nlink == 0, path.suffix(Self.deleted.count) == Self.deleted[...] {
      path.removeLast(Self.deleted.count)
    }
    return ProgramFile(path: path, digest: try digest(of: file), place: Self.place(of: status, path))
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

  /// How a file begins that an interpreter runs (`execve(2)`).
  private static let interpreted = Array("#!".utf8)

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw SystemError(.open, code: EISDIR) }
    return file
  }

  private func file(_ file: borrowing FileDescriptor) throws(SystemError) -> ProgramFile {
    let status = try file.status()
    let canonical = try FileDescriptor.open("/proc/self/fd", O_RDONLY | O_DIRECTORY)
      .symbolicLinkTarget(String(file.raw))
    return ProgramFile(path: canonical, digest: try digest(of: file), place: Self.place(of: status, canonical))
  }

  // MARK: - Contents

  private func digest(of file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
    let version = Version(try file.status())
    if let digest = known.withLock({ $0[version] }) { return digest }
    let digest = try Self.read(file)
    // What was written while it was read is not known afterwards.
    guard Version(try file.status()) == version else { throw SystemError(.read, code: ETXTBSY) }
    known.withLock { known in
      if known.count >= Self.maximumKnown { known.removeAll() }
      known[version] = digest
    }
    return digest
  }

  private static func read(_ file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
    let digest = RunningDigest(.sha256)
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset = 0
    while true {
      var span = buffer.mutableSpan
      let count = try file.read(into: &span, at: offset)
      guard count > 0 else { return digest.digest() }
      digest.update(buffer.span.extracting(0..<count))
      offset += count
    }
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
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let name = folder.isEmpty ? "/" : String(folder)
      guard let status = try? FileDescriptor.open(name, OpenFlag.path | O_NOFOLLOW).status(), isGuarded(status)
      else { return false }
    }
    return true
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
