// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TemporaryFolder
import Testing

@Suite struct StreamSocketTests {
  @Test func bytesArriveWithoutBoundaries() throws {
    let pair = try StreamSocket.pair()
    try pair.near.send([1, 2].span)
    try pair.near.send([3].span)
    #expect(try receive(pair.far, atMost: 8) == [1, 2, 3])
  }

  @Test func aClosedEndReadsAsZeroAndTakesNothing() throws {
    let pair = try StreamSocket.pair()
    let far = pair.far
    let near = pair.near
    _ = consume near
    #expect(try receive(far, atMost: 8) == [])
    do {
      try far.send([1].span)
      Issue.record("there is nobody to send to")
    } catch {
      #expect(error == SystemError(.send, code: EPIPE))
    }
  }

  @Test func aWaitEndsInTime() throws {
    let pair = try StreamSocket.pair()
    try pair.near.limitWaits(to: .milliseconds(20))
    #expect(throws: SystemError(.receive, code: EAGAIN)) { _ = try receive(pair.near, atMost: 8) }
    #expect(throws: SystemError(.send, code: EAGAIN)) {
      try pair.near.send([UInt8](repeating: 0, count: 1 << 24).span)
    }
  }

  @Test func shuttingDownWakesTheOtherEnd() throws {
    let pair = try StreamSocket.pair()
    pair.near.shutDown()
    #expect(try receive(pair.far, atMost: 8) == [])
  }

  @Test func aListeningSocketNotesWhoSends() throws {
    try withTemporaryFolder { path in
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      let listener = try StreamSocket.listening(at: "s", in: folder)
      try listener.noteSenders()
      #expect(try folder.status(of: "s").st_mode & 0o777 == 0o600)
      let near = try StreamSocket.connected(to: "s", in: folder)
      // Before anyone has accepted.
      try near.send([1].span)
      let far = try listener.accept()
      #expect(try far.peer().process == getpid())
      #expect(try sender(far) == getpid())
      // What another process sends over the same connection says so.
      var plan = ChildPlan(path: "/bin/echo", arguments: ["-n", "x"])
      plan.output = near.raw
      let child = try ChildProcess.start(plan)
      #expect(try child.wait() == .exited(0))
      #expect(try sender(far) == child.process)
    }
  }

  @Test func aHeldProcessIsAliveUntilItEnds() throws {
    let pipe = try Pipe()
    var plan = ChildPlan(path: "/bin/cat")
    plan.input = pipe.reading.raw
    let child = try ChildProcess.start(plan)
    let handle = try ProcessHandle(process: child.process)
    #expect(isAlive(handle) == true)
    _ = try handle.openExecutable()
    #expect(String(decoding: try handle.executablePath(), as: UTF8.self).hasSuffix("/cat"))
    try child.send(SIGKILL)
    _ = try child.wait()
    #expect(isAlive(handle) == false)
    #expect(throws: SystemError.self) { _ = try handle.openExecutable() }
  }

  @Test func thePeersProcessIsHeld() throws {
    let pair = try StreamSocket.pair()
    let process = try pair.far.peerProcess()
    let number = process.process
    #expect(number == getpid())
    #expect(isAlive(process) == true)
  }

  private func isAlive(_ process: borrowing ProcessHandle) -> Bool { process.isAlive }

  private func receive(_ socket: borrowing StreamSocket, atMost count: Int) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    var span = buffer.mutableSpan
    let got = try socket.receive(into: &span)
    return Array(buffer.prefix(got))
  }

  private func sender(_ socket: borrowing StreamSocket) throws -> Int32 {
    var buffer: [UInt8] = [0, 0]
    var span = buffer.mutableSpan
    var sender: Int32 = 0
    #expect(try socket.receive(into: &span, sender: &sender) == 1)
    return sender
  }
}
