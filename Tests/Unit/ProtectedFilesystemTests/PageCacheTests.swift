// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Files
import Glibc
import ProtectedFilesystem
import ProtectionModel
import ProtectionModelTesting
import SystemCalls
import Testing
import Threads

/// What the kernel remembers of a file, and forgets at a lock.
@Suite(.enabled(if: MountedFiles.isPossible, "nothing can be mounted here")) struct PageCacheTests {
  private let size = 1 << 20
  private var contents: [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: $0 / 4096 &* 7 &+ 1) } }

  @Test(arguments: ProtectionClass.allCases) func `A lock empties the cache of class a only`(
    protection: ProtectionClass
  ) throws {
    let files = try MountedFiles()
    try files.make("file", protection, contents)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    _ = try file.read(count: size, at: 0)
    let mapping = try ForeignMapping(files("file"), count: size)
    try mapping.hold()
    #expect(mapping.residentPages == size / 4096)
    files.move(to: .locked)
    if protection == .complete {
      #expect(mapping.residentPages == 0)
      #expect(mapping[0] == nil)
      #expect(mapping[size - 1] == nil)
      files.move(to: .unlocked)
    } else {
      #expect(mapping.residentPages == size / 4096)
    }
    #expect(mapping[4096] == contents[4096])
  }

  @Test func `A closed class B file leaves nothing in the cache`() throws {
    let files = try MountedFiles()
    try files.make("file", .completeUnlessOpen, contents)
    var file = Optional(try FileDescriptor.open(files("file"), O_RDWR))
    _ = try file?.read(count: size, at: 0)
    let watch = try FileDescriptor.open(files("file"), OpenFlag.path)
    files.move(to: .locked)
    file = nil
    #expect(try files.invalidateStaleNodes())
    files.move(to: .unlocked)
    let mapping = try ForeignMapping("/proc/\(getpid())/fd/\(watch.raw)", count: size)
    #expect(mapping.residentPages == 0)
  }

  @Test func `What was changed through a mapping survives the lock`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete, contents)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    let mapping = try ForeignMapping(files("file"), count: size)
    for page in stride(from: 0, to: size, by: 4096) { mapping.store(0xEE, at: page) }
    files.move(to: .locked)
    #expect(mapping.residentPages == 0)
    files.move(to: .unlocked)
    let found = try file.read(count: size, at: 0)
    #expect(stride(from: 0, to: size, by: 4096).allSatisfy { found[$0] == 0xEE && found[$0 + 1] == contents[$0 + 1] })
  }

  /// Time is up before the pages are written.
  @Test func `What cannot be written in time is lost and not kept`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete, contents)
    let mapping = try ForeignMapping(files("file"), count: size)
    mapping.store(0xEE, at: 4096)
    files.keys.beginLocking()
    files.filesystem.revokeKeys()
    #expect(files.filesystem.lock(files.mount) == .nothingIsLeft)
    #expect(files.filesystem.takeLosses() == 1)
    #expect(files.filesystem.takeLosses() == 0)
    #expect(mapping.residentPages == 0)
    #expect(mapping[4096] == nil)
    files.keys.move(to: .locked)
    files.move(to: .unlocked)
    #expect(mapping[4096] == contents[4096])
  }

  @Test func `Many files are emptied together`() throws {
    let files = try MountedFiles()
    var open: [Int32] = []
    defer { open.forEach { close($0) } }
    for number in 0..<200 {
      try files.make("file\(number)", .complete, [UInt8](repeating: 1, count: 8192))
      let file = try FileDescriptor.open(files("file\(number)"), O_RDWR)
      _ = try file.read(count: 8192, at: 0)
      open.append(file.release())
    }
    files.move(to: .locked)
    for descriptor in open {
      var byte: UInt8 = 0
      #expect(unsafe pread(descriptor, &byte, 1, 0) == -1 && errno == EPERM)
    }
    files.move(to: .unlocked)
    for descriptor in open {
      var byte: UInt8 = 0
      #expect(unsafe pread(descriptor, &byte, 1, 0) == 1 && byte == 1)
    }
  }

  @Test func `A file moved into class a is emptied too`() throws {
    let files = try MountedFiles()
    try files.make("file", .none, contents)
    let file = try FileDescriptor.open(files("file"), O_RDWR)
    let mapping = try ForeignMapping(files("file"), count: size)
    _ = try file.read(count: size, at: 0)
    let value = Array(ProtectionClass.complete.attributeValue.utf8)
    try file.setExtendedAttribute("user.bailey.protection", to: value.span)
    files.move(to: .locked)
    #expect(mapping.residentPages == 0)
    #expect(outcome { () throws(SystemError) in _ = try file.read(count: 1, at: 0) } == EPERM)
  }

  @Test func `Reads go on while another thread locks`() throws {
    let files = try MountedFiles()
    try files.make("file", .complete, contents)
    let path = files("file")
    let done = Locked(false)
    let expected = Array(contents[4096..<304_096])
    let reader = try SystemThread(named: "reader") {
      guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return }
      while !done.withLock({ $0 }) {
        if let found = try? file.read(count: 300_000, at: 4096) { #expect(found == expected) }
      }
    }
    for _ in 0..<10 {
      files.move(to: .locked)
      files.move(to: .unlocked)
    }
    done.withLock { $0 = true }
    reader.join()
  }
}
