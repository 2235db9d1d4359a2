// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
import Processes
import Sockets
import SystemCalls
import TemporaryFolder
import Testing
import Threads

@Suite struct PacketSocketTests {
  @Test func `Messages stay whole`() throws {
    let pair = try PacketSocket.pair()
    try pair.near.send([1, 2, 3].span)
    try pair.near.send([4].span)
    #expect(try receive(pair.far) == [1, 2, 3])
    #expect(try receive(pair.far) == [4])
  }

  @Test func `A closed end reads as zero and takes nothing`() throws {
    let pair = try PacketSocket.pair()
    let near = pair.near
    _ = consume near
    let far = pair.far
    #expect(try receive(far) == [])
    do {
      try far.send([1].span)
      Issue.record("there is nobody to send to")
    } catch {
      #expect(error == SystemError(.send, code: EPIPE))
    }
  }

  /// The kernel says that it has gone, without having read everything, before it gives what was sent from there.
  @Test func `The last word of an end that is gone is heard`() throws {
    let pair = try PacketSocket.pair()
    let far = pair.far
    try far.send([1].span)
    let near = pair.near
    try near.send([2, 3].span)
    _ = consume near
    #expect(try receive(far) == [2, 3])
    #expect(try receive(far) == [])
  }

  @Test func `A message too large for the buffer is refused`() throws {
    let pair = try PacketSocket.pair()
    try pair.near.send([UInt8](repeating: 7, count: 65).span)
    #expect(throws: SystemError(.receive, code: EMSGSIZE)) { try receive(pair.far) }
  }

  @Test func `What refuses to wait says so`() throws {
    let pair = try PacketSocket.pair()
    var buffer = [UInt8](repeating: 0, count: 8)
    var span = buffer.mutableSpan
    do {
      _ = try pair.near.receive(into: &span, .refuses)
      Issue.record("nothing was sent")
    } catch {
      #expect(error == SystemError(.receive, code: EAGAIN))
    }
  }

  @Test func `A descriptor travels`() throws {
    let pair = try PacketSocket.pair()
    let file = try FileDescriptor.open("/tmp", OpenFlag.temporary | O_RDWR, mode: 0o600)
    try file.write([42].span, at: 0)
    try pair.near.send([1].span, attached: file.raw)
    var buffer: [UInt8] = [0, 0]
    var span = buffer.mutableSpan
    var attached: FileDescriptor?
    #expect(try pair.far.receive(into: &span, attached: &attached) == 1)
    let copy = attached.take()
    switch consume copy {
    case .some(let copy): #expect(try copy.read(count: 1, at: 0) == [42])
    case .none: Issue.record("no descriptor")
    }
  }

  @Test func `Of several descriptors that come with a message none stays open unseen`() throws {
    let pair = try PacketSocket.pair()
    let pipe = try SystemCalls.Pipe()
    let writing = pipe.writing
    try send([writing.raw, writing.raw], on: pair.near)
    _ = consume writing
    var buffer: [UInt8] = [0]
    var span = buffer.mutableSpan
    var attached: FileDescriptor?
    #expect(try pair.far.receive(into: &span, attached: &attached) == 1)
    attached = nil
    // The end of a pipe is heard when nobody has its other end any more.
    #expect(try Poll.readable([pipe.reading.raw], within: .seconds(5)) == [true])
  }

  /// A byte, and copies of these descriptors.
  private func send(_ descriptors: [Int32], on socket: borrowing PacketSocket) throws {
    var byte: UInt8 = 1
    let size = MemoryLayout<cmsghdr>.size + descriptors.count * MemoryLayout<Int32>.size
    let control = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: MemoryLayout<cmsghdr>.alignment)
    defer { unsafe control.deallocate() }
    var head = cmsghdr()
    (head.cmsg_len, head.cmsg_level, head.cmsg_type) = (size, SOL_SOCKET, Int32(SCM_RIGHTS))
    unsafe control.storeBytes(of: head, as: cmsghdr.self)
    for (index, descriptor) in descriptors.enumerated() {
      unsafe control.storeBytes(of: descriptor, toByteOffset: MemoryLayout<cmsghdr>.size + 4 * index, as: Int32.self)
    }
    let sent = unsafe withUnsafeMutablePointer(to: &byte) { byte in
      var part = unsafe iovec(iov_base: byte, iov_len: 1)
      return unsafe withUnsafeMutablePointer(to: &part) { part in
        var message = unsafe msghdr()
        unsafe (message.msg_iov, message.msg_iovlen) = (part, 1)
        unsafe (message.msg_control, message.msg_controllen) = (control.baseAddress, size)
        return unsafe sendmsg(socket.raw, &message, 0)
      }
    }
    #expect(sent == 1)
  }

  @Test func `A listening socket is for this user and knows its peer`() throws {
    try withTemporaryFolder { path in
      // Longer than a socket's address may be.
      let name = String(repeating: "d", count: 120)
      let root = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      try root.makeDirectory(name, mode: 0o700)
      let folder = try root.open(name, O_RDONLY | O_DIRECTORY)
      let listening = try PacketSocket.listening(at: "socket", in: folder)
      #expect(try folder.status(of: "socket").st_mode & 0o777 == 0o600)
      let client = try PacketSocket.connected(to: "socket", in: folder)
      #expect(try Poll.readable([listening.raw], within: .seconds(60)) == [true])
      let server = try listening.accept()
      let peer = try server.peer()
      #expect(peer.process == getpid() && peer.user == PeerCredentials.ownUser && peer.group == getgid())
      try client.send([9].span)
      #expect(try receive(server) == [9])
      _ = try PacketSocket.listening(at: "socket", in: folder)
    }
  }

  @Test func `A wait ends in time`() throws {
    let pair = try PacketSocket.pair()
    try pair.near.limitWaits(to: .milliseconds(20))
    #expect(throws: SystemError(.receive, code: EAGAIN)) { _ = try receive(pair.near) }
    #expect(throws: SystemError(.send, code: EAGAIN)) {
      while true { try pair.near.send([UInt8](repeating: 0, count: 4096).span) }
    }
  }

  @Test func `Shutting down wakes the other end`() throws {
    let pair = try PacketSocket.pair()
    pair.near.shutDown()
    #expect(try receive(pair.far) == [])
  }

  @Test func `A listening socket notes who sends`() throws {
    try withTemporaryFolder { path in
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      let listener = try PacketSocket.listening(at: "s", in: folder)
      try listener.noteSenders()
      #expect(try folder.status(of: "s").st_mode & 0o777 == 0o600)
      let near = try PacketSocket.connected(to: "s", in: folder)
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

  /// Linux 6.16 and later.
  @Test func `A listening socket refuses descriptors`() throws {
    try withTemporaryFolder { path in
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      var code: Int32 = 0
      let listener = try PacketSocket.listening(at: "s", in: folder) { socket in
        do throws(SystemError) { try socket.refuseDescriptors() } catch { code = error.code }
      }
      #expect(code == 0 || code == ENOPROTOOPT)
      guard code == 0 else { return }
      let near = try PacketSocket.connected(to: "s", in: folder)
      #expect(throws: SystemError(.send, code: EPERM)) { try near.send([1].span, attached: near.raw) }
      try near.send([1].span)
      let far = try listener.accept()
      #expect(throws: SystemError(.send, code: EPERM)) { try near.send([1].span, attached: near.raw) }
      try far.send([1].span, attached: far.raw)
      #expect(try receive(far) == [1])
    }
  }

  @Test func `A held process is alive until it ends`() throws {
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

  @Test func `The peers process is held`() throws {
    let pair = try PacketSocket.pair()
    let process = try pair.far.peerProcess()
    let number = process.process
    #expect(number == getpid())
    #expect(isAlive(process) == true)
  }

  private func isAlive(_ process: borrowing ProcessHandle) -> Bool { process.isAlive }

  private func sender(_ socket: borrowing PacketSocket) throws -> Int32 {
    var buffer: [UInt8] = [0, 0]
    var span = buffer.mutableSpan
    var sender: Int32 = 0
    #expect(try socket.receive(into: &span, sender: &sender) == 1)
    return sender
  }

  private func receive(_ socket: borrowing PacketSocket) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64)
    var span = buffer.mutableSpan
    let count = try socket.receive(into: &span)
    return Array(buffer.prefix(count))
  }
}
