// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Files
import Foundation
import Glibc
import RunningInstance
import SharedFolders
import SystemCalls
import Testing
import Threads

/// Locks of files in a folder that is shown, against those of programs that use the folder itself.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct LockTests {
  private func withFile(_ body: (Shown, (_ isShown: Bool) throws -> FileDescriptor) throws -> Void) throws {
    let shown = try Shown()
    try Data("text".utf8).write(to: shown.store.appending(path: "file"))
    try body(shown) { isShown in
      try FileDescriptor.open(isShown ? shown("file") : shown.store.appending(path: "file").path, O_RDWR)
    }
  }

  private static let extents: [FileLock.Extent] = [.whole, .range(start: 10, count: 5), .range(start: 3, count: 0)]

  @Test(arguments: extents) func `A lock keeps out whoever is on the other side`(_ extent: FileLock.Extent) throws {
    try withFile { _, open in
      for isShown in [true, false] {
        let mine = try open(isShown)
        let others = try open(!isShown)
        #expect(try mine.take(FileLock(.exclusive, extent)))
        #expect(try !others.take(FileLock(.shared, extent)))
        #expect(try mine.take(FileLock(.shared, extent)))
        #expect(try others.take(FileLock(.shared, extent)))
        #expect(try !others.take(FileLock(.exclusive, extent)))
        #expect(try mine.take(FileLock(.none, extent)))
        #expect(try others.take(FileLock(.exclusive, extent)))
        // By name: a process that starts just now has a copy of the file, which keeps the lock over a close.
        #expect(try others.take(FileLock(.none, extent)))
      }
    }
  }

  @Test func `Ranges that do not meet are free, and a conflict says what it is`() throws {
    try withFile { _, open in
      let inside = try open(true)
      let outside = try open(false)
      #expect(try outside.take(FileLock(.exclusive, .range(start: 10, count: 5))))
      #expect(try inside.take(FileLock(.exclusive, .range(start: 0, count: 10))))
      #expect(try inside.take(FileLock(.shared, .range(start: 15, count: 0))))
      let wanted = FileLock(.shared, .range(start: 0, count: 0))
      #expect(try inside.conflict(with: wanted) == FileLock(.exclusive, .range(start: 10, count: 5)))
      #expect(try inside.conflict(with: FileLock(.exclusive, .range(start: 0, count: 10))) == nil)
      #expect(try outside.conflict(with: FileLock(.exclusive, .range(start: 15, count: 3)))?.kind == .shared)
    }
  }

  @Test(arguments: extents) func `Who waits for a lock has it when it is given back`(_ extent: FileLock.Extent) throws {
    try withFile { _, open in
      let outside = try open(false)
      #expect(try outside.take(FileLock(.exclusive, extent)))
      let inside = try open(true)
      let isTaken = Locked(false)
      let thread = try SystemThread(named: "waiting") {
        _ = try? inside.take(FileLock(.exclusive, extent), within: .seconds(60))
        isTaken.withLock { $0 = true }
      }
      // It waits already, and others are served.
      usleep(50_000)
      #expect(try open(true).read(count: 4, at: 0) == Array("text".utf8))
      #expect(!isTaken.withLock { $0 })
      #expect(try outside.take(FileLock(.none, extent)))
      thread.join()
      #expect(isTaken.withLock { $0 })
      #expect(try !outside.take(FileLock(.shared, extent)))
    }
  }

  /// `F_OFD_SETLK` is 37 there; the others are of the process.
  @Test func `Locks end with the process, with the first descriptor that it closes, and with the opening`() throws {
    try withFile { shown, open in
      let outside = try open(false)
      let client = try Background("python3", ["-c", Self.client, shown("file")])
      defer { client.kill() }
      let (range, other) = (FileLock.Extent.range(start: 0, count: 10), FileLock.Extent.range(start: 20, count: 10))
      try client.waitForLine("both")
      #expect(try !outside.take(FileLock(.exclusive, range)) && !outside.take(FileLock(.exclusive, other)))
      client.signal(SIGUSR1)
      try client.waitForLine("closed another")
      #expect(try outside.take(FileLock(.exclusive, range)) && !outside.take(FileLock(.exclusive, other)))
      client.kill()
      try eventually { try outside.take(FileLock(.exclusive, other)) }
      #expect(try outside.take(FileLock(.exclusive, other)))
    }
  }

  private static let client = """
    import fcntl, os, signal, struct, sys
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    first, second = [os.open(sys.argv[1], os.O_RDWR) for _ in range(2)]
    fcntl.lockf(first, fcntl.LOCK_EX, 10, 0)
    fcntl.fcntl(first, 37, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 20, 10, 0))
    print("both", flush=True)
    signal.sigwait([signal.SIGUSR1])
    os.close(second)
    print("closed another", flush=True)
    signal.pause()
    """

  @Test func `A lock that was just closed is free at once`() throws {
    try withFile { _, open in
      for _ in 0..<500 {
        let file = try open(true)
        #expect(try file.take(FileLock(.exclusive, .whole)))
      }
    }
  }

  @Test func `What is taken back gives its locks back, and nobody waits on`() throws {
    let permission = FolderPermission()
    let shown = try Shown(permission)
    let path = shown.store.appending(path: "file").path
    try Data("text".utf8).write(to: URL(fileURLWithPath: path))
    let inside = try FileDescriptor.open(shown("file"), O_RDWR)
    let outside = try FileDescriptor.open(path, O_RDWR)
    for extent in Self.extents { #expect(try inside.take(FileLock(.exclusive, extent))) }
    let code = Locked<Int32?>(nil)
    let waiting = try FileDescriptor.open(shown("file"), O_RDWR)
    let thread = try SystemThread(named: "waiting") {
      var found: Int32 = 0
      do throws(SystemError) { _ = try waiting.take(FileLock(.shared, .whole), within: .seconds(60)) } catch {
        found = error.code
      }
      code.withLock { $0 = found }
    }
    usleep(50_000)
    shown.folders.takeBack(permission, from: shown.mount)
    thread.join()
    #expect(code.withLock { $0 } == EACCES)
    for extent in Self.extents { #expect(try outside.take(FileLock(.exclusive, extent))) }
    #expect(throws: SystemError(.pread, code: EACCES)) { _ = try inside.read(count: 1, at: 0) }
  }

  @Test func `Who may only read takes a shared lock of a range, and no exclusive one`() throws {
    let shown = try Shown(.init(), .reading)
    let path = shown.store.appending(path: "file").path
    try Data("text".utf8).write(to: URL(fileURLWithPath: path))
    let inside = try FileDescriptor.open(shown("file"), O_RDONLY)
    let outside = try FileDescriptor.open(path, O_RDWR)
    let range = FileLock.Extent.range(start: 0, count: 0)
    #expect(throws: SystemError(.fcntl, code: EBADF)) { _ = try inside.take(FileLock(.exclusive, range)) }
    #expect(try inside.take(FileLock(.shared, range)) && !outside.take(FileLock(.exclusive, range)))
  }

  @Test func `What others write is seen at once, and nobody appends over it`() throws {
    try withFile { shown, open in
      let path = shown.store.appending(path: "file").path
      let inside = try FileDescriptor.open(shown("file"), O_RDWR | O_APPEND)
      let outside = try FileDescriptor.open(path, O_RDWR | O_APPEND)
      #expect(try inside.read(count: 9, at: 0) == Array("text".utf8))
      for round in 0..<50 {
        let line = Array("line\n".utf8)
        if round % 2 == 0 { try outside.write(line.span) } else { try inside.write(line.span) }
        #expect(try inside.read(count: 1000, at: 4) == Array(String(repeating: "line\n", count: round + 1).utf8))
      }
      try outside.truncate(to: 2)
      #expect(try inside.read(count: 9, at: 0) == Array("te".utf8))
    }
  }
}
