// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// What `baileyd` wants of the process that speaks with the issuer, each in a packet. It asks one issuer, which its start says.
package enum IssuerOrder: IssuerPacket, Equatable {
  /// Somebody is there anew: nothing of before is wanted.
  case hello
  /// A challenge for the machine.
  case challenge(UInt64)
  /// The attestation of a key: the request, with what the machine's TPM signed.
  case attest(UInt64, request: [UInt8])
  /// A token of this machine for the team of an app: the same.
  case deviceToken(UInt64, request: [UInt8])

  private enum Number: UInt8, CaseIterable {
    case hello = 1
    case challenge = 2
    case attest = 3
    case deviceToken = 4
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .hello: try buffer.append(integer: Number.hello.rawValue)
    case .challenge(let number):
      try buffer.append(integer: Number.challenge.rawValue)
      try buffer.append(integer: number)
    case .attest(let number, let request):
      try buffer.append(integer: Number.attest.rawValue)
      try buffer.append(integer: number)
      try buffer.append(body: request)
    case .deviceToken(let number, let request):
      try buffer.append(integer: Number.deviceToken.rawValue)
      try buffer.append(integer: number)
      try buffer.append(body: request)
    }
  }

  package init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError) {
    switch try cursor.number(Number.self, in: packet) {
    case .hello: self = .hello
    case .challenge: self = .challenge(try cursor.integer(in: packet))
    case .attest:
      let number = try cursor.integer(UInt64.self, in: packet)
      self = .attest(number, request: try cursor.body(in: packet))
    case .deviceToken:
      let number = try cursor.integer(UInt64.self, in: packet)
      self = .deviceToken(number, request: try cursor.body(in: packet))
    }
  }
}
