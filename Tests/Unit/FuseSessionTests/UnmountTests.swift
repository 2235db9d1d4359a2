// SPDX-License-Identifier: Apache-2.0
import Events
import FileSystemContract
import Files
import FuseSession
import Glibc
import Mounts
import PlainFilesystems
import SystemCalls
import Testing
import Threads

@Suite(.enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"))
struct UnmountTests {
  let filesystem = MemoryFilesystem()

  @Test func `The folder is plain again afterwards`() throws {
    let folder = try MountedFolder(filesystem)
    _ = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    #expect(try MountTable.current().entry(at: folder.path)?.type == "fuse.bailey")
    folder.mount.unmount()
    #expect(try MountTable.current().entry(at: folder.path) == nil)
    #expect(throws: SystemError(.open, code: ENOENT)) { _ = try FileDescriptor.open(folder("file"), O_RDWR) }
    folder.mount.unmount()
  }

  @Test func `Open files fail afterwards and the folder is free`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    folder.mount.unmount()
    #expect(throws: SystemError(.pwrite, code: ENOTCONN)) { try file.write([1].span, at: 0) }
    #expect(try MountTable.current().entry(at: folder.path) == nil)
  }

  @Test func `What a mapping changed is written first`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    try file.truncate(to: 4096)
    let mapping = try ForeignMapping(folder("file"), count: 4096)
    mapping.store(7)
    folder.mount.unmount()
    #expect(filesystem.contents(of: try #require(filesystem.node(named: "file"))).first == 7)
  }

  @Test func `An unmount from outside is noticed`() throws {
    let folder = try MountedFolder(filesystem)
    #expect(try Poll.readable([folder.mount.ended], within: .zero) == [false])
    try MountPoint(folder.path).unmount(.atOnce)
    #expect(try Poll.readable([folder.mount.ended], within: .seconds(60)) == [true])
    folder.mount.unmount()
  }

  @Test func `A mount that a killed process left is cleared away`() async throws {
    let path = try temporaryFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      var options = MountOptions(name: "killed")
      options.lifetimes.attributes = 3600
      let mount = try Mount(at: path, MemoryFilesystem(), options)
      _ = try FileDescriptor.open(path + "/file", O_RDWR | O_CREAT, mode: 0o600)
      // What the kernel remembers of the folder does not make the mount look alive.
      _ = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY).status()
      withExtendedLifetime(mount) { _ = kill(getpid(), SIGKILL) }
    }
    #expect(MountPoint(path).condition(within: .seconds(60)) == .disconnected)
    let mount = try Mount(at: path, filesystem, MountOptions(name: "next"))
    #expect(MountPoint(path).condition(within: .seconds(60)) == .answers)
    _ = try FileDescriptor.open(path + "/file", O_RDWR | O_CREAT, mode: 0o600)
    mount.unmount()
    #expect(try MountTable.current().entry(at: path) == nil)
    #expect(unsafe rmdir(path) == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "others cannot rely on the kernel's control files"))
  func `Cutting off ends what hangs and lets pages go`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    try file.write([UInt8](repeating: 1, count: 8192).span, at: 0)
    let mapping = try ForeignMapping(folder("file"), count: 8192)
    try mapping.hold()
    mapping.store(9)
    #expect(mapping.residentPages == 2)
    let (hasBegun, isHanging) = (Locked(false), Locked(true))
    filesystem.observe {
      $0.beforeWrite = {
        hasBegun.withLock { $0 = true }
        while isHanging.withLock({ $0 }) { usleep(1000) }
      }
    }
    let node = try #require(filesystem.node(named: "file"))
    let purge = try SystemThread(named: "purge") { try? folder.mount.invalidate(node) }
    while hasBegun.withLock({ !$0 }) { usleep(1000) }
    #expect(folder.mount.abort() == .cutOff)
    purge.join()
    try folder.mount.invalidate(node)
    #expect(mapping.residentPages == 0)
    #expect(mapping[4096] == nil)
    #expect(throws: SystemError.self) { try file.read(count: 1, at: 0) }
    isHanging.withLock { $0 = false }
    folder.mount.unmount()
    #expect(try MountTable.current().entry(at: folder.path) == nil)
  }

  @Test func `A mount that hangs holds nobody`() throws {
    let folder = try MountedFolder(filesystem)
    let hanging = Gate()
    let questions = Locked(0)
    filesystem.observe { observed in
      observed.whenStatusAsked = {
        questions.withLock { $0 += 1 }
        while hanging.pass({ usleep(1000) }) != nil {}
      }
    }
    let point = MountPoint(folder.path)
    #expect(point.condition(within: .milliseconds(50)) == .silent)
    #expect(point.condition(within: .seconds(3600)) == .silent, "nobody waits behind the one who waits")
    #expect(throws: Never.self) { try point.clearDisconnected(within: .seconds(3600)) }
    hanging.close()
    while point.condition(within: .seconds(60)) == .silent { usleep(1000) }
    #expect(point.condition(within: .seconds(60)) == .answers)
    #expect(questions.withLock { $0 } > 0)
    #expect(try MountTable.current().entry(at: folder.path) != nil)
  }

  @Test func `A folder that is not there is an error`() throws {
    #expect(throws: SystemError.self) {
      try Mount(at: "/nowhere/at/all", MemoryFilesystem(), MountOptions(name: "tests"))
    }
  }
}
