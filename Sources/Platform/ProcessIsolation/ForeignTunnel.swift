// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// The way out of the network of another process: a device that takes all packets of IPv4 which do not stay in there.
package enum ForeignTunnel {
  /// The largest packet that comes.
  package static let largestPacket = 32_768

  /// The process is of this user, in a sandbox of its own. `address` is what its programs send from, in a network of `prefix` bits.
  ///
  /// Whoever reads the descriptor has the packets one by one, and what is written to it arrives in there.
  package static func make(
    inNetworkOf process: Int32, address: [UInt8], prefix: UInt8
  ) throws(SystemError) -> FileDescriptor {
    let raw = unsafe clinux_tunnel_in_network_of(process, address, prefix)
    guard raw >= 0 else { throw SystemError(.socket) }
    return FileDescriptor(owning: raw)
  }
}
