// SPDX-License-Identifier: Apache-2.0
import Files
import Foundation
import Glibc
import SystemCalls
import TemporaryFolder
import Testing

@testable import SettingsConsole

/// What the page of files shows of a folder.
@Suite struct FolderNamesTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func write(_ names: String...) throws { try write(names) }

  private func write(_ names: [String]) throws {
    for name in names { try Data().write(to: URL(fileURLWithPath: "\(temporary.path)/\(name)")) }
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(temporary.path)/\(name)", withIntermediateDirectories: false)
  }

  private func names() throws -> FolderNames {
    try FolderNames(of: FileDescriptor.open(temporary.path, O_RDONLY | O_DIRECTORY))
  }

  /// What is shown of a text, in an order, from a number on.
  private func shown(_ text: String = "", _ order: String = "name", from first: Int = 0) throws -> (
    names: [String], total: Int
  ) {
    let hexadecimal = text.isEmpty ? "-" : text.utf8.map { String(format: "%02x", $0) }.joined()
    let query = try FolderQuery([hexadecimal[...], order[...], "\(first)"[...], ""])
    let folder = try FileDescriptor.open(temporary.path, O_RDONLY | O_DIRECTORY)
    let (found, total) = try names().part(query) { try? folder.status(of: $0) }
    return (found.map(\.text), total)
  }

  @Test func `Folders come before files, each in the order of their names, and what is neither is not shown`() throws {
    try write("b", "a")
    try makeFolder("z")
    try makeFolder("y")
    try FileManager.default.createSymbolicLink(atPath: temporary.path + "/link", withDestinationPath: "/")
    let made = unsafe mkfifo(temporary.path + "/pipe", 0o600)
    #expect(made == 0)
    let all = try shown()
    #expect(all.names == ["y", "z", "a", "b"] && all.total == 4)
    #expect(try names().all == 4)
  }

  @Test func `A name that is no text is counted, and shown nowhere`() throws {
    try write("a")
    let descriptor = unsafe (Array(temporary.path.utf8) + [UInt8(ascii: "/"), 0xFF, 0]).withUnsafeBufferPointer {
      unsafe $0.withMemoryRebound(to: CChar.self) { unsafe open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
    }
    #expect(descriptor >= 0 && close(descriptor) == 0)
    let names = try names()
    #expect(names.all == 2 && names.unreadable == 1)
    #expect(try shown().names == ["a"])
  }

  @Test func `A text is found anywhere in a name, in capitals and small letters of any script`() throws {
    try write("Letter.txt", "old LETTER", "PERCHÉ", "信.txt", "let")
    #expect(try shown("letter").names == ["Letter.txt", "old LETTER"])
    #expect(try shown("LETTER").total == 2)
    #expect(try shown("perché").names == ["PERCHÉ"])
    #expect(try shown("信").names == ["信.txt"])
    #expect(try shown("r.t").names == ["Letter.txt"])
    #expect(try shown("letters").names == [])
  }

  @Test func `A name of the greatest length is shown whole`() throws {
    let longest = String(repeating: "n", count: 255)
    try write(longest)
    #expect(try shown("nnn").names == [longest])
  }

  @Test(arguments: ["name", "size", "newest"])
  func `Whoever scrolls to the end of many files has seen each of them once`(order: String) throws {
    let files = (0..<250).map { "file \($0)" }
    try write(files)
    var seen: [String] = []
    while true {
      let (names, total) = try shown("file", order, from: seen.count)
      #expect(total == files.count)
      guard !names.isEmpty else { break }
      seen += names
    }
    #expect(seen.sorted() == files.sorted())
  }

  @Test func `Nothing is shown from behind the last on`() throws {
    try write("a")
    for first in [1, 1 << 32] { #expect(try shown("", "name", from: first) == ([], 1)) }
    for first in ["-1", "4294967297", "x"] {
      #expect(throws: ConsoleFailure.self) { try FolderQuery(["-", "name", first[...], ""]) }
    }
  }

  @Test func `By size the largest file comes first, by age the newest, and folders before both`() throws {
    try makeFolder("folder")
    for (name, size, age) in [("small", 1, 10.0), ("large", 3, 30), ("middle", 2, 20)] {
      let path = temporary.path + "/" + name
      try Data(count: size).write(to: URL(fileURLWithPath: path))
      let date = Date(timeIntervalSinceNow: -age)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    #expect(try shown("", "size").names == ["folder", "large", "middle", "small"])
    #expect(try shown("", "newest").names == ["folder", "small", "middle", "large"])
  }

  @Test func `A file that has gone since its folder was read has no place before those that are there`() throws {
    try write("gone")
    try Data(count: 1).write(to: URL(fileURLWithPath: temporary.path + "/here"))
    let (names, query) = (try names(), try FolderQuery(["-", "size", "0", ""]))
    try FileManager.default.removeItem(atPath: temporary.path + "/gone")
    let folder = try FileDescriptor.open(temporary.path, O_RDONLY | O_DIRECTORY)
    #expect(names.part(query) { try? folder.status(of: $0) }.names.map(\.text) == ["here", "gone"])
  }
}
