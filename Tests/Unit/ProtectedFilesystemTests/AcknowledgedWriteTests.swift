// SPDX-License-Identifier: Apache-2.0
import DirectFiles
import FuseSession
import Glibc
import ProtectionModel
import TemporaryFolder
import Testing

@testable import ProtectedFilesystem
import Threads
import Files
import SystemCalls

/// Writes that are answered before they are stored: nobody can tell, unless the disk fails.
@Suite(
  .enabled(if: roomIsKnown, "the temporary folder is on a file system that has no certain room"))
struct AcknowledgedWriteTests {
  private let backing: TemporaryFolder
  private let files: DirectFiles
  private let file: DirectFiles.Opened
  private static let large = [UInt8](repeating: 5, count: 1 << 20)

  init() throws {
    backing = try TemporaryFolder()
    files = try DirectFiles(over: backing.path)
    file = try files.create("file")
  }

  @Test func `Small ones are stored first`() throws {
    #expect(try write(Array(Self.large.prefix(4096)), at: 0) == .stored)
    #expect(try write(Self.large, at: 4096) == .acknowledged)
    #expect(try contents() == Array(Self.large.prefix(4096)) + Self.large)
  }

  @Test func `Who takes rights away is stored first`() throws {
    #expect(try write(Self.large, at: 0, .clear) == .stored)
    #expect(try write(Self.large, at: 0, origin: .mapping) == .stored)
  }

  /// What has to be read first may be damaged: that is said at once.
  @Test func `Parts of blocks are stored first`() throws {
    #expect(try write(Self.large, at: 0) == .acknowledged)
    #expect(try write(Self.large, at: 100) == .stored)
    #expect(try write(Array(Self.large.prefix(100_000)), at: 0) == .stored)
    #expect(try write(Self.large, at: 2 << 20) == .stored, "behind the end")
    #expect(try write(Array(Self.large.prefix(100_000)), at: 3 << 20) == .acknowledged)
  }

  @Test(arguments: [EIO, ENOSPC]) func `A disk that fails is told of by sync`(code: Int32) throws {
    try #require(try write(Self.large, at: 0) == .acknowledged)
    #expect(try failing(.pwrite, code, after: 3) { try write(Self.large, at: 1 << 20) } == .acknowledged)
    // Whoever has it open.
    for _ in 0..<2 { #expect(throws: FileError(code)) { try files.sync(file) } }
    #expect(throws: FileError(code)) { try failing(.pwrite, code, after: 0) { try write(Self.large, at: 1 << 20) } }
    #expect(try write(Self.large, at: 1 << 20) == .stored)
    #expect(try contents() == Self.large + Self.large)
    files.close(file)
    let again = try files.open("file")
    try files.sync(again)
    #expect(try write(Self.large, at: 0, to: again) == .acknowledged)
    files.close(again)
  }

  @Test func `The next write is told once`() throws {
    #expect(try failing(.pwrite, EIO, after: 0) { try write(Self.large, at: 0) } == .acknowledged)
    #expect(throws: FileError(EIO)) { try write([1], at: 1 << 20) }
    #expect(try write([1], at: 0) == .stored)
    #expect(throws: FileError(EIO)) { try files.sync(file) }
    #expect(try contents() == [1])
  }

  @Test func `Who opens it next is told if nobody was`() throws {
    #expect(try failing(.pwrite, EIO, after: 0) { try write(Self.large, at: 0) } == .acknowledged)
    files.close(file)
    let again = try files.open("file")
    #expect(try write([1], at: 0, to: again) == .stored)
    #expect(throws: FileError(EIO)) { try files.sync(again) }
    files.close(again)
    let last = try files.open("file")
    try files.sync(last)
    files.close(last)
    #expect(try contents() == [1])
  }

  @Test func `The kernel forgets what is not there`() throws {
    let kernel = Kernel()
    files.filesystem.invalidateUnstored(kernel)
    #expect(kernel.told.withLock { $0 } == [])
    #expect(try failing(.pwrite, EIO, after: 0) { try write(Self.large, at: 0) } == .acknowledged)
    #expect(try pagesOnOpening() == .discard)
    kernel.isBusy.withLock { $0 = true }
    files.filesystem.invalidateUnstored(kernel)
    kernel.isBusy.withLock { $0 = false }
    files.filesystem.invalidateUnstored(kernel)
    files.filesystem.invalidateUnstored(kernel)
    #expect(kernel.told.withLock { $0 } == [file.node])
    #expect(try pagesOnOpening() == .keep)
  }

  /// Otherwise a program that writes on, whose next write waits already, would keep everybody else away.
  @Test func `Who waits for the file has it before the next is acknowledged`() throws {
    try write(Self.large, at: 0)
    let (filesystem, node, hasRead, tooEarly) = (files.filesystem, file.node, Locked(false), Locked(false))
    var threads: [SystemThread] = []
    try write(Self.large, at: 0) {
      let reader = try? SystemThread(named: "reads") {
        _ = try? filesystem.seek(node, FileHandle(rawValue: 0), .data, from: 0)
        hasRead.withLock { $0 = true }
      }
      while (try? filesystem.nodes.file(node).isAwaited) == false { usleep(1000) }
      let writer = try? SystemThread(named: "writes") {
        var reply = WriteReply { if !hasRead.withLock({ $0 }) { tooEarly.withLock { $0 = true } } }
        let request = WriteRequest(
          node: node, handle: FileHandle(rawValue: 0), offset: 0, origin: .program, privileges: .keep)
        var large = Self.large
        var bytes = large.mutableSpan
        _ = try? filesystem.write(request, &bytes, reply: &reply)
      }
      threads = [reader, writer].compactMap { $0 }
      usleep(50_000)
    }
    for thread in threads { thread.join() }
    #expect(hasRead.withLock { $0 } && !tooEarly.withLock { $0 })
  }

  @Test func `One at a time is acknowledged`() throws {
    let other = try files.create("other")
    let second = Locked<Outcome?>(nil)
    let first = try write(Self.large, at: 0) {
      second.withLock { $0 = try? write(Self.large, at: 0, to: other) }
    }
    #expect(first == .acknowledged && second.withLock { $0 } == .stored)
    #expect(try write(Self.large, at: 0, to: other) == .acknowledged)
  }

  /// The call that asks for the room fails here: as little as if there were none.
  @Test func `Where there may be no room the program waits`() throws {
    #expect(try failing(.statvfs, EIO, after: 0) { try write(Self.large, at: 0) } == .stored)
  }

  @Test func `Attributes are those afterwards`() throws {
    let asked = Locked<[FileAttributes]>([])
    let (filesystem, node) = (files.filesystem, file.node)
    var thread: SystemThread?
    try write(Self.large, at: 0) {
      thread = try? SystemThread(named: "asks") {
        if let found = try? filesystem.attributes(of: node, handle: nil) { asked.withLock { $0.append(found) } }
      }
      usleep(50_000)
    }
    thread?.join()
    let after = try filesystem.attributes(of: node, handle: nil)
    #expect(asked.withLock { $0 } == [after])
    #expect(after.size == 1 << 20)
  }

  @Test func `Times that are set meanwhile stay`() throws {
    try write(Self.large, at: 0)
    let (filesystem, node) = (files.filesystem, file.node)
    #expect(try filesystem.attributes(of: node, handle: nil).size == 1 << 20, "from here on the record is exact")
    var thread: SystemThread?
    try write(Self.large, at: 0) {
      thread = try? SystemThread(named: "sets") {
        let change = AttributeChange(modification: .set(seconds: 1_000_000_000, nanoseconds: 5))
        _ = try? filesystem.change(node, change, caller: DirectFiles.caller)
      }
      usleep(50_000)
    }
    thread?.join()
    files.close(file)
    #expect(try filesystem.attributes(of: node, handle: nil).modification.seconds == 1_000_000_000)
  }

  @Test func `What a lock takes away is a loss`() throws {
    try files.setClass(.complete, of: "file")
    let filesystem = files.filesystem
    #expect(try write(Self.large, at: 0) { filesystem.revokeKeys() } == .acknowledged)
    #expect(filesystem.takeLosses() == 1)
  }

  // MARK: - Parts

  private enum Outcome { case acknowledged, stored }

  @discardableResult
  private func write(
    _ bytes: [UInt8], at offset: Int, to target: DirectFiles.Opened? = nil, _ privileges: PrivilegeBits = .keep,
    origin: WriteRequest.Origin = .program, whenAcknowledged: @escaping () -> Void = {}
  ) throws(FileError) -> Outcome {
    let file = target ?? file
    var reply = WriteReply(whenAcknowledged: whenAcknowledged)
    let request = WriteRequest(
      node: file.node, handle: file.handle, offset: offset, origin: origin, privileges: privileges)
    var buffer = bytes
    var span = buffer.mutableSpan
    do throws(FileError) {
      guard try files.filesystem.write(request, &span, reply: &reply) == bytes.count else { throw FileError(EIO) }
    } catch {
      if !reply.isAcknowledged { throw error }
    }
    return reply.isAcknowledged ? .acknowledged : .stored
  }

  private func failing<Result>(
    _ call: SystemCall, _ code: Int32, after count: Int, _ body: () throws -> Result
  ) rethrows -> Result {
    let seen = Locked(0)
    let plan = FaultPlan { pending in
      guard pending.call == call else { return nil }
      return seen.withLock { seen in
        seen += 1
        return seen > count ? code : nil
      }
    }
    return try FaultPlan.$current.withValue(plan) { try body() }
  }

  private func pagesOnOpening() throws(FileError) -> OpenReply.Pages {
    let reply = try files.filesystem.open(file.node, flags: O_RDWR, privileges: .keep, caller: DirectFiles.caller)
    defer { files.filesystem.release(file.node, reply.handle) }
    return reply.pages
  }

  private func contents() throws -> [UInt8]? {
    guard case .blocks(let blocks) = try files.contents("file") else { return nil }
    return blocks.contains(nil) ? nil : blocks.flatMap { $0 ?? [] }
  }
}

private final class Kernel: PageInvalidator {
  let told = Locked<[NodeID]>([])
  let isBusy = Locked(false)

  func invalidate(_ node: NodeID) throws(SystemError) {
    if isBusy.withLock({ $0 }) { throw SystemError(.write, code: EBUSY) }
    told.withLock { $0.append(node) }
  }
}

private let roomIsKnown: Bool = {
  guard let folder = try? TemporaryFolder() else { return false }
  return (try? FileDescriptor.open(folder.path, OpenFlag.temporary | O_RDWR, mode: 0o600).hasRoom(for: 1 << 20)) == true
}()
