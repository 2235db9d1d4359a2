// SPDX-License-Identifier: Apache-2.0
import Events
import EventualConditions
import FileSystemContract
import Files
import Foundation
import FuseSession
import Glibc
import Instance
import PlainFilesystems
import Processes
import RunningInstance
import SystemCalls
import Testing
import Threads

/// What somebody who may end or stop Bailey's processes does to the mount, and reads after a lock.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct MountAttacks {
  private static let size = 1 << 16

  enum Kill: CaseIterable, Sendable {
    /// All processes at once.
    case all
    /// The supervisor, and `bailey-fs` while it ends for that.
    case supervisorThenFiles
  }

  @Test(arguments: Kill.allCases)
  func `Killed at whatever moment, bailey-fs ends, and the next start mounts again`(kill: Kill) throws {
    try withInstance(.absent) { instance in
      let file = instance.mount.appending(path: "changed").path
      for round in 0..<10 {
        if round > 0 { try instance.succeed(["up"]) }
        try Data(count: Self.size).write(to: URL(fileURLWithPath: file))
        let mapping = try ForeignMapping(file, count: Self.size)
        // Pages that have to be written when the mount ends.
        for offset in stride(from: 0, to: Self.size, by: 4096) { mapping.store(UInt8(1 + round), at: offset) }
        let processes = try instance.report().processes
        let ended = try processes.values.map { try Handle($0) }
        switch kill {
        case .all: for process in processes.values { Glibc.kill(process, SIGKILL) }
        case .supervisorThenFiles:
          Glibc.kill(try #require(processes["bailey"]), SIGKILL)
          usleep(UInt32(round) * 400)
          Glibc.kill(try #require(processes["bailey-fs"]), SIGKILL)
        }
        for process in ended { #expect(process.ends(within: .seconds(20)), "\(kill), round \(round)") }
      }
    }
  }

  @Test func `bailey-fs stopped in the middle of a lock, what was mapped is gone when it says Locked`() throws {
    try withInstance { instance in
      let secret = try secretFile(instance)
      let mapping = try ForeignMapping(secret, count: Self.size, .private)
      let file = try FileDescriptor.open(secret, O_RDONLY)
      #expect(mapping[4096] == 7)
      #expect(try file.read(count: 1, at: 0) == [7])
      kill(try #require(try instance.report().processes["bailey-fs"]), SIGSTOP)
      #expect(try instance.bailey(["lock", "--now"]).output == "Locked.\n")
      for offset in stride(from: 0, to: Self.size, by: 4096) { #expect(mapping[offset] == nil) }
      #expect(throws: SystemError.self) { try file.read(count: 1, at: 0) }
      try instance.unlock()
      try eventually { (try? Data(contentsOf: URL(fileURLWithPath: secret)).first) == 7 }
    }
  }

  @Test func `bailey-fs killed, a lock says who may still read what was mapped`() throws {
    try withInstance { instance in
      let secret = try secretFile(instance)
      let reader = try ForeignMapping(secret, count: Self.size, .private)
      let name = "process \(reader.process) (mapping-client)"
      #expect(reader[4096] == 7)
      kill(try #require(try instance.report().processes["bailey-fs"]), SIGKILL)
      let refused = try instance.bailey(["lock", "--now"])
      #expect(refused.exitCode == 1 && refused.output.isEmpty)
      #expect(refused.errors.contains(name) && refused.errors.contains("kill \(reader.process)"), "\(refused)")
      // Once more, after the mount is back and the old one has no place any more.
      try eventually { try instance.report().files == "mounted" }
      #expect(try instance.bailey(["lock", "--now"]).errors.contains(name))
      _ = consume reader
      #expect(try instance.bailey(["lock", "--now"]).output == "Locked.\n")
    }
  }

  @Test(.enabled(if: Program.isInstalled("bwrap")))
  func `bailey-fs killed, a lock also names a sandboxed program that has a file open`() throws {
    try withInstance { instance in
      let secret = try secretFile(instance)
      let words = ["--bind", "/", "/", "--die-with-parent", "sh", "-c"]
      let script = "exec 9<\"$0\"; cat <&9 >/dev/null; echo ready; exec sleep 1000"
      let sandbox = try Background("bwrap", words + [script, secret])
      defer { sandbox.kill() }
      try sandbox.waitForLine("ready")
      kill(try #require(try instance.report().processes["bailey-fs"]), SIGKILL)
      try eventually { try instance.report().files == "mounted" }
      let refused = try instance.bailey(["lock", "--now"])
      #expect(refused.exitCode == 1 && refused.errors.contains("(sleep): "), "\(refused)")
      sandbox.kill()
      try eventually { try instance.bailey(["lock", "--now"]).output == "Locked.\n" }
    }
  }

  @Test func `A mount of the last run that hangs is cut off by bailey up`() throws {
    try withInstance(.absent) { instance in
      try instance.succeed(["down"])
      // What the last run left: a mount that does not answer, and a process that waits for it and has the instance.
      try FileManager.default.createDirectory(at: instance.mount, withIntermediateDirectories: true)
      _ = unsafe chmod(instance.mount.path, 0o700)
      let filesystem = MemoryFilesystem()
      let mount = try Mount(at: instance.mount.path, filesystem, MountOptions(name: "bailey"))
      let hanging = Gate()
      filesystem.observe { observed in
        observed.whenStatusAsked = { while hanging.pass({ usleep(1000) }) != nil {} }
      }
      let lock = instance.home.appending(path: "lock").path
      let holder = try Background("flock", [lock, "stat", "--file-system", instance.mount.path])
      try eventually { try !FileDescriptor.open(lock, O_RDWR).tryLock() }
      let started = try instance.bailey(["up"])
      hanging.close()
      try holder.wait()
      mount.unmount()
      #expect(started.exitCode == 0, "\(started)")
    }
  }

  private func secretFile(_ instance: RunningInstance) throws -> String {
    let file = instance.mount.appending(path: "secret")
    try Data(repeating: 7, count: Self.size).write(to: file)
    try instance.setClass("complete", of: file)
    return file.path
  }
}

/// A process that is not this one's child.
private final class Handle {
  private let process: ProcessHandle

  init(_ number: Int32) throws { process = try ProcessHandle(process: number) }

  func ends(within timeout: Duration) -> Bool {
    (try? Poll.readable([process.descriptor.raw], within: timeout)) == [true]
  }
}

private struct NeverTrue: Error {}

/// Waits for what happens soon, however slow the machine is.
