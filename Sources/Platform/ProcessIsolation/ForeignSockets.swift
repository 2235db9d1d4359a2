// SPDX-License-Identifier: Apache-2.0
import CLinux
package import Sockets
package import SystemCalls

/// Sockets in the network of another process, neither bound nor connected; frozen so that each can be moved out on its own.
@frozen package struct ForeignSockets: ~Copyable, Sendable {
  package let packets: PacketSocket
  /// The socket of TCP, of IPv4.
  package let stream: FileDescriptor
  /// A socket of the machine's own, for bytes with descriptors among them.
  package let bytes: FileDescriptor

  /// Makes sockets in the network of a process, which is of this user, in a sandbox of its own.
  package init(inNetworkOf process: Int32) throws(SystemError) {
    var (packets, stream, bytes): (Int32, Int32, Int32) = (-1, -1, -1)
    _ = try retrying(.socket) { unsafe clinux_sockets_in_network_of(process, &packets, &stream, &bytes) }
    self.packets = PacketSocket(FileDescriptor(owning: packets))
    self.stream = FileDescriptor(owning: stream)
    self.bytes = FileDescriptor(owning: bytes)
  }
}
