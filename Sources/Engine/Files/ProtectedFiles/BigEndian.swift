// SPDX-License-Identifier: Apache-2.0

// Every integer of the format is big-endian.

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The bytes must be as many as the type has.
  init(bigEndian bytes: some Collection<UInt8>) {
    precondition(bytes.count == MemoryLayout<Self>.size, "an integer has a fixed size")
    self = bytes.reduce(0) { $0 << 8 | Self($1) }
  }

  var bigEndianBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: self)
    return bytes
  }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(bigEndian number: Number) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
