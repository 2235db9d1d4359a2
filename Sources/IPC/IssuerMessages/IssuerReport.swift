// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
package import WireFormat

/// What `baileyd` is told of the issuer, each in a packet.
package enum IssuerReport: IssuerPacket, Equatable {
  /// The process that speaks with the issuer takes orders.
  case here
  /// The process that asks the issuer has ended, as the supervisor says.
  case gone
  /// A challenge, or an attestation, which nobody has looked into.
  case answered(UInt64, [UInt8])
  case failed(UInt64, IssuerCallFailure)

  private enum Number: UInt8, CaseIterable {
    case here = 1
    case gone = 2
    case answered = 3
    case failed = 4
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .here: try buffer.append(integer: Number.here.rawValue)
    case .gone: try buffer.append(integer: Number.gone.rawValue)
    case .answered(let number, let body):
      try buffer.append(integer: Number.answered.rawValue)
      try buffer.append(integer: number)
      try buffer.append(body: body)
    case .failed(let number, let failure):
      try buffer.append(integer: Number.failed.rawValue)
      try buffer.append(integer: number)
      try buffer.append(integer: failure.rawValue)
    }
  }

  package init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError) {
    switch try cursor.number(Number.self, in: packet) {
    case .here: self = .here
    case .gone: self = .gone
    case .answered:
      let number = try cursor.integer(UInt64.self, in: packet)
      self = .answered(number, try cursor.body(in: packet))
    case .failed:
      let number = try cursor.integer(UInt64.self, in: packet)
      self = .failed(number, try cursor.number(in: packet))
    }
  }
}
