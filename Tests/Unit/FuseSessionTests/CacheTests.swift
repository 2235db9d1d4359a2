// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Files
import FuseSession
import Glibc
import Mounts
import PlainFilesystems
import Processes
import SystemCalls
import Testing

@Suite(.enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"))
struct CacheTests {
  let filesystem = MemoryFilesystem()

  @Test func `Pages are kept until they are invalidated`() throws {
    let it = try OpenedFile(filesystem)
    let mapping = try ForeignMapping(it.folder("file"), count: 4096)
    try mapping.hold()
    _ = try it.file.read(count: 4096, at: 0)
    let reads = filesystem.observed.reads
    filesystem.replaceContents(of: it.node, with: [UInt8](repeating: 2, count: 4096))
    #expect(try it.file.read(count: 2, at: 0) == [1, 1])
    #expect(filesystem.observed.reads == reads)
    try it.folder.mount.invalidate(it.node)
    #expect(try it.file.read(count: 2, at: 0) == [2, 2])
    #expect(mapping[0] == 2)
  }

  @Test func `A mapping asks again after invalidation`() throws {
    let it = try OpenedFile(filesystem)
    let mapping = try ForeignMapping(it.folder("file"), count: 4096)
    try mapping.hold()
    #expect(mapping[0] == 1)
    filesystem.replaceContents(of: it.node, with: [UInt8](repeating: 2, count: 4096))
    #expect(mapping[0] == 1)
    try it.folder.mount.invalidate(it.node)
    #expect(mapping[0] == 2)
  }

  @Test func `A mapping faults where reading is refused`() throws {
    let it = try OpenedFile(filesystem)
    let mapping = try ForeignMapping(it.folder("file"), count: 4096)
    #expect(mapping[0] == 1)
    filesystem.observe { $0.refusal = .locked }
    try it.folder.mount.invalidate(it.node)
    #expect(mapping[0] == nil)
    #expect(throws: SystemError(.pread, code: EPERM)) { try it.file.read(count: 1, at: 0) }
    filesystem.observe { $0.refusal = nil }
    #expect(mapping[0] == 1)
  }

  @Test func `Invalidation writes what a mapping changed`() throws {
    let it = try OpenedFile(filesystem)
    let mapping = try ForeignMapping(it.folder("file"), count: 4096)
    mapping.store(9)
    filesystem.observe { $0.refusal = .locked }
    try it.folder.mount.invalidate(it.node)
    #expect(filesystem.contents(of: it.node).first == 9)
    #expect(filesystem.observed.writes.last?.origin == .mapping)
    #expect(filesystem.observed.writes.first?.origin == .program)
  }

  @Test func `A name is remembered until it is invalidated`() throws {
    let folder = try MountedFolder(filesystem) { $0.lifetimes = CacheLifetimes(attributes: 60, names: 60) }
    let root = try FileDescriptor.open(folder.path, O_RDONLY | O_DIRECTORY)
    try root.makeDirectory("name", mode: 0o700)
    try filesystem.unlink(Array("name".utf8), in: .root)
    #expect(try root.status(of: "name").st_mode & S_IFMT == S_IFDIR)
    try folder.mount.invalidateEntry(Array("name".utf8), in: .root)
    #expect(throws: SystemError(.stat, code: ENOENT)) { try root.status(of: "name") }
  }

  @Test func `What the kernel does not know needs no invalidation`() throws {
    let folder = try MountedFolder(filesystem)
    #expect(throws: Never.self) {
      try folder.mount.invalidate(NodeID(rawValue: 4711))
      try folder.mount.invalidateEntry(Array("nothing".utf8), in: .root)
    }
    folder.mount.unmount()
    #expect(throws: Never.self) { try folder.mount.invalidate(.root) }
  }

  @Test(arguments: [true, false]) func `What a method wipes is gone from the buffer`(wiped: Bool) throws {
    let folder = try MountedFolder(filesystem) { $0.workers = 1 }
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    filesystem.observe {
      $0.wipesWrites = wiped
      $0.bytesBehind = 4095
    }
    // A request that finds the worker at work is served by the backup worker, which has a buffer of its own.
    var found: Set<UInt8> = []
    for _ in 0..<20 {
      try file.write([UInt8](repeating: 0xAA, count: 4096).span, at: 0)
      try file.write([0xBB].span, at: 0)
      found.formUnion(filesystem.observed.foundBehind)
    }
    #expect(found.contains(0xAA) == !wiped)
  }

  @Test func `Invalidating from within a request is a mistake`() async throws {
    let path = try temporaryFolder()
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let filesystem = MemoryFilesystem()
      let mount = try Mount(at: path, filesystem, MountOptions(name: "mistaken"))
      filesystem.observe { $0.whenLookedUp = { try? mount.invalidate(.root) } }
      // From a process of its own: one that waits for itself could not even die.
      _ = try ChildProcess.start(ChildPlan(path: "/usr/bin/stat", arguments: [path + "/name"])).wait()
    }
    try MountPoint(path).clearDisconnected(within: .seconds(60))
    #expect(unsafe rmdir(path) == 0)
  }
}

/// A file of one page of ones, open in a mount of its own.
private struct OpenedFile: ~Copyable {
  let folder: MountedFolder
  let file: FileDescriptor
  let node: NodeID

  init(_ filesystem: MemoryFilesystem) throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    try file.write([UInt8](repeating: 1, count: 4096).span, at: 0)
    node = try #require(filesystem.node(named: "file"))
    self.folder = folder
    self.file = file
  }
}
