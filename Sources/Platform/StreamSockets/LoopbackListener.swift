// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// A port of this machine for one program and the browsers of its user, which nobody else can have: not as long as anybody
/// has this socket open, and not before.
///
/// Its address is one of 127.0.0.0/8 that nobody can know beforehand. What a browser keeps for another server of this machine,
/// on whatever port, it neither sends here nor runs here: cookies belong to an address, workers and stored words to address and port.
package struct LoopbackListener: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  /// Address and port, as they stand in an HTTP request's `Host`.
  package let name: String

  package init() throws(SystemError) {
    let raw = clinux_listen_on_random_loopback()
    guard raw >= 0 else { throw SystemError(.listen) }
    try self.init(adopting: FileDescriptor(owning: raw))
  }

  /// Listens on 127.0.0.1, at a port that others are told of; 0 is one that is free.
  package init(port: UInt16) throws(SystemError) {
    var port = port
    let raw = unsafe clinux_listen_here(&port)
    guard raw >= 0 else { throw SystemError(.listen) }
    try self.init(adopting: FileDescriptor(owning: raw))
  }

  /// Takes over a socket that another process made. Throws EINVAL for one that does not listen on the loopback network.
  package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
    var (address, port): ([UInt8], UInt16) = ([0, 0, 0, 0], 0)
    guard unsafe clinux_loopback_name(descriptor.raw, &address, &port) == 0 else { throw SystemError(.listen) }
    self.descriptor = descriptor
    name = address.map(String.init).joined(separator: ".") + ":\(port)"
  }

  /// Gives the socket up. The caller closes it.
  package consuming func release() -> Int32 { descriptor.release() }
}
