// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import SystemCalls

/// The kernel's answer about one socket (sock_diag(7)).
package enum SocketDiagnosis: Sendable, Equatable {
  case owner(SocketOwner)
  /// There is no such socket, or nobody in this kernel who knows.
  case absent
  /// The kernel's message is no answer to the question.
  case malformed

  // From linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
  private static let family: Int32 = 16
  private static let diagnosis: Int32 = 4
  private static let byFamily: UInt16 = 20
  private static let error: UInt16 = 2
  private static let headSize = 16
  private static let messageSize = headSize + 72
  package static let longest = 4096

  /// Asks the kernel on a socket of its own, which nobody but the kernel can send to.
  static func ask(_ connection: TCPConnection) -> SocketDiagnosis {
    let raw = socket(family, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), diagnosis)
    guard raw >= 0 else { return .malformed }
    let channel = FileDescriptor(owning: raw)
    // The kernel's address: no port and no groups.
    var kernel: (UInt16, UInt16, UInt32, UInt32) = (UInt16(family), 0, 0, 0)
    let connected = unsafe withUnsafeBytes(of: &kernel) { bytes in
      unsafe connect(raw, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    let sequence = UInt32.random(in: 1...UInt32.max)
    let question = question(connection, sequence)
    guard connected == 0, unsafe send(raw, question, question.count, 0) == question.count,
      (try? Poll.readable([channel.raw], within: .seconds(1)))?.first == true
    else { return .malformed }
    var answer = [UInt8](repeating: 0, count: longest)
    let count = unsafe recv(raw, &answer, answer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else { return .malformed }
    return read(answer.span.extracting(0..<count), about: connection, sequence)
  }

  /// A request for exactly one socket, of whatever state.
  package static func question(_ connection: TCPConnection, _ sequence: UInt32) -> [UInt8] {
    var bytes =
      native(UInt32(headSize + 56)) + native(byFamily) + native(UInt16(1)) + native(sequence) + native(UInt32(0))
    bytes += [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0] + native(UInt32.max)
    bytes += network(connection.own.port) + network(connection.other.port)
    for end in [connection.own, connection.other] { bytes += network(end.address) + [UInt8](repeating: 0, count: 12) }
    // On any interface, whatever its cookie.
    return bytes + native(UInt32(0)) + [UInt8](repeating: 0xFF, count: 8)
  }

  /// Reads the first message of an answer. One about another socket is none: the kernel gives a listener where it knows no
  /// connection.
  package static func read(
    _ bytes: Span<UInt8>, about connection: TCPConnection, _ sequence: UInt32
  ) -> SocketDiagnosis {
    guard bytes.count >= headSize + 4, load32(bytes, 0) <= bytes.count, load32(bytes, 8) == sequence else {
      return .malformed
    }
    let kind = load16(bytes, 4)
    // The number behind the head is a negative errno.
    if kind == error { return Int32(bitPattern: load32(bytes, headSize)) == -ENOENT ? .absent : .malformed }
    guard kind == byFamily, bytes.count >= messageSize, load32(bytes, 0) >= messageSize else { return .malformed }
    let ports = network(connection.own.port) + network(connection.other.port)
    guard equal(bytes, headSize + 4, ports), isAbout(connection, bytes) else { return .absent }
    return .owner(SocketOwner(user: load32(bytes, headSize + 64), inode: load32(bytes, headSize + 68)))
  }

  /// A socket of IPv6 may have a connection of IPv4, and has its addresses as ::ffff:0:0/96 then.
  private static func isAbout(_ connection: TCPConnection, _ bytes: Span<UInt8>) -> Bool {
    let isMapped = bytes[headSize] == UInt8(AF_INET6)
    guard isMapped || bytes[headSize] == UInt8(AF_INET) else { return false }
    let prefix: [UInt8] = isMapped ? [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] : []
    return equal(bytes, headSize + 8, prefix + network(connection.own.address))
      && equal(bytes, headSize + 24, prefix + network(connection.other.address))
  }

  private static func equal(_ bytes: Span<UInt8>, _ start: Int, _ expected: [UInt8]) -> Bool {
    expected.indices.allSatisfy { bytes[start + $0] == expected[$0] }
  }

  private static func load32(_ bytes: Span<UInt8>, _ start: Int) -> UInt32 {
    let parts = (0..<4).map { UInt32(bytes[start + $0]) << (8 * $0) }
    return UInt32(littleEndian: parts.reduce(0, |))
  }

  private static func load16(_ bytes: Span<UInt8>, _ start: Int) -> UInt16 {
    UInt16(littleEndian: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8)
  }

  private static func native(_ number: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }

  private static func network(_ number: some FixedWidthInteger) -> [UInt8] { native(number.bigEndian) }
}
