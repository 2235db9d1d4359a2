// SPDX-License-Identifier: Apache-2.0
package import WireFormat

/// What `baileyd` wants of the process that speaks with the fingerprint sensor, each in a packet.
package enum SensorOrder: SensorPacket, Equatable {
  /// Somebody is there anew: nothing of before is wanted.
  case hello
  /// The fingers that are enrolled now.
  case fingers(request: UInt64)
  /// Fingers are to be read, until this is stopped.
  case read(UInt64)
  case stop(UInt64)

  private enum Number: UInt8, CaseIterable {
    case hello = 1
    case fingers = 2
    case read = 3
    case stop = 4
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .hello: try buffer.append(integer: Number.hello.rawValue)
    case .fingers(let request): try buffer.append(Number.fingers, request)
    case .read(let reading): try buffer.append(Number.read, reading)
    case .stop(let reading): try buffer.append(Number.stop, reading)
    }
  }

  package init(_ cursor: inout WireCursor, in packet: Span<UInt8>) throws(WireError) {
    switch try cursor.number(Number.self, in: packet) {
    case .hello: self = .hello
    case .fingers: self = .fingers(request: try cursor.integer(in: packet))
    case .read: self = .read(try cursor.integer(in: packet))
    case .stop: self = .stop(try cursor.integer(in: packet))
    }
  }
}

extension WireBuffer {
  mutating func append<Number: RawRepresentable<UInt8>>(_ number: Number, _ value: UInt64) throws(WireError) {
    try append(integer: number.rawValue)
    try append(integer: value)
  }
}
