// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Processes
import ProtectionModel
import SystemCalls
import TemporaryFolder
import Testing

/// Names, links and directories as programs expect them.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct TreeTests {
  private func write(_ text: String, to name: String, in files: MountedFiles) throws {
    let file = try FileDescriptor.open(files(name), O_RDWR | O_CREAT | O_TRUNC, mode: 0o644)
    try file.write(Array(text.utf8).span, at: 0)
  }

  private func read(_ name: String, in files: MountedFiles) throws -> String {
    String(decoding: try FileDescriptor.open(files(name), O_RDONLY).read(count: 1000, at: 0), as: UTF8.self)
  }

  @Test(arguments: [1, 2, 174, 175, 176, 177, 254, 255]) func `Names of every length work`(count: Int) throws {
    let files = try MountedFiles()
    let name = String(repeating: "n", count: count)
    let other = String(repeating: "m", count: count)
    try write("one", to: name, in: files)
    let root = try files.root()
    try root.rename(name, to: root, as: other)
    #expect(try read(other, in: files) == "one")
    try root.link(other, to: root, as: name)
    #expect(try names(root) == [other, name].sorted())
    try root.unlink(name)
    try root.makeDirectory(name, mode: 0o700)
    try root.rename(other, to: root, as: "short")
    try root.removeDirectory(name)
    try root.makeSymbolicLink(name, target: "short")
    #expect(try read(name, in: files) == "one")
    try root.unlink(name)
    try root.unlink("short")
    #expect(try backingEntries(files) == [])
  }

  @Test func `A name of256 bytes is too long`() throws {
    let files = try MountedFiles()
    let made = outcome { () throws(SystemError) in
      try files.root().makeDirectory(String(repeating: "n", count: 256), mode: 0o700)
    }
    #expect(made == ENAMETOOLONG)
    #expect(try files.root().fileSystemStatus().f_namemax == 255)
  }

  @Test(arguments: [1, 100, 3042, 3043, 3044, 3055, 4094, 4095]) func `Targets of every length work`(count: Int) throws
  {
    let files = try MountedFiles()
    let root = try files.root()
    let target = String(repeating: "t", count: count)
    try root.makeSymbolicLink("link", target: target)
    #expect(try root.symbolicLinkTarget("link") == Array(target.utf8))
    #expect(try root.status(of: "link").st_size == count)
    try root.rename("link", to: root, as: "moved")
    #expect(try root.symbolicLinkTarget("moved") == Array(target.utf8))
    try root.unlink("moved")
    let targets = try FileDescriptor.open(files.backing.path + "/.bailey/targets", O_RDONLY | O_DIRECTORY)
    #expect(try names(targets) == [])
  }

  @Test func `Hard links are one file`() throws {
    let files = try MountedFiles()
    try write("one", to: "a", in: files)
    let root = try files.root()
    try root.link("a", to: root, as: "b")
    #expect(try root.status(of: "a").st_nlink == 2)
    #expect(try root.status(of: "a").st_ino == root.status(of: "b").st_ino)
    try write("longer", to: "b", in: files)
    #expect(try read("a", in: files) == "longer")
    try root.unlink("a")
    let again = try files.restarted(.unlocked)
    #expect(try read("b", in: again) == "longer")
  }

  @Test func `Thousands of links end in an honest error`() throws {
    let files = try MountedFiles()
    try write("one", to: "a", in: files)
    let root = try files.root()
    var made = 1
    var code: Int32 = 0
    while code == 0 && made < 1000 {
      code = outcome { () throws(SystemError) in try root.link("a", to: root, as: "link\(made)") }
      if code == 0 { made += 1 }
    }
    #expect(code == EMLINK || code == ENOSPC)
    #expect(made > 300)
    let again = try files.restarted(.unlocked)
    #expect(try read("link\(made - 1)", in: again) == "one")
  }

  @Test func `Renaming replaces exchanges and refuses`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    try write("one", to: "a", in: files)
    try write("two", to: "b", in: files)
    #expect(outcome { () throws(SystemError) in try root.rename("a", to: root, as: "b", .refuseToReplace) } == EEXIST)
    try root.rename("a", to: root, as: "b", .exchange)
    #expect(try read("a", in: files) == "two" && read("b", in: files) == "one")
    try root.makeDirectory("d", mode: 0o755)
    let folder = try root.open("d", O_RDONLY | O_DIRECTORY)
    try root.rename("a", to: folder, as: "b")
    try root.rename("b", to: folder, as: "b")
    try root.rename("d", to: root, as: "e")
    let again = try files.restarted(.unlocked)
    #expect(try read("e/b", in: again) == "one")
    #expect(try names(again.root()) == ["e"])
  }

  @Test func `Exchanged directories keep their files`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    for name in ["x", "y"] {
      try root.makeDirectory(name, mode: 0o755)
      try write(name, to: name + "/file", in: files)
    }
    try root.rename("x", to: root, as: "y", .exchange)
    #expect(try read("x/file", in: files) == "y")
    let again = try files.restarted(.unlocked)
    #expect(try read("y/file", in: again) == "x")
  }

  @Test func `An open file outlives its name`() throws {
    let files = try MountedFiles()
    try write("one", to: "a", in: files)
    let file = try FileDescriptor.open(files("a"), O_RDWR)
    try files.root().unlink("a")
    try file.write(Array("more".utf8).span, at: 3)
    #expect(try file.read(count: 100, at: 0) == Array("onemore".utf8))
    #expect(try file.status().st_size == 7)
    #expect(try file.status().st_nlink == 0)
    try file.changeMode(to: 0o600)
    #expect(try file.status().st_mode & 0o777 == 0o600)
    try file.setExtendedAttribute("user.x", to: [1].span)
    #expect(try file.extendedAttribute("user.x") == [1])
    try file.truncate(to: 1)
    #expect(try file.read(count: 100, at: 0) == Array("o".utf8))
    try write("two", to: "a", in: files)
    #expect(try file.read(count: 100, at: 0) == Array("o".utf8))
  }

  @Test func `What there is not says so`() throws {
    let files = try MountedFiles()
    try write("one", to: "a", in: files)
    let made = outcome { () throws(SystemError) in
      _ = try FileDescriptor.open(files.folder, OpenFlag.temporary | O_RDWR, mode: 0o600)
    }
    #expect(made == EOPNOTSUPP)
    #expect(try files.end(of: "cp --reflink=always a b") != .exited(0))
    try files.shell("cp --reflink=auto a b && cmp a b")
  }

  @Test func `A folder of many entries is listed whole`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    for number in 0..<3000 { try root.makeSymbolicLink("entry\(number)", target: "x") }
    #expect(try names(root).count == 3000)
    for number in stride(from: 0, to: 3000, by: 2) { try root.unlink("entry\(number)") }
    #expect(try Set(names(root)) == Set((0..<1500).map { "entry\(2 * $0 + 1)" }))
  }

  @Test func `Classes are inherited`() throws {
    let files = try MountedFiles(containerDefault: .none)
    let root = try files.root()
    try files.makeFolder("a", .complete)
    try files.makeFolder("a/inner", .completeUnlessOpen)
    try root.makeDirectory("a/child", mode: 0o755)
    try root.makeDirectory("plain", mode: 0o755)
    for (folder, expected) in [
      ("a", ProtectionClass.complete), ("a/inner", .completeUnlessOpen), ("a/child", .complete), ("plain", .none),
    ] {
      try write("x", to: folder + "/file", in: files)
      let found = try root.extendedAttribute("user.bailey.protection", of: folder + "/file")
      #expect(found == Array(expected.attributeValue.utf8))
    }
    try root.rename("a/file", to: root, as: "plain/moved")
    let moved = try root.extendedAttribute("user.bailey.protection", of: "plain/moved")
    #expect(moved == Array(ProtectionClass.complete.attributeValue.utf8))
    #expect(
      outcome { () throws(SystemError) in
        try root.removeExtendedAttribute("user.bailey.protection", of: "plain/moved")
      } == EINVAL)
    try root.removeExtendedAttribute("user.bailey.protection", of: "a")
    try write("x", to: "a/new", in: files)
    let new = try root.extendedAttribute("user.bailey.protection", of: "a/new")
    #expect(new == Array(ProtectionClass.none.attributeValue.utf8))
  }

  @Test(arguments: ["", "complete", "NSFileProtectionNothing", "NSFileProtectionNone "])
  func `An unknown class is refused`(value: String) throws {
    let files = try MountedFiles()
    try write("x", to: "a", in: files)
    let root = try files.root()
    for name in ["a", "."] {
      let set = outcome { () throws(SystemError) in
        try root.setExtendedAttribute("user.bailey.protection", of: name, to: Array(value.utf8).span)
      }
      #expect(set == EINVAL)
    }
    for name in ["user.bailey", "user.bailey.other", "trusted.x", "security.x"] {
      let set = outcome { () throws(SystemError) in try root.setExtendedAttribute(name, of: "a", to: [1].span) }
      #expect(set == EOPNOTSUPP)
    }
  }

  private func names(_ folder: borrowing FileDescriptor) throws -> [String] {
    var names: [String] = []
    try folder.forEachEntry { entry in
      names.append(String(decoding: entry.name, as: UTF8.self))
      return .proceed
    }
    return names.sorted()
  }

  private func backingEntries(_ files: MountedFiles) throws -> [String] {
    try names(FileDescriptor.open(files.backing.path, O_RDONLY | O_DIRECTORY)).filter { $0 != ".bailey" }
  }
}
