// SPDX-License-Identifier: Apache-2.0

// Every integer of the format is big-endian.

extension FixedWidthInteger where Self: UnsignedInteger {
  /// The bytes must be as many as the type has.
  init(bigEndian bytes: some Collection<UInt8>) {
    precondition(bytes.count == MemoryLayout<Self>.size, "an integer has a fixed size")
    self = bytes.reduce(0) { $0 << 8 | Self($1) }
  }

  var bigEndianBytes: [UInt8] {
    let count = MemoryLayout<Self>.size
    return (1...count).map { UInt8(truncatingIfNeeded: self >> Self(8 * (count - $0))) }
  }
}
