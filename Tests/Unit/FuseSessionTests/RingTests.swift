// SPDX-License-Identifier: Apache-2.0
import Foundation
import FuseSession
import Glibc
import PlainFilesystems
import SystemCalls
import Testing
import Threads

/// Requests over io_uring, on kernels that offer it. That everything else holds there too, the other tests see.
@Suite(
  .enabled(if: MountedFolder.isPossible, "there is no /dev/fuse here"),
  .enabled(
    if: MountOptions.Transport.ringsAreOffered,
    "the kernel offers no rings: it is older than 6.14, or /sys/module/fuse/parameters/enable_uring is off"))
struct RingTests {
  let filesystem = MemoryFilesystem()

  @Test(arguments: MountOptions.Transport.allCases)
  func `Requests come as the options say`(_ transport: MountOptions.Transport) throws {
    let folder = try MountedFolder(filesystem) { $0.transport = transport }
    let names = Locked<Set<String>>([])
    filesystem.observe { $0.whenStatusAsked = { names.withLock { _ = $0.insert(ownName()) } } }
    for _ in 0..<100 { ask(folder.path) }
    #expect(names.withLock { $0 } == [transport == .quickest ? "fuse-ring" : "fuse-worker"])
  }

  @Test func `What takes long holds up nothing else`() throws {
    let folder = try MountedFolder(filesystem)
    let (hasBegun, hanging) = (Locked(false), Gate())
    filesystem.observe {
      $0.whenStatusAsked = {
        guard hasBegun.withLock({ isFirst(&$0) }) else { return }
        while hanging.pass({ usleep(1000) }) != nil {}
      }
    }
    let hasEnded = Locked(false)
    let first = try SystemThread(named: "first") { [path = folder.path] in
      ask(path)
      hasEnded.withLock { $0 = true }
    }
    while hasBegun.withLock({ !$0 }) { usleep(1000) }
    let others = try (0..<8).map { number in
      try SystemThread(named: "other") { [path = folder.path] in
        for _ in 0..<1000 { ask(path) }
      }
    }
    for other in others { other.join() }
    #expect(!hasEnded.withLock { $0 })
    hanging.close()
    first.join()
  }

  /// The kernel may use the room of the first for the second at once.
  @Test func `A write that was answered first keeps its bytes`() throws {
    let folder = try MountedFolder(filesystem)
    filesystem.observe { $0.whenAcknowledged = { usleep(200) } }
    let writers = try (0..<8).map { number in
      try SystemThread(named: "writes") { [path = folder("\(number)")] in
        guard let file = try? FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600) else { return }
        for round in 0..<50 {
          try? file.write([UInt8](repeating: UInt8(round + number), count: 4096).span, at: round * 4096)
        }
      }
    }
    for writer in writers { writer.join() }
    // The last ones are being stored while nobody waits for them any more.
    folder.mount.unmount()
    for number in 0..<8 {
      let contents = filesystem.contents(of: try #require(filesystem.node(named: "\(number)")))
      let wanted = (0..<50).flatMap { [UInt8](repeating: UInt8($0 + number), count: 4096) }
      #expect(contents == wanted)
    }
  }

  /// Threads go from one processor to all and back with the size of what is asked.
  @Test func `Large and small requests take turns`() throws {
    let folder = try MountedFolder(filesystem)
    filesystem.observe { $0.pages = .bypass }
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    let all = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8 ^ $0) }
    try file.write(all.span, at: 0)
    for round in 0..<20 {
      #expect(try file.read(count: all.count, at: 0) == all)
      for page in 0..<64 {
        let offset = (page * 7 + round) * 4096 % all.count
        let part = try file.read(count: 4096, at: offset)
        #expect(part == Array(all[offset..<offset + 4096]))
      }
    }
  }

  /// The kernel tells of a signal over /dev/fuse, perhaps before the request itself has been looked at: libfuse says that
  /// it does not know that one, on a thread that serves another.
  @Test func `Whoever is interrupted is answered all the same`() throws {
    let folder = try MountedFolder(filesystem)
    let (asking, isOver, failures) = (Locked<[pthread_t]>([]), Locked(false), Locked<[Int32]>([]))
    let (count, done) = (32, Locked(0))
    let threads = try (0..<count).map { _ in
      try SystemThread(named: "asks") { [path = folder.path] in
        letSignalsIn()
        asking.withLock { $0.append(pthread_self()) }
        for _ in 0..<2000 {
          var status = statvfs()
          let code = unsafe statvfs(path, &status) == 0 ? 0 : errno
          if code != 0 { failures.withLock { $0.append(code) } }
        }
        done.withLock { $0 += 1 }
        // One that has ended could not be sent a signal.
        while isOver.withLock({ !$0 }) { usleep(1000) }
      }
    }
    while done.withLock({ $0 < count }) {
      for thread in asking.withLock({ $0 }) { _ = pthread_kill(thread, SIGURG) }
    }
    isOver.withLock { $0 = true }
    for thread in threads { thread.join() }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `A mount ends while many ask`() async throws {
    let path = try temporaryFolder()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let filesystem = MemoryFilesystem()
      filesystem.observe { $0.whenStatusAsked = { usleep(100) } }
      let mount = try Mount(at: path, filesystem, MountOptions(name: "rings"))
      let requesters = try Requesters(of: 16, at: path)
      usleep(100_000)
      mount.unmount()
      requesters.end()
    }
    #expect(unsafe rmdir(path) == 0)
  }

  /// A file that is in use keeps the connection: nothing but the session itself can call the threads back.
  @Test func `A mount in use ends while the threads wait`() throws {
    let folder = try MountedFolder(filesystem)
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    for _ in 0..<100 { ask(folder.path) }
    folder.mount.unmount()
    #expect(throws: SystemError(.pwrite, code: ENOTCONN)) { try file.write([1].span, at: 0) }
  }

  /// The threads' memory has grown with what they served.
  @Test func `Memory is given back when nothing is asked`() throws {
    let folder = try MountedFolder(filesystem)
    filesystem.observe { $0.pages = .bypass }
    let file = try FileDescriptor.open(folder("file"), O_RDWR | O_CREAT, mode: 0o600)
    let much = [UInt8](repeating: 7, count: 1 << 20)
    try file.write(much.span, at: 0)
    usleep(1_500_000)
    #expect(try file.read(count: much.count, at: 0) == much)
  }
}

/// Of the signal that the session handles, by doing nothing.
private func letSignalsIn() {
  var signals = sigset_t()
  unsafe sigaddset(&signals, SIGURG)
  unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

/// Whether the caller is the first.
private func isFirst(_ hasBegun: inout Bool) -> Bool {
  defer { hasBegun = true }
  return !hasBegun
}

private func ownName() -> String {
  let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
  return name.map { String($0.prefix { $0 != "\n" }) } ?? ""
}
