// SPDX-License-Identifier: Apache-2.0
import Files
import FuseSession
import Glibc
import PlainFilesystems
import SystemCalls
import Testing
import Threads

@Suite(.enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"))
struct MountTests {
  let filesystem = MemoryFilesystem()

  @Test func `What is written is read back`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o640)
    try file.write([1, 2, 3].span, at: 5000)
    #expect(try file.read(count: 10, at: 4999) == [0, 1, 2, 3])
    #expect(try file.status().st_size == 5003)
    #expect(try file.status().st_mode & 0o7777 == 0o640)
  }

  @Test func `A name is any bytes up to255`() throws {
    let folder = try MountedFolder(filesystem)
    let names: [[UInt8]] = [[0xFF, 0xFE, 0x80], [UInt8](repeating: 0xC3, count: 255), Array("plain \n\"name".utf8)]
    for name in names { #expect(makeDirectory(folder.path, name) == 0) }
    #expect(makeDirectory(folder.path, [UInt8](repeating: 0x61, count: 256)) == ENAMETOOLONG)

    var listed: [[UInt8]] = []
    try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY).forEachEntry {
      listed.append($0.name)
      return .proceed
    }
    #expect(Set(listed) == Set(names))
  }

  @Test func `A long directory is listed whole`() throws {
    let folder = try MountedFolder(filesystem)
    for number in 0..<3000 { #expect(makeDirectory(folder.path, Array("entry-\(number)".utf8)) == 0) }
    var listed: Set<[UInt8]> = []
    try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY).forEachEntry {
      listed.insert($0.name)
      return .proceed
    }
    #expect(listed.count == 3000)
  }

  @Test(
    arguments: [(EPERM, EPERM), (EIO, EIO), (ENOSPC, ENOSPC), (0, EIO), (-1, EIO), (70_000, EIO)] as [(Int32, Int32)])
  func `What the filesystem throws is the programs errno`(thrown: Int32, seen: Int32) throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    try file.write([1].span, at: 0)
    try folder.mount.invalidate(try #require(filesystem.node(named: "file")))
    filesystem.observe { $0.refusal = FileError(thrown) }
    #expect(throws: SystemError(.pread, code: seen)) { try file.read(count: 1, at: 0) }
    #expect(throws: SystemError(.pwrite, code: seen)) { try file.write([1].span, at: 0) }
  }

  @Test func `A missing name is remembered until it appears`() throws {
    let folder = try MountedFolder(filesystem) { $0.lifetimes.missingNames = 60 }
    let root = try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<3 {
      #expect(throws: SystemError(.stat, code: ENOENT)) { try root.status(of: "name") }
    }
    #expect(filesystem.observed.missedLookups == 1)
    try root.makeDirectory("name", mode: 0o700)
    #expect(try root.status(of: "name").st_mode & S_IFMT == S_IFDIR)
  }

  @Test func `Extended attributes are answered in the room there is`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    let long = [UInt8](repeating: 7, count: 5000)
    try file.setExtendedAttribute("user.long", to: long.span)
    #expect(try file.extendedAttribute("user.long") == long)
    #expect(try file.extendedAttributeNames() == ["user.long"])
    try file.removeExtendedAttribute("user.long")
    #expect(try file.extendedAttribute("user.long") == nil)
  }

  @Test func `A link shows its target as it was made`() throws {
    let folder = try MountedFolder(filesystem)
    let root = try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY)
    let target = String(repeating: "0123456789abcde/", count: 255) + "0123456789abcde"
    try root.makeSymbolicLink("link", target: target)
    #expect(try root.symbolicLinkTarget("link") == Array(target.utf8))
  }

  @Test func `Many threads are served at once`() async throws {
    let folder = try MountedFolder(filesystem)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          let file = try FileDescriptor.open(folder("file-\(thread)"), O_RDWR | O_CREAT, mode: 0o600)
          for round in 0..<200 {
            let block = [UInt8](repeating: UInt8(truncatingIfNeeded: round &+ thread), count: 4096)
            try file.write(block.span, at: round % 7 * 4096)
            #expect(try file.read(count: 4096, at: round % 7 * 4096) == block)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `Whoever asks at the same time is served at the same time`() throws {
    let folder = try MountedFolder(filesystem)
    let service = Locked((now: 0, maximum: 0, isInVain: false))
    filesystem.observe {
      $0.beforeWrite = {
        service.withLock { ($0.now, $0.maximum) = ($0.now + 1, max($0.maximum, $0.now + 1)) }
        // Until another is served beside this one; waiting in vain once is enough.
        let end = ContinuousClock.now + .seconds(20)
        while service.withLock({ $0.maximum < 2 && !$0.isInVain }), ContinuousClock.now < end { usleep(100) }
        service.withLock { ($0.now, $0.isInVain) = ($0.now - 1, $0.maximum < 2) }
      }
    }
    let written = Locked(0)
    let threads = try (0..<4).map { number in
      try SystemThread(named: "writer") {
        guard let file = try? FileDescriptor.open(folder("file-\(number)"), O_RDWR | O_CREAT, mode: 0o600) else {
          return
        }
        for _ in 0..<250 where (try? file.write([1].span, at: 0)) != nil { written.withLock { $0 += 1 } }
      }
    }
    for thread in threads { thread.join() }
    #expect(service.withLock { $0.maximum } >= 2)
    #expect(written.withLock { $0 } == 1000)
  }
}

/// 0, or the errno.
private func makeDirectory(_ folder: String, _ name: [UInt8]) -> Int32 {
  let path = (Array(folder.utf8) + [0x2F] + name + [0]).map { CChar(bitPattern: $0) }
  return unsafe mkdir(path, 0o700) == 0 ? 0 : errno
}
