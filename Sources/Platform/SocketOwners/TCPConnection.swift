// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import SystemCalls

/// An end of a connection of IPv4.
package struct TCPEnd: Sendable, Equatable {
  /// 127.0.0.1 is 0x7F000001.
  package let address: UInt32
  package let port: UInt16

  package init(address: UInt32, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// Reads an address; nil for that of another family.
  package init?(_ raw: UnsafePointer<sockaddr>, count: Int) {
    guard unsafe raw.pointee.sa_family == sa_family_t(AF_INET), count >= MemoryLayout<sockaddr_in>.size else {
      return nil
    }
    let end = unsafe UnsafeRawPointer(raw).loadUnaligned(as: sockaddr_in.self)
    self.init(address: UInt32(bigEndian: end.sin_addr.s_addr), port: UInt16(bigEndian: end.sin_port))
  }

  /// The end at which a socket is bound; nil for one of another family.
  package init?(of socket: borrowing FileDescriptor) {
    var (address, count) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    let end = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> TCPEnd? in
        guard unsafe getsockname(socket.raw, raw, &count) == 0 else { return nil }
        return unsafe TCPEnd(UnsafePointer(raw), count: Int(count))
      }
    }
    guard let end else { return nil }
    self = end
  }
}

/// A connection as the socket of one of its ends has it.
package struct TCPConnection: Sendable, Equatable {
  package let own: TCPEnd
  package let other: TCPEnd

  package init(own: TCPEnd, other: TCPEnd) {
    self.own = own
    self.other = other
  }

  /// The kernel's entry of a socket that listens there.
  package init(listening end: TCPEnd) { self.init(own: end, other: TCPEnd(address: 0, port: 0)) }
}
