// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Foundation
import Glibc
import SystemCalls
import TemporaryFolder
import Testing

@testable import SettingsConsole

/// The names in folders that windows show are read once, and are never those of before a change.
@Suite struct ShownFoldersTests {
  private let temporary: TemporaryFolder
  private let shown = ShownFolders()

  init() throws { temporary = try TemporaryFolder() }

  private func write(_ name: String) throws {
    try Data().write(to: URL(fileURLWithPath: "\(temporary.path)/\(name)"))
  }

  private func all(in path: String? = nil) throws -> Int {
    try shown.names(in: FileDescriptor.open(path ?? temporary.path, O_RDONLY | O_DIRECTORY)).all
  }

  private var hasNews: Bool {
    get throws { try Poll.readable([#require(shown.raw)], within: .zero) == [true] }
  }

  @Test
  func `A folder is read once for all keys of a search, and once more when something has changed`() throws {
    try write("one")
    _ = try all()
    let reading = try Reading(of: temporary.path)
    for _ in 0..<5 { #expect(try all() == 1) }
    #expect(try !reading.hasHappened())
    try write("two")
    #expect(try all() == 2)
    #expect(try reading.hasHappened())
  }

  @Test
  func `What another program makes or removes is in the next answer, before and after the news was taken`() throws {
    #expect(try all() == 0)
    try write("one")
    #expect(try all() == 1)
    shown.clear()
    #expect(try all() == 1)
    try FileManager.default.removeItem(atPath: temporary.path + "/one")
    shown.clear()
    #expect(try all() == 0)
  }

  @Test func `What changes while a folder is read is in the next answer`() throws {
    let folder = try FileDescriptor.open(temporary.path, O_RDONLY | O_DIRECTORY)
    let path = temporary.path
    let writing = Thread {
      for number in 0..<200 { try? Data().write(to: URL(fileURLWithPath: "\(path)/\(number)")) }
      try? Data().write(to: URL(fileURLWithPath: path + "/last"))
    }
    writing.start()
    while !writing.isFinished {
      _ = try shown.names(in: folder)
      if try hasNews { shown.clear() }
    }
    #expect(try shown.names(in: folder).all == 201)
  }

  @Test func `A folder has its own names, whichever was looked at before`() throws {
    let other = try TemporaryFolder()
    try write("one")
    for _ in 0..<3 {
      #expect(try all() == 1)
      #expect(try all(in: other.path) == 0)
    }
  }

  @Test func `There is news of a folder that is shown, and none of one that is not`() throws {
    let other = try TemporaryFolder()
    _ = try all()
    try Data().write(to: URL(fileURLWithPath: other.path + "/one"))
    #expect(try !hasNews)
    try write("one")
    #expect(try hasNews)
    shown.clear()
    #expect(try !hasNews)
  }
}

/// Whether anybody reads the names in a folder.
private struct Reading: ~Copyable {
  private let descriptor: FileDescriptor

  init(of folder: String) throws {
    descriptor = FileDescriptor(owning: inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    let watch = unsafe inotify_add_watch(descriptor.raw, folder, UInt32(IN_ACCESS | IN_ONLYDIR))
    try #require(watch >= 0)
  }

  /// Since it was asked the last time.
  func hasHappened() throws -> Bool {
    var isRead = false
    var bytes = [UInt8](repeating: 0, count: 4096)
    while try Poll.readable([descriptor.raw], within: .zero) == [true] {
      var span = bytes.mutableSpan
      isRead = try descriptor.readAvailable(into: &span) > 0
    }
    return isRead
  }
}
