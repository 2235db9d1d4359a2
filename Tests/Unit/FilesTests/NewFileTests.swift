// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import OwnProcess
import SystemCalls
import TemporaryFolder
import Testing
import Threads

@Suite struct NewFileTests {
  private func names(_ folder: String) throws -> [String] {
    var names: [String] = []
    try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names.sorted()
  }

  @discardableResult
  private func make(_ path: String) throws -> FileDescriptor {
    try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
  }

  @Test func `It has its name when it is whole`() throws {
    try withTemporaryFolder { folder in
      let file = try NewFile(folder + "/x")
      try file.append([1, 2])
      #expect(try names(folder).map { $0.hasPrefix(".x.bailey-") } == [true])
      try file.append([3])
      try file.finish()
      #expect(try names(folder) == ["x"])
      #expect(try FileDescriptor.open(folder + "/x", O_RDONLY).read(count: 9, at: 0) == [1, 2, 3])
    }
  }

  @Test func `A name may be as long as names are`() throws {
    try withTemporaryFolder { folder in
      for name in [String(repeating: "x", count: 255), String(repeating: "é", count: 127)] {
        let file = try NewFile(folder + "/" + name)
        try file.finish()
      }
      #expect(try names(folder).count == 2)
    }
  }

  @Test func `A folder that cannot be read is not filled up`() throws {
    try withTemporaryFolder { folder in
      let plan = FaultPlan { $0.call == .stat ? EIO : nil }
      var failure: SystemError?
      FaultPlan.$current.withValue(plan) {
        do throws(SystemError) { _ = try NewFile(folder + "/x") } catch { failure = error }
      }
      #expect(failure == SystemError(.stat, code: EIO))
      let left = try names(folder)
      #expect(left.isEmpty)
    }
  }

  @Test func `It takes the name of no other`() throws {
    try withTemporaryFolder { folder in
      let file = try NewFile(folder + "/x")
      try make(folder + "/x")
      #expect(throws: SystemError(.rename, code: EEXIST)) { try file.finish() }
      #expect(throws: SystemError(.open, code: EEXIST)) { try NewFile(folder + "/x") }
    }
  }

  @Test func `What is not finished goes with it`() throws {
    try withTemporaryFolder { folder in
      do { try NewFile(folder + "/x").append([1]) }
      #expect(try names(folder) == [])
    }
  }

  @Test func `What was left by others goes and nothing else`() throws {
    try withTemporaryFolder { folder in
      for name in [
        ".x.bailey-1", ".x.bailey-\(Environment.processNumber)", ".x.bailey-", ".x.bailey-old", ".y.bailey-1",
      ] {
        try make("\(folder)/\(name)")
      }
      let written = try make(folder + "/.x.bailey-2")
      #expect(try written.tryLock())
      try NewFile(folder + "/x").finish()
      #expect(try names(folder) == [".x.bailey-", ".x.bailey-2", ".x.bailey-old", ".y.bailey-1", "x"])
    }
  }

  @Test func `Who writes is left in peace`() throws {
    try withTemporaryFolder { folder in
      let other = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let file = try NewFile(folder + "/x")
      other.removeUnfinished(".x.bailey-")
      try file.finish()
      #expect(try names(folder) == ["x"])
    }
  }

  // MARK: - Without a name

  @Test func `What is to leave nothing has no name before it is whole, and takes that of no other`() throws {
    try withTemporaryFolder { folder in
      let file = try NewFile(folder + "/x", leaving: .none)
      try file.append([1, 2])
      #expect(try names(folder) == [])
      try file.append([3])
      try file.finish()
      #expect(try names(folder) == ["x"])
      let made = try FileDescriptor.open(folder + "/x", O_RDONLY)
      #expect(try made.read(count: 9, at: 0) == [1, 2, 3] && made.status().st_mode & 0o777 == 0o600)
      let second = try NewFile(folder + "/y", leaving: .none)
      try make(folder + "/y")
      #expect(throws: SystemError(.link, code: EEXIST)) { try second.finish() }
      do { try NewFile(folder + "/z", leaving: .none).append([1]) }
      #expect(try names(folder) == ["x", "y"])
    }
  }

  /// File systems that have no files without names, such as older ones in user space.
  @Test(arguments: [EOPNOTSUPP, EISDIR, EINVAL])
  func `Where no file can be without a name it is hidden`(code: Int32) throws {
    try withTemporaryFolder { folder in
      let opens = Locked(0)
      let plan = FaultPlan { pending in
        guard pending.call == .open else { return nil }
        // After the folder and what is looked for in it comes the file.
        return opens.withLock { opens in
          opens += 1
          return opens == Self.opensBefore + 1 ? code : nil
        }
      }
      let file = try FaultPlan.$current.withValue(plan) { try NewFile(folder + "/x", leaving: .none) }
      try file.append([1])
      #expect(try names(folder).map { $0.hasPrefix(".x.bailey-") } == [true])
      try file.finish()
      #expect(try names(folder) == ["x"])
    }
  }

  /// How many files are opened before the new one.
  private static let opensBefore = 2

  // MARK: - What happens meanwhile

  /// Does it once, right before the first call of this kind.
  private func before(_ call: SystemCall, _ body: @escaping @Sendable () throws -> Void) -> FaultPlan {
    let due = Locked<(@Sendable () throws -> Void)?>(body)
    return FaultPlan { pending in
      guard pending.call == call, let body = due.withLock({ $0.take() }) else { return nil }
      do { try body() } catch { Issue.record(error) }
      return nil
    }
  }

  private func removeUnfinished(_ folder: String) throws {
    try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).removeUnfinished(".x.bailey-")
  }

  @Test func `What is removed before it is locked is made again`() throws {
    try withTemporaryFolder { folder in
      let plan = before(.flock) { try removeUnfinished(folder) }
      let file = try FaultPlan.$current.withValue(plan) { try NewFile(folder + "/x") }
      try file.finish()
      #expect(try names(folder) == ["x"])
    }
  }

  @Test func `What somebody is about to remove is made again`() throws {
    try withTemporaryFolder { folder in
      let found = Locked<FileDescriptor?>(nil)
      let plan = before(.flock) {
        let hidden = try names(folder)[0]
        try found.withLock { found in
          found = try FileDescriptor.open("\(folder)/\(hidden)", O_RDONLY)
          _ = try found?.tryLock()
        }
      }
      let file = try FaultPlan.$current.withValue(plan) { try NewFile(folder + "/x") }
      #expect(try names(folder).count == 2)
      found.withLock { $0 = nil }
      try removeUnfinished(folder)
      try file.finish()
      #expect(try names(folder) == ["x"])
    }
  }

  @Test func `What is found and then whole is not taken for the next`() throws {
    try withTemporaryFolder { folder in
      let directory = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let written = Locked<UnfinishedFile?>(try UnfinishedFile(in: directory, ".x.bailey-"))
      let plan = before(.flock) {
        let directory = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
        try written.withLock { file in
          try file.take()?.rename(to: "x", in: directory)
          file = try UnfinishedFile(in: directory, ".x.bailey-")
        }
      }
      try FaultPlan.$current.withValue(plan) { try removeUnfinished(folder) }
      try written.withLock { file in
        try file.take()?.rename(to: "y", in: directory)
      }
      #expect(try names(folder) == ["x", "y"])
    }
  }
}
