// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Files
import Glibc
import ProtectionModel
import ProtectionModelTesting
import SystemCalls
import Testing

/// The class of a file that takes another's name, as when a program saves by writing beside and renaming.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct ReplacingTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let new: ProtectionClass
    let old: ProtectionClass
    var testDescription: String { "\(new.name) over \(old.name)" }
    var stricter: ProtectionClass { new.rawValue < old.rawValue ? new : old }
  }

  static let pairs = ProtectionClass.allCases.flatMap { new in
    ProtectionClass.allCases.map { Pair(new: new, old: $0) }
  }

  // MARK: - Unlocked

  @Test(arguments: pairs) func `A class that nobody has set gives way to a stricter one`(pair: Pair) throws {
    let files = try MountedFiles()
    try files.makeInherited("new", pair.new)
    try files.make("file", pair.old)
    let before = try files.stat("new").st_mtim
    try files.replace("file", by: "new")
    #expect(try files.protection(of: "file") == pair.stricter)
    #expect(try files.text("file") == "new")
    let after = try files.stat("file")
    #expect(after.st_mtim.tv_sec == before.tv_sec && after.st_mtim.tv_nsec == before.tv_nsec)
    #expect(after.st_nlink == 1)
    let again = try files.restarted(.unlocked)
    #expect(try again.protection(of: "file") == pair.stricter)
    #expect(try again.text("file") == "new")
  }

  @Test(arguments: pairs) func `A class that was set stays`(pair: Pair) throws {
    let files = try MountedFiles()
    try files.make("new", pair.new)
    try files.makeInherited("file", pair.old)
    try files.replace("file", by: "new")
    #expect(try files.protection(of: "file") == pair.new)
  }

  @Test func `Setting the class that a file has already counts`() throws {
    let files = try MountedFiles()
    try files.makeInherited("new", .none)
    try files.setClass(.none, of: "new")
    try files.make("file", .complete)
    let again = try files.restarted(.unlocked)
    try again.replace("file", by: "new")
    #expect(try again.protection(of: "file") == ProtectionClass.none)
  }

  @Test func `What was taken from one file is handed on to the next`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    for round in 0..<3 {
      try files.makeInherited("new", .completeUntilFirstUserAuthentication)
      try files.replace("file", by: "new")
      #expect(try files.protection(of: "file") == .complete, "round \(round)")
    }
  }

  @Test func `Exchanging changes no class`() throws {
    let files = try MountedFiles()
    try files.makeInherited("new", .completeUntilFirstUserAuthentication)
    try files.make("file", .complete)
    let root = try files.root()
    try root.rename("new", to: root, as: "file", .exchange)
    #expect(try files.protection(of: "file") == .completeUntilFirstUserAuthentication)
    #expect(try files.protection(of: "new") == .complete)
  }

  @Test func `All names of a file have its class`() throws {
    let files = try MountedFiles()
    try files.makeInherited("new", .completeUntilFirstUserAuthentication)
    try files.make("file", .complete)
    let root = try files.root()
    try root.link("new", to: root, as: "link")
    try root.link("file", to: root, as: "old")
    try files.replace("file", by: "new")
    #expect(try root.status(of: "file").st_nlink == 2 && root.status(of: "old").st_nlink == 1)
    for name in ["file", "link", "old"] { #expect(try files.protection(of: name) == .complete, "\(name)") }
    #expect(try files.text("link") == "new")
  }

  @Test func `Equal classes cost nothing`() throws {
    let files = try MountedFiles()
    try files.makeInherited("new", .complete)
    try files.make("file", .complete)
    let asked = files.keys.unwraps
    try files.replace("file", by: "new")
    #expect(files.keys.unwraps == asked)
  }

  @Test func `Replacing anything but a file is as before`() throws {
    let files = try MountedFiles()
    try files.makeInherited("new", .completeUntilFirstUserAuthentication)
    let root = try files.root()
    try root.makeSymbolicLink("file", target: "nowhere")
    try files.replace("file", by: "new")
    #expect(try files.protection(of: "file") == .completeUntilFirstUserAuthentication)
    try root.makeSymbolicLink("link", target: "file")
    try files.make("secret", .complete)
    try files.replace("secret", by: "link")
    #expect(try root.symbolicLinkTarget("secret") == Array("file".utf8))
  }

  // MARK: - An old file that gets another name

  @Test func `Who moves a file away and makes another in its place keeps the class`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    let root = try files.root()
    try root.rename("file", to: root, as: "file~")
    try files.makeInherited("file")
    try root.unlink("file~")
    #expect(try files.protection(of: "file") == .complete)
    // Only the first: after that the name is like any other.
    try root.unlink("file")
    try files.makeInherited("file")
    #expect(try files.protection(of: "file") == .completeUntilFirstUserAuthentication)
  }

  @Test func `A name beside it, under which a file was written, is like any other afterwards`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    try files.makeInherited("file.new")
    try files.replace("file", by: "file.new")
    #expect(try files.protection(of: "file") == .complete)
    try files.makeInherited("file.new")
    #expect(try files.protection(of: "file.new") == .completeUntilFirstUserAuthentication)
  }

  @Test func `A name that was given back counts no more`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    let root = try files.root()
    try root.rename("file", to: root, as: "file~")
    try root.rename("file~", to: root, as: "file")
    try root.unlink("file")
    try files.makeInherited("file")
    #expect(try files.protection(of: "file") == .completeUntilFirstUserAuthentication)
  }

  @Test func `What is made in its place while locked is owed the class`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    files.move(to: .locked)
    let root = try files.root()
    try root.rename("file", to: root, as: "file~")
    let new = try FileDescriptor.open(files("file"), O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    try new.write(Array("new".utf8).span, at: 0)
    #expect(try files.protection(of: "file") == .completeUnlessOpen)
    files.move(to: .unlocked)
    #expect(try files.protection(of: "file") == .complete)
    #expect(try files.text("file") == "new")
  }
}
