// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A unix socket of either kind: one that listens under a name in a directory, or one end of a connection.
package protocol LocalSocket: ~Copyable, Sendable {
  /// Takes over an open socket, for example one a parent process left at a known number.
  init(_ descriptor: consuming FileDescriptor)

  var raw: Int32 { get }

  static var kind: LocalSocketKind { get }
}

package enum LocalSocketKind: Sendable {
  /// `SOCK_SEQPACKET`
  case packets
  /// `SOCK_STREAM`
  case bytes

  fileprivate var number: Int32 {
    Int32((self == .packets ? SOCK_SEQPACKET : SOCK_STREAM).rawValue)
  }

  /// Connections that may wait to be accepted.
  fileprivate var backlog: Int32 { self == .packets ? 16 : 128 }
}

// MARK: - Making one

extension LocalSocket where Self: ~Copyable {
  /// Two ends of one connection.
  package static func pair() throws(SystemError) -> SocketPair<Self> {
    try FaultPlan.check(.socket)
    var ends: [Int32] = [-1, -1]
    _ = try retrying(.socket) { unsafe clinux_socketpair(kind.number, &ends) }
    return SocketPair(near: Self(FileDescriptor(owning: ends[0])), far: Self(FileDescriptor(owning: ends[1])))
  }

  /// A socket others connect to under a name in this directory; only this user may.
  ///
  /// The directory is named by its descriptor, so its path may be longer than the 107 bytes a socket address holds.
  /// A socket left there by a dead process is replaced: the caller makes sure that no living one uses it.
  package static func listening(
    at name: String, in directory: borrowing FileDescriptor
  ) throws(SystemError) -> Self {
    let socket = try unconnected()
    try FaultPlan.check(.bind, directory.raw)
    do { try directory.unlink(name) } catch { if error.code != ENOENT { throw error } }
    let path = path(of: name, in: directory)
    let raw = socket.raw
    _ = try retrying(.bind) { unsafe clinux_bind(raw, path) }
    _ = try retrying(.listen) { Glibc.listen(raw, kind.backlog) }
    return socket
  }

  package static func connected(
    to name: String, in directory: borrowing FileDescriptor
  ) throws(SystemError) -> Self {
    let socket = try unconnected()
    try FaultPlan.check(.connect, directory.raw)
    let path = path(of: name, in: directory)
    let raw = socket.raw
    _ = try retrying(.connect) { unsafe clinux_connect(raw, path) }
    return socket
  }

  private static func unconnected() throws(SystemError) -> Self {
    Self(FileDescriptor(owning: try retrying(.socket) { clinux_socket(kind.number) }))
  }

  private static func path(of name: String, in directory: borrowing FileDescriptor) -> String {
    "/proc/self/fd/\(directory.raw)/\(name)"
  }
}

// MARK: - Using one

extension LocalSocket where Self: ~Copyable {
  /// The next connection to a listening socket.
  package func accept() throws(SystemError) -> Self {
    let raw = self.raw
    try FaultPlan.check(.accept, raw)
    return Self(FileDescriptor(owning: try retrying(.accept) { clinux_accept(raw) }))
  }

  /// A send or a receive that takes longer throws EAGAIN.
  package func limitWaits(to time: Duration) throws(SystemError) {
    let raw = self.raw
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    _ = try retrying(.setsockopt) { clinux_limit_waits(raw, milliseconds) }
  }

  /// Who is at the other end, as the kernel noted it when the connection was made.
  package func peer() throws(SystemError) -> PeerCredentials {
    let raw = self.raw
    var peer = clinux_peer()
    _ = try retrying(.getsockopt) { unsafe clinux_peer_of(raw, &peer) }
    return PeerCredentials(process: peer.pid, user: peer.uid, group: peer.gid)
  }
}
