// SPDX-License-Identifier: Apache-2.0
package import ServiceChannels
import WireFormat

/// A message between `baileyd` and the process that speaks with an organisation's issuer.
package protocol IssuerPacket: ServicePacket {}

/// The maximum number of octets of a request, and of an attestation.
package let largestIssuerBody = 32 << 10

extension IssuerPacket {
  package static var largestPacket: Int { largestIssuerBody + 64 }
}

extension WireBuffer {
  mutating func append(body: [UInt8]) throws(WireError) {
    guard body.count <= largestIssuerBody else { throw .badValue }
    try append(integer: UInt32(body.count))
    try append(bytes: body.span)
  }
}

extension WireCursor {
  mutating func body(in packet: Span<UInt8>) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt32.self, in: packet))
    guard count <= largestIssuerBody else { throw .badValue }
    return try bytes(count, in: packet)
  }
}
