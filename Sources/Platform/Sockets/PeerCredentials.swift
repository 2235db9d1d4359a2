// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The process at the other end of a unix socket when the connection was made. Only the kernel can make these.
package struct PeerCredentials: Sendable, Equatable {
  package let process: Int32
  package let user: UInt32
  package let group: UInt32

  /// The user this process runs as.
  package static var ownUser: UInt32 { geteuid() }
}
