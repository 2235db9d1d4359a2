// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Files
package import Processes
package import SystemCalls

/// A unix socket that keeps messages whole (`SOCK_SEQPACKET`): one that listens under a name in a directory, or one end
/// of a connection. One send is one receive.
///
/// Used for messages of several packets as well. With a byte stream (`SOCK_STREAM`), a thread that waits for an answer
/// would also be woken when what it sent has been read.
package struct PacketSocket: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  /// Takes over an open socket, for example one that a parent process passed on.
  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  package var raw: Int32 { descriptor.raw }

  /// Connections that may wait to be accepted.
  private static let maximumWaiting: Int32 = 128
}

// MARK: - Making one

extension PacketSocket {
  /// A pair of sockets: two ends of one connection.
  package static func pair() throws(SystemError) -> SocketPair {
    try FaultPlan.check(.socket)
    var ends: [Int32] = [-1, -1]
    _ = try retrying(.socket) { unsafe clinux_socketpair(&ends) }
    return SocketPair(
      near: PacketSocket(FileDescriptor(owning: ends[0])), far: PacketSocket(FileDescriptor(owning: ends[1])))
  }

  /// A socket that others connect to under a name in this directory. Only this user may.
  ///
  /// The directory is named by its descriptor, so that its path may be longer than the 107 bytes a socket address
  /// holds. A socket that an ended process left there is replaced: the caller makes sure that no running process uses
  /// it. What the body sets on the socket holds for every connection to it.
  package static func listening(
    at name: String, in directory: borrowing FileDescriptor,
    with set: (borrowing PacketSocket) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) -> PacketSocket {
    let socket = try unconnected()
    try set(socket)
    try FaultPlan.check(.bind, directory.raw)
    do { try directory.unlink(name) } catch { if error.code != ENOENT { throw error } }
    let path = path(of: name, in: directory)
    let raw = socket.raw
    _ = try retrying(.bind) { unsafe clinux_bind(raw, path) }
    _ = try retrying(.listen) { Glibc.listen(raw, maximumWaiting) }
    return socket
  }

  package static func connected(
    to name: String, in directory: borrowing FileDescriptor
  ) throws(SystemError) -> PacketSocket {
    let socket = try unconnected()
    try FaultPlan.check(.connect, directory.raw)
    let path = path(of: name, in: directory)
    let raw = socket.raw
    _ = try retrying(.connect) { unsafe clinux_connect(raw, path) }
    return socket
  }

  /// Has a socket listen under a name that no file has: whoever has a socket of the same network may connect.
  package func listen(as name: String) throws(SystemError) {
    let raw = self.raw
    try FaultPlan.check(.bind, raw)
    _ = try retrying(.bind) { unsafe clinux_bind(raw, "@" + name) }
    _ = try retrying(.listen) { Glibc.listen(raw, Self.maximumWaiting) }
  }

  /// Connects to a socket that listens under such a name in the network of this process.
  package static func connected(toName name: String) throws(SystemError) -> PacketSocket {
    let socket = try unconnected()
    let raw = socket.raw
    try FaultPlan.check(.connect, raw)
    _ = try retrying(.connect) { unsafe clinux_connect(raw, "@" + name) }
    return socket
  }

  private static func unconnected() throws(SystemError) -> PacketSocket {
    PacketSocket(FileDescriptor(owning: try retrying(.socket) { clinux_socket() }))
  }

  private static func path(of name: String, in directory: borrowing FileDescriptor) -> String {
    "/proc/self/fd/\(directory.raw)/\(name)"
  }
}

// MARK: - Using one

extension PacketSocket {
  /// The next connection to a listening socket.
  package func accept() throws(SystemError) -> PacketSocket {
    let raw = self.raw
    try FaultPlan.check(.accept, raw)
    return PacketSocket(FileDescriptor(owning: try retrying(.accept) { clinux_accept(raw) }))
  }

  /// A send or a receive that takes longer throws EAGAIN.
  package func limitWaits(to time: Duration) throws(SystemError) {
    let raw = self.raw
    _ = try retrying(.setsockopt) { clinux_limit_waits(raw, time.inMilliseconds) }
  }

  /// Limits the time of a receive alone.
  package func limitReceives(to time: Duration) throws(SystemError) {
    let raw = self.raw
    _ = try retrying(.setsockopt) { clinux_limit_receives(raw, time.inMilliseconds) }
  }

  /// The process at the other end, as the kernel noted it when the connection was made.
  package func peer() throws(SystemError) -> PeerCredentials {
    let raw = self.raw
    var peer = clinux_peer()
    _ = try retrying(.getsockopt) { unsafe clinux_peer_of(raw, &peer) }
    return PeerCredentials(process: peer.pid, user: peer.uid, group: peer.gid)
  }

  /// The process that connected, held so that its number cannot come to mean another one.
  ///
  /// Where the kernel cannot name it directly (before 6.5) the number is looked up now, and may already belong to
  /// another process: the caller finds out by who sends, see `receive(into:sender:)`.
  package func peerProcess() throws(SystemError) -> ProcessHandle {
    let raw = self.raw
    let number = try peer().process
    let descriptor = clinux_peer_pidfd(raw)
    guard descriptor < 0 else { return ProcessHandle(process: number, FileDescriptor(owning: descriptor)) }
    guard errno == ENOPROTOOPT || errno == EINVAL else { throw SystemError(.getsockopt) }
    return try ProcessHandle(process: number)
  }

  /// Makes each message that arrives from now on name the process that sent it. Set on a listening socket, this also
  /// holds for what is sent before a connection is accepted.
  package func noteSenders() throws(SystemError) {
    let raw = self.raw
    _ = try retrying(.setsockopt) { clinux_note_senders(raw) }
  }

  /// Refuses descriptors from now on; set on a listening socket, on the connections to it too. A descriptor that is not
  /// wanted would have to be closed, and whoever made the file can make closing it take long.
  ///
  /// Throws ENOPROTOOPT before Linux 6.16.
  package func refuseDescriptors() throws(SystemError) {
    let raw = self.raw
    _ = try retrying(.setsockopt) { clinux_refuse_descriptors(raw) }
  }

  package var isListening: Bool {
    var (answer, size): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
    return unsafe getsockopt(raw, SOL_SOCKET, SO_ACCEPTCONN, &answer, &size) == 0 && answer == 1
  }

  /// Whether the other end has closed its socket; also on an error.
  package var isHungUp: Bool {
    var entry = pollfd(fd: raw, events: 0, revents: 0)
    return unsafe poll(&entry, 1, 0) != 0
  }

  /// Ends the connection for both sides, and wakes whoever waits on it.
  package func shutDown() { _ = Glibc.shutdown(raw, Int32(SHUT_RDWR)) }
}

extension Duration {
  fileprivate var inMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
