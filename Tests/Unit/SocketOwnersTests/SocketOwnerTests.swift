// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import SocketOwners
import SystemCalls

/// Whose a connection is, by both ways in which the kernel tells.
@Suite struct SocketOwnerTests {
  /// A socket that listens and one that is connected to it.
  private final class Pair {
    private let listener: FileDescriptor
    private var client: FileDescriptor?
    let connection: TCPConnection

    init(ipv6: Bool = false) throws {
      let listener = try Self.listener()
      let end = TCPEnd(of: listener)
      let server = try #require(end)
      let client = FileDescriptor(owning: socket(ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      let connected = ipv6 ? Self.connectMapped(client.raw, server) : Self.connect(client.raw, server)
      try #require(connected == 0)
      connection = TCPConnection(own: TCPEnd(address: 0x7F00_0001, port: try Self.port(client)), other: server)
      self.listener = listener
      self.client = consume client
    }

    func close() { client = nil }

    static func listener() throws -> FileDescriptor {
      let listener = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F09_0807).bigEndian
      let bound = unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe bind(
          listener.raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
      try #require(bound == 0 && listen(listener.raw, 8) == 0)
      return listener
    }

    private static func connect(_ raw: Int32, _ end: TCPEnd) -> Int32 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = end.address.bigEndian
      address.sin_port = end.port.bigEndian
      return unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe Glibc.connect(raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
    }

    /// As Java does: a socket of IPv6 to an address of IPv4.
    private static func connectMapped(_ raw: Int32, _ end: TCPEnd) -> Int32 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = end.port.bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
        for (index, byte) in [0xFF, 0xFF, 127, 9, 8, 7].enumerated() { unsafe bytes[10 + index] = UInt8(byte) }
      }
      return unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe Glibc.connect(raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
    }

    /// Families have it at the same place.
    private static func port(_ socket: borrowing FileDescriptor) throws -> UInt16 {
      var (address, count) = (sockaddr_in6(), socklen_t(MemoryLayout<sockaddr_in6>.size))
      let got = unsafe withUnsafeMutableBytes(of: &address) { bytes in
        unsafe getsockname(socket.raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &count)
      }
      try #require(got == 0)
      return UInt16(bigEndian: address.sin6_port)
    }
  }

  @Test(arguments: [false, true]) func `A connection is its user's, whatever family its socket has`(ipv6: Bool) throws {
    let pair = try Pair(ipv6: ipv6)
    #expect(SocketOwner.find(pair.connection) == .user(geteuid()))
    #expect(SocketDiagnosis.ask(pair.connection) == .owner(.user(geteuid())))
    #expect(SocketTable.find(pair.connection) == .user(geteuid()))
  }

  @Test func `One that its process has closed is nobody's, and not root's`() throws {
    let pair = try Pair()
    pair.close()
    for found in [SocketOwner.find(pair.connection), SocketTable.find(pair.connection)] { #expect(found == .nobody) }
  }

  @Test func `A listener at the port of a connection that is none is not taken for it`() throws {
    let listener = try Pair.listener()
    let bound = TCPEnd(of: listener)
    let end = try #require(bound)
    #expect(SocketOwner.find(TCPConnection(own: end, other: TCPEnd(address: 0x7F00_0001, port: 1))) == nil)
    #expect(SocketDiagnosis.ask(TCPConnection(listening: end)) == .owner(.user(geteuid())))
  }

  @Test func `A socket that does not exist is nobody's`() throws {
    let pair = try Pair()
    let strange = TCPConnection(own: TCPEnd(address: 0x7F00_0001, port: 1), other: pair.connection.other)
    #expect(SocketOwner.find(strange) == nil && SocketTable.find(strange) == nil)
  }

  @Test func `An answer that is short, to another question or about another socket says nothing`() {
    let connection = TCPConnection(
      own: TCPEnd(address: 0x7F00_0001, port: 5), other: TCPEnd(address: 0x7F01_0203, port: 6))
    let question = SocketDiagnosis.question(connection, 7)
    #expect(question.count == 72)
    for count in question.indices {
      #expect(SocketDiagnosis.read(question.span.extracting(0..<count), about: connection, 7) == .malformed)
    }
    var refused = question
    refused.replaceSubrange(4..<6, with: [2, 0])
    refused.replaceSubrange(16..<20, with: [0xFE, 0xFF, 0xFF, 0xFF])
    #expect(SocketDiagnosis.read(refused.span, about: connection, 7) == .absent)
    #expect(SocketDiagnosis.read(refused.span, about: connection, 8) == .malformed)
  }
}
