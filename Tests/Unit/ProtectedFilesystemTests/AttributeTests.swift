// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectionModel
import SystemCalls
import Testing

/// Sizes, times, modes and space.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct AttributeTests {
  @Test func `Writing changes the times once and closing does not`() throws {
    let files = try MountedFiles()
    let file = try FileDescriptor.open(files("a"), O_RDWR | O_CREAT, mode: 0o644)
    try file.write([UInt8](repeating: 1, count: 5000).span, at: 0)
    let before = try file.status()
    close(file.release())
    usleep(1_100_000)
    let after = try files.stat("a")
    #expect(after.st_mtim.parts == before.st_mtim.parts)
    #expect(after.st_ctim.parts == before.st_ctim.parts)
    #expect(after.st_size == 5000)
  }

  @Test func `Set times stay as set`() throws {
    let files = try MountedFiles()
    let file = try FileDescriptor.open(files("a"), O_RDWR | O_CREAT, mode: 0o644)
    try file.write([1, 2, 3].span, at: 0)
    try file.changeTimes(
      access: .set(seconds: 5, nanoseconds: 6), modification: .set(seconds: 123, nanoseconds: 456_789_123))
    close(file.release())
    usleep(1_100_000)
    let status = try files.stat("a")
    #expect(status.st_mtim.parts == [123, 456_789_123])
    #expect(status.st_atim.parts == [5, 6])
  }

  @Test func `Changing the class keeps the time`() throws {
    let files = try MountedFiles()
    try files.make("a", .none)
    let root = try files.root()
    let before = try root.status(of: "a").st_mtim.parts
    let value = Array(ProtectionClass.complete.attributeValue.utf8)
    try root.setExtendedAttribute("user.bailey.protection", of: "a", to: value.span)
    usleep(1_100_000)
    #expect(try root.status(of: "a").st_mtim.parts == before)
  }

  @Test(arguments: [0o000, 0o444, 0o200, 0o755, 0o1644, 0o4755, 0o2755] as [mode_t])
  func `Modes are kept`(mode: mode_t) throws {
    let files = try MountedFiles()
    let root = try files.root()
    _ = try root.open("a", O_RDWR | O_CREAT, mode: 0o600)
    try root.changeMode(of: "a", to: mode)
    try root.makeDirectory("d", mode: 0o700)
    try root.changeMode(of: "d", to: mode)
    #expect(try root.status(of: "a").st_mode & 0o7777 == mode)
    #expect(try root.status(of: "d").st_mode & 0o7777 == mode)
    let again = try files.restarted(.unlocked)
    #expect(try again.root().status(of: "a").st_mode & 0o7777 == mode)
    #expect(try again.root().status(of: "d").st_mode & 0o7777 == mode)
  }

  @Test func `Direct access is taken`() throws {
    let files = try MountedFiles()
    let oDirect: Int32 = 0x4000
    let file = try FileDescriptor.open(files("file"), O_RDWR | O_CREAT | oDirect, mode: 0o600)
    let contents = [UInt8](repeating: 7, count: 8192)
    try file.write(contents.span, at: 0)
    #expect(try file.read(count: 8192, at: 0) == contents)
  }

  @Test func `Holes take no space and are found`() throws {
    let files = try MountedFiles()
    let file = try FileDescriptor.open(files("a"), O_RDWR | O_CREAT, mode: 0o644)
    try file.write([UInt8](repeating: 1, count: 100_000).span, at: 0)
    try file.write([UInt8](repeating: 2, count: 100_000).span, at: 6 << 30)
    #expect(try file.status().st_size == 6 << 30 + 100_000)
    #expect(try file.status().st_blocks < 1000)
    let hole = try file.seek(.hole, from: 0)
    #expect(hole >= 100_000 && hole < 120_000)
    let data = try file.seek(.data, from: hole)
    #expect(data <= 6 << 30 && data > (6 << 30) - 20_000)
    #expect(try file.read(count: 10, at: 5 << 30) == [UInt8](repeating: 0, count: 10))
    #expect(outcome { () throws(SystemError) in _ = try file.seek(.data, from: 7 << 30) } == ENXIO)
    try file.allocate(mode: AllocationMode.punchHole | AllocationMode.keepSize, offset: 10, count: 99_000)
    #expect(try file.read(count: 12, at: 0) == [UInt8](repeating: 1, count: 10) + [0, 0])
    #expect(try file.read(count: 4, at: 99_008) == [0, 0, 1, 1])
  }

  @Test(arguments: [0, AllocationMode.zeroRange, AllocationMode.punchHole | AllocationMode.keepSize])
  func `Allocating takes special rights away`(mode: Int32) throws {
    let files = try MountedFiles()
    let file = try FileDescriptor.open(files("a"), O_RDWR | O_CREAT, mode: 0o755)
    try file.write([UInt8](repeating: 1, count: 10_000).span, at: 0)
    try file.changeMode(to: 0o6755)
    try file.allocate(mode: mode, offset: 0, count: 5000)
    #expect(try file.status().st_mode & 0o7777 == 0o755)
  }

  @Test func `An enormous size takes no blocks`() throws {
    let files = try MountedFiles()
    let file = try FileDescriptor.open(files("a"), O_RDWR | O_CREAT, mode: 0o644)
    let code = outcome { () throws(SystemError) in try file.truncate(to: 1_000_000_000_000_000) }
    #expect(code == 0 || code == EFBIG)
    #expect(try file.status().st_size == (code == 0 ? 1_000_000_000_000_000 : 0))
    #expect(try file.status().st_blocks < 100)
  }

  @Test func `Appending goes to the end`() throws {
    let files = try MountedFiles()
    for round in 0..<50 {
      let file = try FileDescriptor.open(files("log"), O_WRONLY | O_APPEND | O_CREAT, mode: 0o644)
      try file.write(Array("line \(round)\n".utf8).span)
    }
    let found = try FileDescriptor.open(files("log"), O_RDONLY).read(count: 10000, at: 0)
    #expect(String(decoding: found, as: UTF8.self) == (0..<50).map { "line \($0)\n" }.joined())
  }

  @Test(arguments: [1, 165, 166, 167, 250]) func `Attributes have names of every length`(count: Int) throws {
    let files = try MountedFiles()
    let root = try files.root()
    let name = "user." + String(repeating: "n", count: count)
    _ = try root.open("a", O_RDWR | O_CREAT, mode: 0o600)
    let nothing: [UInt8] = []
    for value in [[1, 2, 3], nothing, [UInt8](repeating: 9, count: 1500)] {
      try root.setExtendedAttribute(name, of: "a", to: value.span)
      #expect(try root.extendedAttribute(name, of: "a") == value)
      #expect(try root.extendedAttributeNames(of: "a") == [name])
    }
    let restarted = try files.restarted(.locked)
    let again = try restarted.root()
    #expect(try again.extendedAttribute(name, of: "a") == [UInt8](repeating: 9, count: 1500))
    try again.removeExtendedAttribute(name, of: "a")
    #expect(try again.extendedAttributeNames(of: "a") == [])
  }

  @Test func `Attributes of programs survive a restart`() throws {
    let files = try MountedFiles()
    let root = try files.root()
    _ = try root.open("a", O_RDWR | O_CREAT, mode: 0o600)
    for (name, value) in [("user.empty", [UInt8]()), ("user.long", [UInt8](repeating: 9, count: 2000))] {
      try root.setExtendedAttribute(name, of: "a", to: value.span)
      try root.setExtendedAttribute(name, of: ".", to: value.span)
    }
    #expect(
      outcome { () throws(SystemError) in
        try root.setExtendedAttribute("user.empty", of: "a", to: [1].span, .create)
      } == EEXIST)
    #expect(
      outcome { () throws(SystemError) in
        try root.setExtendedAttribute("user.none", of: "a", to: [1].span, .replace)
      } == ENODATA)
    let restarted = try files.restarted(.beforeFirstUnlock)
    let again = try restarted.root()
    for name in ["a", "."] {
      #expect(try again.extendedAttributeNames(of: name).sorted() == ["user.empty", "user.long"])
      #expect(try again.extendedAttribute("user.empty", of: name) == [])
      #expect(try again.extendedAttribute("user.long", of: name) == [UInt8](repeating: 9, count: 2000))
    }
  }
}

extension timespec {
  fileprivate var parts: [Int] { [tv_sec, tv_nsec] }
}
