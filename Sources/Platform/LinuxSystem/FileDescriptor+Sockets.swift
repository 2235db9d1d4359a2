// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

// MARK: - What unix sockets of every kind have in common

extension FileDescriptor {
  /// Makes a socket others connect to under a name in this directory; only this user may.
  ///
  /// The directory is named by its descriptor, so its path may be longer than the 107 bytes a socket address holds.
  /// A socket left there by a dead process is replaced: the caller makes sure that no living one uses it.
  func listen(at name: String, in directory: borrowing FileDescriptor, backlog: Int32) throws(SystemError) {
    try FaultPlan.check(.bind, directory.raw)
    do { try directory.unlink(name) } catch { if error.code != ENOENT { throw error } }
    let path = "/proc/self/fd/\(directory.raw)/\(name)"
    _ = try retrying(.bind) { unsafe clinux_bind(raw, path) }
    _ = try retrying(.listen) { Glibc.listen(raw, backlog) }
  }

  func connect(to name: String, in directory: borrowing FileDescriptor) throws(SystemError) {
    try FaultPlan.check(.connect, directory.raw)
    let path = "/proc/self/fd/\(directory.raw)/\(name)"
    _ = try retrying(.connect) { unsafe clinux_connect(raw, path) }
  }

  func acceptConnection() throws(SystemError) -> FileDescriptor {
    try FaultPlan.check(.accept, raw)
    return FileDescriptor(owning: try retrying(.accept) { clinux_accept(raw) })
  }

  /// A send or a receive that takes longer throws EAGAIN.
  func limitWaits(to time: Duration) throws(SystemError) {
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    _ = try retrying(.setsockopt) { clinux_limit_waits(raw, milliseconds) }
  }

  /// Who is at the other end, as the kernel noted it when the connection was made.
  func peerCredentials() throws(SystemError) -> PeerCredentials {
    var peer = clinux_peer()
    _ = try retrying(.getsockopt) { unsafe clinux_peer_of(raw, &peer) }
    return PeerCredentials(process: peer.pid, user: peer.uid, group: peer.gid)
  }
}
