// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TemporaryFolder
import Testing

@Suite struct NewFileTests {
  private func names(_ folder: String) throws -> [String] {
    var names: [String] = []
    try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .goesOn
    }
    return names.sorted()
  }

  @discardableResult
  private func make(_ path: String) throws -> FileDescriptor {
    try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
  }

  @Test func itHasItsNameWhenItIsWhole() throws {
    try withTemporaryFolder { folder in
      let file = try NewFile(folder + "/x")
      try file.append([1, 2])
      #expect(try names(folder) == [".x.bailey-\(Environment.processNumber)"])
      try file.append([3])
      try file.finish()
      #expect(try names(folder) == ["x"])
      #expect(try FileDescriptor.open(folder + "/x", O_RDONLY).read(count: 9, at: 0) == [1, 2, 3])
    }
  }

  @Test func itTakesTheNameOfNoOther() throws {
    try withTemporaryFolder { folder in
      let file = try NewFile(folder + "/x")
      try make(folder + "/x")
      #expect(throws: SystemError(.rename, code: EEXIST)) { try file.finish() }
      #expect(throws: SystemError(.open, code: EEXIST)) { try NewFile(folder + "/x") }
    }
  }

  @Test func whatIsNotFinishedGoesWithIt() throws {
    try withTemporaryFolder { folder in
      do { try NewFile(folder + "/x").append([1]) }
      #expect(try names(folder) == [])
    }
  }

  @Test func whatWasLeftByOthersGoesAndNothingElse() throws {
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

  @Test func whoWritesIsLeftInPeace() throws {
    try withTemporaryFolder { folder in
      let other = try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY)
      let file = try NewFile(folder + "/x")
      other.removeUnfinished(".x.bailey-")
      try file.finish()
      #expect(try names(folder) == ["x"])
    }
  }
}
