// SPDX-License-Identifier: Apache-2.0
import SocketOwners

/// What the kernel says about a socket: only what is about the connection that was asked for says whose it is.
package enum SocketOwnersTarget: FuzzTarget {
  package static let name = "SocketOwners"

  package static func run(_ bytes: [UInt8]) {
    let server = TCPEnd(address: 0x7F01_0203, port: 0x3930)
    let connection = TCPConnection(own: TCPEnd(address: 0x7F00_0001, port: 0x4142), other: server)
    let answer = SocketDiagnosis.read(bytes.span, about: connection, 1)
    if case .owner = answer {
      precondition(bytes.count >= 88 && bytes[20...23].elementsEqual([0x41, 0x42, 0x39, 0x30]))
      precondition(SocketDiagnosis.read(bytes.span, about: TCPConnection(listening: server), 1) == .absent)
    }
    if SocketTable.owner(of: connection, in: bytes) != nil {
      precondition(SocketTable.owner(of: TCPConnection(listening: server), in: bytes) == nil || bytes.contains(0x0A))
      precondition(String(decoding: bytes, as: UTF8.self).contains(":4142 "))
    }
  }
}
