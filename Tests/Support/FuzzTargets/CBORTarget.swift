// SPDX-License-Identifier: Apache-2.0
import CBORCoding

/// CBOR from anywhere: what is read is within the limits, and is written as the bytes it came from but for the order of keys.
package enum CBORTarget: FuzzTarget {
  package static let name = "CBOR"

  private static let limits = CBORLimits(bytes: 1 << 16, depth: 16, items: 1 << 10)

  package static func run(_ bytes: [UInt8]) {
    guard let (value, end) = try? CBORReader.first(in: bytes, limits) else { return }
    let written = value.encoded
    precondition(written.count == end, "an item changes its length")
    let again = try? CBORReader.read(written, limits)
    precondition(again == value, "an item changes when it is written")
    precondition(again?.encoded == written, "an item has two encodings")
    precondition((try? CBORReader.lengthOfFirstItem(in: [0xFF] + bytes, from: 1, limits)) == end)
    if end < bytes.count { precondition((try? CBORReader.read(bytes, limits)) == nil, "what follows is not refused") }
  }
}
