// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemCalls

/// The kernel's list of sockets as text (proc_pid_net(5)).
package enum SocketTable {
  /// The maximum length of the table, more than that of a machine that has used up its ports.
  private static let longest = 64 << 20

  static func find(_ connection: TCPConnection) -> SocketOwner? {
    for (path, wanted) in [("/proc/net/tcp", Line(connection)), ("/proc/net/tcp6", Line(mapped: connection))] {
      if let owner = find(wanted, in: path) { return owner }
    }
    return nil
  }

  private static func find(_ wanted: Line, in path: String) -> SocketOwner? {
    guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return nil }
    var (rest, total): ([UInt8], Int) = ([], 0)
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while total < longest {
      let count = unsafe Glibc.read(file.raw, &part, part.count)
      guard count > 0 || (count < 0 && errno == EINTR) else { return nil }
      rest += part.prefix(max(count, 0))
      total += max(count, 0)
      let end = (rest.lastIndex(of: 0x0A) ?? -1) + 1
      if let owner = owner(wanted, in: rest[..<end]) { return owner }
      rest.removeSubrange(..<end)
    }
    return nil
  }

  /// The owner in IPv4's table and in IPv6's, of which whole lines have come.
  package static func owner(of connection: TCPConnection, in text: [UInt8]) -> SocketOwner? {
    owner(Line(connection), in: text[...]) ?? owner(Line(mapped: connection), in: text[...])
  }

  private static func owner(_ wanted: Line, in text: ArraySlice<UInt8>) -> SocketOwner? {
    for line in text.split(separator: 0x0A) {
      if let owner = wanted.owner(in: line) { return owner }
    }
    return nil
  }
}

/// How a connection stands in the list: its ends as the kernel prints them, words of memory as numbers.
private struct Line {
  private let ends: [[UInt8]]

  init(_ connection: TCPConnection) { self.init(connection, []) }

  /// The line of a socket of IPv6, which has the address within ::ffff:0:0/96.
  init(mapped connection: TCPConnection) { self.init(connection, [0, 0, 0xFFFF]) }

  private init(_ connection: TCPConnection, _ prefix: [UInt32]) {
    ends = [connection.own, connection.other].map { end in
      let words = (prefix + [end.address]).map { Self.digits($0.bigEndian, 8) }
      return Array((words.joined() + ":" + Self.digits(UInt32(end.port), 4)).utf8)
    }
  }

  private static func digits(_ number: UInt32, _ count: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Number, own end, other end, state, queues, timer, timeouts, user, probes, inode.
  func owner(in line: ArraySlice<UInt8>) -> SocketOwner? {
    let fields = line.split(separator: 0x20, maxSplits: 10)
    guard fields.count >= 10, fields[1].elementsEqual(ends[0]), fields[2].elementsEqual(ends[1]),
      let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
      let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
    else { return nil }
    return SocketOwner(user: user, inode: inode == 0 ? 0 : 1)
  }
}
