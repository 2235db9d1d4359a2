// SPDX-License-Identifier: Apache-2.0
import AppStore
import Files
import Glibc
import SystemCalls
import TemporaryFolder
import Testing

/// What an app holds is counted, whatever it has made of its folder.
@Suite struct FolderContentsTests {
  /// A file system that has files of any size.
  private static let memory = "/dev/shm"
  private static var isThere: Bool { (try? FileDescriptor.open(memory, O_RDONLY | O_DIRECTORY)) != nil }

  @Test(.enabled(if: isThere, "needs /dev/shm"))
  func `Files with holes that are larger together than a number holds are as many bytes as it holds`() throws {
    let name = "bailey-folder-contents-\(getpid())"
    let parent = try FileDescriptor.open(Self.memory, O_RDONLY | O_DIRECTORY)
    try parent.makeDirectory(name, mode: 0o700)
    defer { FolderRemoval.remove(name, in: parent) }
    let folder = try parent.open(name, O_RDONLY | O_DIRECTORY)
    for file in ["one", "two", "three"] {
      let holes = try folder.open(file, O_WRONLY | O_CREAT, mode: 0o600)
      try holes.truncate(to: Int.max - 4095)
    }
    var total = (files: 0, bytes: 0)
    #expect(FolderContents.count(name, in: parent, &total))
    #expect(total.files == 3 && total.bytes == .max)
  }

  /// Each is made in the one before it by its name alone: a path to the last one would be longer than paths can be.
  private func makeFolders(_ count: Int, in parent: borrowing FileDescriptor) throws {
    var folder = try parent.duplicate()
    for _ in 0..<count {
      try folder.makeDirectory("deeper", mode: 0o700)
      folder = try folder.open("deeper", O_RDONLY | O_DIRECTORY)
    }
    _ = try folder.open("file", O_WRONLY | O_CREAT, mode: 0o400)
    try folder.changeMode(to: 0o500)
  }

  @Test func `Folders in folders are removed however deep they are, and counted as far as is reasonable`() throws {
    try withTemporaryFolder { path throws in
      let parent = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      try parent.makeDirectory("app", mode: 0o700)
      let app = try parent.open("app", O_RDONLY | O_DIRECTORY)
      try makeFolders(6000, in: app)
      var total = (files: 0, bytes: 0)
      #expect(!FolderContents.count("app", in: parent, &total))
      FolderRemoval.remove("app", in: parent)
      #expect((try? parent.status(of: "app")) == nil)
    }
  }
}
