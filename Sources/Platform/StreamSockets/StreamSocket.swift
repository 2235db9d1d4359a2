// SPDX-License-Identifier: Apache-2.0
import CLinux
package import SystemCalls

/// An end of a connection over the network.
package final class StreamSocket: Sendable {
  private let descriptor: FileDescriptor

  fileprivate init(_ raw: Int32) { descriptor = FileDescriptor(owning: raw) }

  /// Takes over a connection that another process made.
  package init(adopting descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The descriptor, for whoever sends a copy of it to another process.
  package var raw: Int32 { descriptor.raw }

  /// Connects to an address, within the time.
  package init(to address: StreamAddress, port: UInt16, within time: Duration) throws(SystemError) {
    var target = address.raw
    let raw = unsafe clinux_connect_stream(&target, port, time.milliseconds)
    guard raw >= 0 else { throw SystemError(.connect) }
    descriptor = FileDescriptor(owning: raw)
  }

  /// Receives at least a byte; empty at the end.
  package func receive(atMost limit: Int, within time: Duration) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = unsafe clinux_receive_some(descriptor.raw, &bytes, limit, time.milliseconds)
    guard count >= 0 else { throw SystemError(.receive) }
    bytes.removeSubrange(count...)
    return bytes
  }

  package func send(_ bytes: [UInt8], within time: Duration) throws(SystemError) {
    guard unsafe clinux_send_all(descriptor.raw, bytes, bytes.count, time.milliseconds) == 0 else {
      throw SystemError(.send)
    }
  }

  package enum Ready: Sendable { case this, other, neither }

  /// Waits until one of two sockets can be read; says this one where both can.
  package func wait(orFor other: StreamSocket, within time: Duration) throws(SystemError) -> Ready {
    switch clinux_wait_for_either(descriptor.raw, other.descriptor.raw, time.milliseconds) {
    case 0: return .neither
    case 1, 3: return .this
    case 2: return .other
    default: throw SystemError(.poll)
    }
  }

  /// Carries bytes both ways, until both are done or one is shut down.
  package func relay(to other: StreamSocket, idle: Duration) {
    clinux_relay(descriptor.raw, other.descriptor.raw, idle.milliseconds)
  }

  /// Ends the connection for whoever has it: it carries nothing more.
  package func shutDown() { clinux_shut_stream(descriptor.raw) }
}

/// Takes connections of programs in another network.
package final class StreamListener: Sendable {
  package let port: UInt16
  private let descriptor: FileDescriptor

  /// Listens on all addresses of the network that the socket is in.
  package init(on socket: consuming FileDescriptor, port: UInt16) throws(SystemError) {
    guard clinux_listen_everywhere(socket.raw, port) == 0 else { throw SystemError(.listen) }
    descriptor = socket
    self.port = port
  }

  /// Takes over one that another process made, which knows its port.
  package init(adopting descriptor: consuming FileDescriptor, port: UInt16) {
    self.descriptor = descriptor
    self.port = port
  }

  /// The descriptor, for whoever sends a copy of it to another process.
  package var raw: Int32 { descriptor.raw }

  /// Listens on this machine's loopback, on a port that is free.
  package init() throws(SystemError) {
    var port: UInt16 = 0
    let raw = unsafe clinux_listen_here(&port)
    guard raw >= 0 else { throw SystemError(.listen) }
    descriptor = FileDescriptor(owning: raw)
    self.port = port
  }

  package func accept() throws(SystemError) -> StreamSocket {
    let raw = clinux_accept_stream(descriptor.raw)
    guard raw >= 0 else { throw SystemError(.accept) }
    return StreamSocket(raw)
  }

  /// The same, and where the connection seems to come from, over IPv4.
  package func acceptNamed() throws(SystemError) -> (socket: StreamSocket, address: [UInt8], port: UInt16) {
    var (address, port): ([UInt8], UInt16) = ([0, 0, 0, 0], 0)
    let raw = unsafe clinux_accept_stream_from(descriptor.raw, &address, &port)
    guard raw >= 0 else { throw SystemError(.accept) }
    return (StreamSocket(raw), address, port)
  }

  /// Stops listening: whoever waits for a connection, and whoever asks for one from now on, gets an error.
  package func shutDown() { clinux_shut_stream(descriptor.raw) }
}

/// An address of IPv4 or IPv6, in network order.
package struct StreamAddress: Sendable, Hashable {
  package let bytes: [UInt8]

  /// An address of 4 or 16 bytes. One of IPv6 that stands for one of IPv4 is that one: the kernel reaches the same
  /// machine by both. Nil where these are not 4 and not 16.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes.starts(with: Self.mapped) && bytes.count == 16 ? Array(bytes[12...]) : bytes
  }

  /// RFC 4291, 2.5.5.2.
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// The addresses of a name; none where it has none.
  package static func resolve(_ name: String, atMost limit: Int = 16) -> [StreamAddress] {
    var found = [clinux_address](repeating: clinux_address(), count: limit)
    let count = unsafe clinux_resolve(name, &found, limit)
    guard count > 0 else { return [] }
    return found.prefix(Int(count)).compactMap { StreamAddress($0) }
  }

  /// Whether this machine has the address itself.
  package var isOwn: Bool {
    var target = raw
    return unsafe clinux_is_own_address(&target) == 1
  }

  private init?(_ raw: clinux_address) {
    let all = unsafe withUnsafeBytes(of: raw.bytes) { unsafe Array($0) }
    self.init(raw.family == 4 ? Array(all.prefix(4)) : all)
  }

  fileprivate var raw: clinux_address {
    var raw = clinux_address()
    raw.family = bytes.count == 4 ? 4 : 6
    unsafe withUnsafeMutableBytes(of: &raw.bytes) { target in
      for (index, byte) in bytes.enumerated() { unsafe target[index] = byte }
    }
    return raw
  }
}

extension Duration {
  fileprivate var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
