// SPDX-License-Identifier: Apache-2.0
import MessageBus

/// Values of every type, out of bytes.
struct BusValueReader {
  private var rest: ArraySlice<UInt8>
  /// Words that a dictionary's keys are mostly made of.
  private let keys: [String]

  init(_ bytes: [UInt8], keys: [String]) {
    rest = bytes[...]
    self.keys = keys
  }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
  private mutating func number() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }
  mutating func text() -> String {
    let count = Int(byte()) << (byte() % 4)
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  private mutating func key() -> BusValue {
    let kind = byte()
    return kind == 255 ? value(depth: 4) : .string(kind < 200 ? keys[Int(kind) % keys.count] : text())
  }

  mutating func value(depth: Int) -> BusValue {
    switch byte() % (depth < 4 ? 15 : 11) {
    case 0: .byte(byte())
    case 1: .boolean(byte() & 1 == 1)
    case 2: .int32(Int32(truncatingIfNeeded: number()))
    case 3: .uint32(UInt32(truncatingIfNeeded: number()))
    case 4: .int64(Int64(bitPattern: number()))
    case 5: .uint64(number())
    case 6: .double(Double(bitPattern: number()))
    case 7, 8: .string(text())
    case 9: .objectPath(text())
    case 10: .bytes(Array(text().utf8))
    case 11: .array(of: "v", elements(depth))
    case 12: .structure(elements(depth))
    case 13: .variant(value(depth: depth + 1))
    default:
      .dictionary(
        keys: "s", values: "v",
        (0..<(Int(byte()) % 8)).map { _ in BusEntry(key: key(), value: .variant(value(depth: depth + 1))) })
    }
  }

  private mutating func elements(_ depth: Int) -> [BusValue] {
    (0..<(Int(byte()) % 8)).map { _ in value(depth: depth + 1) }
  }
}
