// SPDX-License-Identifier: Apache-2.0
import WireFormat

// The head of every message.

extension WireBuffer {
  /// The head of every message; `endFrame` completes it.
  mutating func beginFrame(_ number: UInt16) throws(WireError) {
    wipe()
    try append(integer: UInt32(0))
    if MessageFamily(of: number) == .connection {
      try append(integer: BrokerProtocol.connectionForm)
      try append(integer: UInt8(truncatingIfNeeded: number))
    } else {
      try append(integer: BrokerProtocol.familyForm)
      try append(integer: number)
    }
  }

  mutating func endFrame() throws(WireError) {
    let length = count - BrokerProtocol.headLength
    guard length <= BrokerProtocol.largestMessage else { throw .full }
    replace(at: 0, by: UInt32(length))
  }
}

extension WireCursor {
  /// The number of a message.
  mutating func frameHead(in message: Span<UInt8>) throws(BrokerMalformation) -> UInt16 {
    guard message.count >= 2 else { throw .short }
    guard message.count <= BrokerProtocol.largestMessage else { throw .long }
    switch message[0] {
    case BrokerProtocol.connectionForm:
      self = WireCursor(at: 2)
      return UInt16(message[1])
    case BrokerProtocol.familyForm:
      guard message.count >= 3 else { throw .short }
      self = WireCursor(at: 3)
      let number = UInt16(message[1]) << 8 | UInt16(message[2])
      guard MessageFamily(of: number) != .connection else { throw .unknownNumber }
      return number
    default: throw .unknownVersion
    }
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
