// SPDX-License-Identifier: Apache-2.0

/// The owner of a socket of this machine.
package enum SocketOwner: Sendable, Equatable {
  case user(UInt32)
  /// No process has it any more. The kernel calls its user 0 then, which root's sockets have too.
  case nobody

  /// The owner of a socket. Without an inode no process has it.
  init(user: UInt32, inode: UInt32) { self = inode == 0 ? .nobody : .user(user) }

  /// Asks the kernel for the socket that has a connection; nil where it has none, or does not tell.
  ///
  /// A socket is in the kernel's table from before its first packet until after it is closed: one that is in use is found.
  /// Kernels may lack the direct question (the module `tcp_diag`). One that does not know the listener of the connection either
  /// lacks it: then its whole list is read, in which a socket may be missed while others come and go, so it is read again.
  package static func find(_ connection: TCPConnection) -> SocketOwner? {
    for _ in 0..<3 {
      switch SocketDiagnosis.ask(connection) {
      case .owner(let owner): return owner
      case .absent: if case .owner = SocketDiagnosis.ask(TCPConnection(listening: connection.other)) { return nil }
      case .malformed: break
      }
      if let owner = SocketTable.find(connection) { return owner }
    }
    return nil
  }
}
