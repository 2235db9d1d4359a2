// SPDX-License-Identifier: Apache-2.0
import Events
import FileSystemContract
import Glibc
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SystemCalls
import Testing

/// Files that take others' names while the key of the stricter class is not there.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct ReplacingWhileLockedTests {
  private static let ordinary = ProtectionClass.completeUntilFirstUserAuthentication

  /// A file of class C that has replaced one of class A while locked.
  private func replaced() throws -> MountedFiles {
    let files = try MountedFiles()
    try files.make("file", .complete)
    files.move(to: .locked)
    try files.makeInherited("new", Self.ordinary)
    try files.replace("file", by: "new")
    return files
  }

  private func opens(_ name: String, _ files: MountedFiles) -> Int32 {
    outcome { () throws(SystemError) in _ = try FileDescriptor.open(files(name), O_RDONLY) }
  }

  @Test func `Until the unlock the file is completeUnlessOpen`() throws {
    let files = try replaced()
    #expect(try files.protection(of: "file") == .completeUnlessOpen)
    #expect(opens("file", files) == EPERM)
    files.move(to: .unlocked)
    #expect(try files.protection(of: "file") == .complete)
    #expect(try files.text("file") == "new")
    files.move(to: .locked)
    #expect(opens("file", files) == EPERM)
  }

  @Test func `The unlock itself gives the class`() throws {
    let files = try replaced()
    files.move(to: .unlocked)
    #expect(try Poll.readable([files.filesystem.owed.descriptor], within: .seconds(60)) == [true])
    files.filesystem.giveOwedClasses()
    // Nobody uses the file from here on, and class A has no key any more.
    let again = try files.restarted(.locked)
    again.keys.move(to: .locked)
    #expect(try again.protection(of: "file") == .complete)
  }

  @Test func `A restart does not forget what a file is owed`() throws {
    let locked = try replaced().restarted(.locked)
    #expect(try locked.protection(of: "file") == .completeUnlessOpen)
    #expect(opens("file", locked) == EPERM)
    let unlocked = try locked.restarted(.unlocked)
    #expect(try unlocked.protection(of: "file") == .complete)
    #expect(try unlocked.text("file") == "new")
  }

  @Test func `The kernel forgets what it had of the file`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    try files.makeInherited("new", Self.ordinary)
    files.move(to: .locked)
    #expect(try files.text("new") == "new")
    try files.replace("file", by: "new")
    #expect(try files.invalidateStaleNodes())
  }

  @Test func `A descriptor stays usable until the next lock`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete)
    try files.makeInherited("new", Self.ordinary)
    files.move(to: .locked)
    let file = try FileDescriptor.open(files("new"), O_RDWR)
    try files.replace("file", by: "new")
    try file.write([1, 2, 3].span, at: 0)
    #expect(try file.read(count: 3, at: 0) == [1, 2, 3])
    files.move(to: .unlocked)
    #expect(try files.protection(of: "file") == .complete)
    #expect(try file.read(count: 3, at: 0) == [1, 2, 3])
    files.move(to: .locked)
    #expect(outcome { () throws(SystemError) in _ = try file.read(count: 3, at: 0) } == EPERM)
  }

  @Test func `A class that was set while locked is owed no more`() throws {
    let files = try replaced()
    #expect(outcome { () throws(SystemError) in try files.setClass(.completeUnlessOpen, of: "file") } == 0)
    files.move(to: .unlocked)
    #expect(try files.protection(of: "file") == .completeUnlessOpen)
  }

  @Test func `A file that replaced one with a class owed is owed it too`() throws {
    let files = try replaced()
    try files.makeInherited("new", Self.ordinary)
    try files.replace("file", by: "new")
    #expect(try files.protection(of: "file") == .completeUnlessOpen)
    files.move(to: .unlocked)
    #expect(try files.protection(of: "file") == .complete)
  }

  @Test(arguments: [ProtectionClass.complete, .completeUnlessOpen, ordinary])
  func `Before the first unlock every class can be owed`(old: ProtectionClass) throws {
    let first = try MountedFiles()
    for (name, new) in [("open", ProtectionClass.none), ("shut", Self.ordinary)] {
      try first.makeInherited("new \(name)", new)
      try first.make(name, old)
    }
    let files = try first.restarted(.beforeFirstUnlock)
    for name in ["open", "shut"] { try files.replace(name, by: "new \(name)") }
    for name in ["open", "shut"] { #expect(opens(name, files) == EPERM, "\(name)") }
    files.move(to: .unlocked)
    files.filesystem.giveOwedClasses()
    for name in ["open", "shut"] {
      #expect(try files.protection(of: name) == old, "\(name)")
      #expect(try files.text(name) == "new", "\(name)")
    }
  }
}
