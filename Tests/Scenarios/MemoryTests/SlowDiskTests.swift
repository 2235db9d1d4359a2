// SPDX-License-Identifier: Apache-2.0
import FileSystemContract
import Foundation
import FuseSession
import Glibc
import PlainFilesystems
import ProcessMemory
import ProtectionModel
import RunningInstance
import SystemCalls
import Testing
import Threads

/// A lock while the disk below the store is slow, or does not answer at all: what has not been written when the time is
/// up is lost, so that nothing stays readable.
@Suite(.serialized, .enabled(if: InstanceMemory.isReadable, "only root may read such memory, and only with /dev/fuse"))
struct SlowDiskTests {
  private static let plaintext = [UInt8](InstanceMemory.plaintext)
  private static let size = plaintext.count * 8000
  /// Not next to each other, so that the kernel writes each by itself.
  private static let changed = stride(from: 0, to: size - 4096, by: 8192)

  @Test func `A slow disk costs changes and not the lock`() throws {
    try withDisk { disk, instance in
      let memory = try InstanceMemory(of: instance)
      let url = try instance.makeSecretFile("secret", "complete", copies: 8000)
      let mapping = try ForeignMapping(url.path, count: Self.size)
      let needles = ["file key": try memory.key(of: url), "plaintext": InstanceMemory.plaintext]
        .merging(memory.classKeys(.whileUnlocked)) { $1 }
      #expect(mapping[0] == Self.plaintext[0])
      #expect(try memory.search(for: needles).contains("file key"))
      for offset in Self.changed { mapping.store(0xEE, at: offset) }
      disk.state.withLock { $0 = .slow }
      let locked = try instance.succeed(["lock", "--now"])
      #expect(locked.output == "Locked.\n")
      #expect(locked.errors.contains("a file has lost"))
      #expect(mapping.residentPages == 0)
      #expect(mapping[4096] == nil)
      #expect(try memory.search(for: needles, alsoIn: [mapping.process]) == [])
      disk.state.withLock { $0 = .well }
      let report = try instance.report()
      #expect(report.state == "locked" && report.lost == 1 && report.files == "mounted" && report.restarts == 0)
      #expect(instance.log.contains("changes to 1 files are lost"))

      try instance.unlock()
      let found = try [UInt8](Data(contentsOf: url))
      let lost = Self.changed.count { found[$0] != 0xEE }
      #expect(lost > 0)
      // What was synced before is there, block by block as it was or as it was changed.
      for index in found.indices where found[index] != Self.plaintext[index % Self.plaintext.count] {
        #expect(found[index] == 0xEE && index % 8192 == 0)
      }
      #expect(try instance.bailey(["files", "fsck"]).exitCode == 0)
    }
  }

  @Test func `A disk that does not answer costs the mount and not the lock`() throws {
    try withDisk { disk, instance in
      let memory = try InstanceMemory(of: instance)
      let url = try instance.makeSecretFile("secret", "complete", copies: 8000)
      let other = try instance.makeSecretFile("other", "completeUntilFirstUserAuthentication")
      let mapping = try ForeignMapping(url.path, count: Self.size)
      let needles = ["file key": try memory.key(of: url), "plaintext": InstanceMemory.plaintext]
        .merging(memory.classKeys(.whileUnlocked)) { $1 }
      #expect(mapping[0] == Self.plaintext[0])
      for offset in Self.changed { mapping.store(0xEE, at: offset) }
      let threads = try instance.processes(named: "bailey-fs").flatMap { process in
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").compactMap(Int32.init)
      }
      disk.state.withLock { $0 = .stuck }
      let locked = try instance.succeed(["lock", "--now"])
      #expect(locked.errors.contains("a file has lost"))
      #expect(try instance.report().state == "locked")
      #expect(mapping.residentPages == 0)
      #expect(mapping[4096] == nil)
      // The process cannot end while one of its threads waits for the disk: what that one still has is looked through.
      let stuck = threads.first { thread in
        (try? FileDescriptor.open("/proc/\(thread)/maps", O_RDONLY).read(count: 1, at: 0))?.isEmpty == false
      }
      for process in [try #require(stuck), mapping.process] + instance.processes(named: "bailey-enclave") {
        #expect(try ProcessMemory.search(process, for: needles) == [])
      }
      #expect(instance.log.contains("the mount ends, and unwritten changes are lost"))

      disk.state.withLock { $0 = .well }
      for _ in 0..<2400 {
        let report = try instance.report()
        if report.files == "mounted", report.restarts > 0 { break }
        usleep(50_000)
      }
      try instance.unlock()
      let found = try [UInt8](Data(contentsOf: url))
      #expect(found.count == Self.size)
      #expect(found.indices.allSatisfy { found[$0] == Self.plaintext[$0 % Self.plaintext.count] || found[$0] == 0xEE })
      #expect(try [UInt8](Data(contentsOf: other)).prefix(Self.plaintext.count) == Self.plaintext[...])
      #expect(try instance.bailey(["files", "fsck"]).exitCode == 0)
    }
  }

  /// An instance on a disk of its own.
  private func withDisk(_ body: (Disk, RunningInstance) throws -> Void) throws {
    let disk = try Disk()
    let instance = try RunningInstance(
      below: URL(fileURLWithPath: disk.folder.path), environment: InstanceMemory.visiblePages)
    defer {
      disk.state.withLock { $0 = .well }
      instance.stop()
    }
    try body(disk, instance)
  }
}

/// A folder that is written to as slowly as a test likes.
private final class Disk {
  enum State: Sendable { case well, slow, stuck }

  let state: Locked<State>
  let folder: (path: String, mount: Mount)
  private let below: String

  init() throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: "slow-\(UUID().uuidString.prefix(8))")
    below = parent.path
    for name in ["below", "shown"] {
      try FileManager.default.createDirectory(at: parent.appending(path: name), withIntermediateDirectories: true)
    }
    let state = Locked(State.well)
    let filesystem = try PassthroughFilesystem(showing: "\(below)/below")
    // Contents only: the keybag, logs and the like are written in smaller pieces.
    filesystem.beforeWrite.withLock { $0 = { count in if count > 4096 { Self.wait(state) } } }
    self.state = state
    let path = "\(below)/shown"
    folder = (path, try Mount(at: path, filesystem, MountOptions(name: "slow", workers: 8)))
  }

  private static func wait(_ state: Locked<State>) {
    if state.withLock({ $0 }) == .slow { usleep(300_000) }
    while state.withLock({ $0 }) == .stuck { usleep(10_000) }
  }

  deinit {
    folder.mount.unmount()
    try? FileManager.default.removeItem(atPath: below)
  }
}
