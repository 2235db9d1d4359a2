// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A unix socket that keeps messages whole (`SOCK_SEQPACKET`): one send is one receive, so there is nothing to frame.
package struct PacketSocket: ~Copyable, Sendable {
  package let descriptor: FileDescriptor

  /// Takes over an open socket, for example one a parent process left at a known number.
  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  package var raw: Int32 { descriptor.raw }

  /// Two ends of one connection.
  package static func pair() throws(SystemError) -> SocketPair {
    try FaultPlan.check(.socket)
    var ends: [Int32] = [-1, -1]
    _ = try retrying(.socket) { unsafe clinux_packet_socketpair(&ends) }
    return SocketPair(
      near: PacketSocket(FileDescriptor(owning: ends[0])), far: PacketSocket(FileDescriptor(owning: ends[1])))
  }

  /// A socket others connect to under a name in this directory; only this user may.
  ///
  /// The directory is named by its descriptor, so its path may be longer than the 107 bytes a socket address holds.
  /// A socket left there by a dead process is replaced: the caller makes sure that no living one uses it.
  package static func listening(
    at name: String, in directory: borrowing FileDescriptor
  ) throws(SystemError) -> PacketSocket {
    let socket = try unconnected()
    try socket.descriptor.listen(at: name, in: directory, backlog: 16)
    return socket
  }

  package static func connected(
    to name: String, in directory: borrowing FileDescriptor
  ) throws(SystemError) -> PacketSocket {
    let socket = try unconnected()
    try socket.descriptor.connect(to: name, in: directory)
    return socket
  }

  private static func unconnected() throws(SystemError) -> PacketSocket {
    PacketSocket(FileDescriptor(owning: try retrying(.socket) { clinux_packet_socket() }))
  }

  /// The next connection to a listening socket.
  package func accept() throws(SystemError) -> PacketSocket { PacketSocket(try descriptor.acceptConnection()) }

  /// A send or a receive that takes longer throws EAGAIN.
  package func limitWaits(to time: Duration) throws(SystemError) { try descriptor.limitWaits(to: time) }

  /// Who is at the other end, as the kernel noted it when the connection was made.
  package func peer() throws(SystemError) -> PeerCredentials { try descriptor.peerCredentials() }
}

// MARK: - Messages

/// What `send` and `receive` do when they cannot go on at once.
package enum Patience: Sendable {
  case waits
  /// Throws EAGAIN.
  case refuses

  fileprivate var flags: Int32 { self == .waits ? 0 : Int32(MSG_DONTWAIT) }
}

extension PacketSocket {
  /// Sends one message; the other end gets a copy of `attached`, a descriptor.
  package func send(
    _ message: Span<UInt8>, attached: Int32 = -1, _ patience: Patience = .waits
  ) throws(SystemError) {
    try FaultPlan.check(.send, raw, count: message.count)
    unsafe try message.withUnsafeBytes { bytes throws(SystemError) in
      _ = try retryingCount(.send) { unsafe clinux_send(raw, bytes.baseAddress, bytes.count, attached, patience.flags) }
    }
  }

  /// Receives one message and gives its size: 0 when the other end is gone. One that is larger than the buffer
  /// throws EMSGSIZE and is lost; a descriptor that came along is closed.
  package func receive(
    into buffer: inout MutableSpan<UInt8>, _ patience: Patience = .waits
  ) throws(SystemError) -> Int {
    var attached: FileDescriptor?
    return try receive(into: &buffer, attached: &attached, patience)
  }

  /// The same, keeping the descriptor that came along.
  package func receive(
    into buffer: inout MutableSpan<UInt8>, attached: inout FileDescriptor?, _ patience: Patience = .waits
  ) throws(SystemError) -> Int {
    try FaultPlan.check(.receive, raw, count: buffer.count)
    var number: Int32 = -1
    let count = unsafe try buffer.withUnsafeMutableBytes { bytes throws(SystemError) in
      try retryingCount(.receive) {
        unsafe clinux_receive(raw, bytes.baseAddress, bytes.count, &number, patience.flags)
      }
    }
    attached = number >= 0 ? FileDescriptor(owning: number) : nil
    return count
  }
}
