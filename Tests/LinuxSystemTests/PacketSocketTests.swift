// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import TemporaryFolder
import Testing

@Suite struct PacketSocketTests {
  @Test func messagesStayWhole() throws {
    let pair = try PacketSocket.pair()
    try pair.near.send([1, 2, 3].span)
    try pair.near.send([4].span)
    #expect(try receive(pair.far) == [1, 2, 3])
    #expect(try receive(pair.far) == [4])
  }

  @Test func aClosedEndReadsAsZero() throws {
    let pair = try PacketSocket.pair()
    let near = pair.near
    _ = consume near
    #expect(try receive(pair.far) == [])
  }

  @Test func aMessageTooLargeForTheBufferIsRefused() throws {
    let pair = try PacketSocket.pair()
    try pair.near.send([UInt8](repeating: 7, count: 65).span)
    #expect(throws: SystemError(.receive, code: EMSGSIZE)) { try receive(pair.far) }
  }

  @Test func whatRefusesToWaitSaysSo() throws {
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

  @Test func aDescriptorTravels() throws {
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

  @Test func aListeningSocketIsForThisUserAndKnowsItsPeer() throws {
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

  private func receive(_ socket: borrowing PacketSocket) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64)
    var span = buffer.mutableSpan
    let count = try socket.receive(into: &span)
    return Array(buffer.prefix(count))
  }
}
