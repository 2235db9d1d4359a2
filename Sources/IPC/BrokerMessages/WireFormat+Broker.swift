// SPDX-License-Identifier: Apache-2.0
import WireFormat

// The head of every message.

extension WireBuffer {
  /// The head of every message; `endFrame` completes it.
  mutating func beginFrame(_ number: UInt8) throws(WireError) {
    wipe()
    try append(integer: UInt32(0))
    try append(integer: BrokerProtocol.frameForm)
    try append(integer: number)
  }

  mutating func endFrame() throws(WireError) {
    let length = count - BrokerProtocol.headLength
    guard length <= BrokerProtocol.largestMessage else { throw .full }
    replace(at: 0, by: UInt32(length))
  }
}

extension WireCursor {
  mutating func frameHead<Number: RawRepresentable>(
    _ type: Number.Type, in message: Span<UInt8>
  ) throws(BrokerMalformation) -> Number where Number.RawValue == UInt8 {
    guard message.count >= 2 else { throw .short }
    guard message.count <= BrokerProtocol.largestMessage else { throw .long }
    guard message[0] == BrokerProtocol.frameForm else { throw .unknownVersion }
    guard let number = Number(rawValue: message[1]) else { throw .unknownNumber }
    self = WireCursor(at: 2)
    return number
  }
}

// MARK: - What a program is known by

extension WireBuffer {
  mutating func append(ticket: [UInt8]) throws(WireError) {
    guard ticket.count <= BrokerProtocol.longestTicket else { throw .badValue }
    try append(integer: UInt16(ticket.count))
    try append(bytes: ticket.span)
  }
}

extension WireCursor {
  mutating func ticket(in message: Span<UInt8>) throws(WireError) -> [UInt8] {
    let count = Int(try integer(UInt16.self, in: message))
    guard count <= BrokerProtocol.longestTicket else { throw .badValue }
    return try bytes(count, in: message)
  }
}

extension BrokerMalformation {
  init(_ error: WireError) {
    switch error {
    case .short: self = .short
    case .long, .full: self = .long
    case .badValue: self = .badValue
    }
  }
}
