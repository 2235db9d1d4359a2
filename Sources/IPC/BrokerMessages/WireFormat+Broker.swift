// SPDX-License-Identifier: Apache-2.0
import WireFormat

// The head of every message.

extension WireBuffer {
  /// The head of every message; `endFrame` completes it.
  mutating func beginFrame(_ number: UInt8) throws(WireError) {
    wipe()
    try append(integer: UInt32(0))
    try append(integer: BrokerProtocol.version)
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
    guard message[0] == BrokerProtocol.version else { throw .unknownVersion }
    guard let number = Number(rawValue: message[1]) else { throw .unknownNumber }
    self = WireCursor(at: 2)
    return number
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
