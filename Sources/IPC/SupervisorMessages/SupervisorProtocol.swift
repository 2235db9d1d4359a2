// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// The fixed facts of what is said to the supervisor of an instance, and by it.
///
/// A message is one packet: version byte, number byte, fields. Numbers are permanent. Requests from 1, replies from 64,
/// the report of a start from 128, the reports of a check from 192.
package enum SupervisorProtocol {
  package static let version: UInt8 = 1
  /// A path of the largest size there is, and room for the other fields.
  package static let largestMessage = 4096 + 128
}

/// A value that is one packet.
package protocol SupervisorMessage: Sendable {
  func encode(into buffer: inout WireBuffer) throws(WireError)
  init(decoding packet: Span<UInt8>) throws(WireError)
}

extension WireBuffer {
  mutating func begin(_ number: UInt8) throws(WireError) {
    wipe()
    try append(integer: SupervisorProtocol.version)
    try append(integer: number)
  }

  /// Appends the 16-bit length, then the text or path. What is too long for a message is cut: it is for people to read.
  mutating func append(counting bytes: [UInt8]) throws(WireError) {
    let bytes = bytes.prefix(4096)
    try append(integer: UInt16(bytes.count))
    try append(bytes: Array(bytes).span)
  }
}

extension WireCursor {
  /// Reads version and number; fields follow.
  mutating func begin(in packet: Span<UInt8>) throws(WireError) -> UInt8 {
    guard try byte(in: packet) == SupervisorProtocol.version else { throw .badValue }
    return try byte(in: packet)
  }

  mutating func countedBytes(in packet: Span<UInt8>) throws(WireError) -> [UInt8] {
    try bytes(Int(try integer(UInt16.self, in: packet)), in: packet)
  }

  mutating func countedText(in packet: Span<UInt8>) throws(WireError) -> String {
    String(decoding: try countedBytes(in: packet), as: UTF8.self)
  }
}
