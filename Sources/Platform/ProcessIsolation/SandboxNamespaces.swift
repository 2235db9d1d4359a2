// SPDX-License-Identifier: Apache-2.0
import CLinux
import Files
import Glibc
package import Processes
package import Sockets
package import SystemCalls

/// The namespaces of a sandbox (`namespaces(7)`), as its network says: this network, and the users that own it.
///
/// They mean the same sandbox for as long as a socket in its network is open: the kernel gives their numbers to others later.
package struct SandboxNamespaces: Sendable, Equatable {
  private struct Identity: Sendable, Equatable {
    let device: dev_t
    let number: ino_t

    init(_ file: borrowing FileDescriptor) throws(SystemError) {
      let status = try file.status()
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  private let network: Identity
  private let users: Identity

  /// The namespaces of the network that a socket is in. Throws EXDEV for one of this process's own users: no sandbox
  /// has that.
  package init(of socket: borrowing PacketSocket) throws(SystemError) {
    try self.init(network: Self.opened { clinux_network_of(socket.raw) })
    let own = try FileDescriptor.open("/proc/self/ns/user", OpenFlag.path)
    guard try users != Identity(own) else { throw SystemError(.socket, code: EXDEV) }
  }

  /// The namespaces of a process, for what plays both parts.
  package init(of process: borrowing ProcessHandle) throws(SystemError) {
    try self.init(network: FileDescriptor.open("/proc/\(process.process)/ns/net", O_RDONLY))
    guard process.isAlive else { throw SystemError(.open, code: ESRCH) }
  }

  private init(network file: borrowing FileDescriptor) throws(SystemError) {
    network = try Identity(file)
    users = try Identity(Self.owner(of: file))
  }

  /// Whether a process is in this sandbox: in its network, among its processes and with its users.
  ///
  /// A process has the same process numbers from its first moment to its last; one that has joined the network alone, or was
  /// only handed a socket from in there, is not in the sandbox.
  package func hold(_ process: borrowing ProcessHandle) throws(SystemError) -> Bool {
    let number = process.process
    func namespace(_ name: String) throws(SystemError) -> FileDescriptor {
      try FileDescriptor.open("/proc/\(number)/ns/\(name)", O_RDONLY)
    }
    guard try Identity(namespace("net")) == network, try Identity(Self.owner(of: namespace("pid"))) == users,
      try areWithin(namespace("user"))
    else { return false }
    guard process.isAlive else { throw SystemError(.open, code: ESRCH) }
    return true
  }

  /// `bwrap` gives up what it may do in the first users by making others below them.
  private func areWithin(_ its: borrowing FileDescriptor) throws(SystemError) -> Bool {
    if try Identity(its) == users { return true }
    return try Identity(Self.opened { clinux_users_above(its.raw) }) == users
  }

  private static func owner(of namespace: borrowing FileDescriptor) throws(SystemError) -> FileDescriptor {
    try opened { clinux_owner_of_namespace(namespace.raw) }
  }

  private static func opened(_ call: () -> Int32) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try retrying(.open, call))
  }
}
