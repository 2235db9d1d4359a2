// SPDX-License-Identifier: Apache-2.0
import DirectFiles
import FuseSession
import Glibc
import ProtectedFilesystem
import SystemCalls
import TemporaryFolder
import Testing

/// How many files programs may have open, when there is not room for all that they want.
@Suite struct OpenFileSharesTests {
  private static let capacity = 160
  /// Numbers that no process has: each counts as a process of its own.
  private static func program(_ number: Int32, user: UInt32 = 1000) -> Caller {
    Caller(user: user, group: user, process: Int32.max - number, umask: 0)
  }

  @Test func `A process that opens all it can leaves room for the others`() throws {
    try withFiles { files in
      let greedy = openAll(files, by: Self.program(1))
      #expect(greedy.count == 70, "half of a user's seven eighths")
      let second = openAll(files, by: Self.program(2))
      #expect(second.count == 35)
      for number in 3..<6 as Range<Int32> { #expect(!openAll(files, by: Self.program(number)).isEmpty) }
      #expect(openAll(files, by: Self.program(6, user: 1001)).count >= 10, "another user's are kept")
      for file in greedy { files.close(file) }
      #expect(openAll(files, by: Self.program(7)).count >= 35)
    }
  }

  @Test func `Folders that are listed count too`() throws {
    try withFiles { files in
      var handles: [FileHandle] = []
      while let reply = try? files.filesystem.openDirectory(.root, caller: Self.program(1)) {
        handles.append(reply.handle)
        try #require(handles.count <= Self.capacity)
      }
      #expect(handles.count == 35)
      #expect(openAll(files, by: Self.program(2)).count == 35)
      for handle in handles { files.filesystem.releaseDirectory(.root, handle) }
      #expect(openAll(files, by: Self.program(1)).count == 53)
    }
  }

  @Test func `A file counts once, and no more when it is closed`() throws {
    try withFiles { files in
      let first = try #require(open(files, "same", by: Self.program(1)))
      for _ in 0..<500 {
        let again = try files.filesystem.open(
          first.node, flags: O_RDONLY, privileges: .keep, caller: Self.program(1))
        files.filesystem.release(first.node, again.handle)
      }
      let more = try (0..<100).map { _ in
        try files.filesystem.open(first.node, flags: O_RDONLY, privileges: .keep, caller: Self.program(1)).handle
      }
      for handle in more { files.filesystem.release(first.node, handle) }
      files.close(first)
      #expect(openAll(files, by: Self.program(1)).count == 70)
    }
  }

  private func withFiles(_ body: (DirectFiles) throws -> Void) throws {
    try withTemporaryFolder { path in try body(DirectFiles(over: path, openFiles: Self.capacity)) }
  }

  /// Makes and opens files until it may not.
  private func openAll(_ files: DirectFiles, by caller: Caller) -> [DirectFiles.Opened] {
    var opened: [DirectFiles.Opened] = []
    while opened.count <= Self.capacity,
      let file = open(files, "\(caller.process)-\(caller.user)-\(opened.count)", by: caller)
    {
      opened.append(file)
    }
    return opened
  }

  private func open(_ files: DirectFiles, _ name: String, by caller: Caller) -> DirectFiles.Opened? {
    do throws(FileError) {
      let (entry, reply) = try files.filesystem.create(
        Array(name.utf8), in: .root, mode: 0o644, flags: O_RDWR, caller: caller)
      return DirectFiles.Opened(node: entry.node, handle: reply.handle)
    } catch {
      #expect(error.code == EMFILE)
      return nil
    }
  }
}
