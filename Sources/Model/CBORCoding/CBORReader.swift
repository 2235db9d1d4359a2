// SPDX-License-Identifier: Apache-2.0

/// Reads CBOR (RFC 8949) from strangers within limits: definite lengths, numbers in their shortest form, keys in any
/// order but each once. Work is linear in the bytes but for sorting keys, and nothing is reserved for what is only claimed.
package struct CBORReader {
  private let bytes: [UInt8]
  private let limits: CBORLimits
  /// The end of the bytes or of the limit.
  private let end: Int
  private var offset: Int
  private var items = 0

  private init(_ bytes: [UInt8], from start: Int, _ limits: CBORLimits) {
    precondition((0...bytes.count).contains(start))
    self.bytes = bytes
    self.limits = limits
    end = start + min(limits.bytes, bytes.count - start)
    offset = start
  }

  /// The one item that the bytes are.
  package static func read(_ bytes: [UInt8], _ limits: CBORLimits) throws(CBORError) -> CBORValue {
    let first = try first(in: bytes, limits)
    guard first.end == bytes.count else { throw .long }
    return first.value
  }

  /// The item that begins at an offset, and where it ends: other bytes may follow, as in authenticator data.
  package static func first(
    in bytes: [UInt8], from start: Int = 0, _ limits: CBORLimits
  ) throws(CBORError) -> (value: CBORValue, end: Int) {
    var reader = CBORReader(bytes, from: start, limits)
    let value = try reader.item(depth: 0)
    return (value, reader.offset)
  }

  /// The bytes of the first item.
  package static func lengthOfFirstItem(
    in bytes: [UInt8], from start: Int = 0, _ limits: CBORLimits
  ) throws(CBORError) -> Int {
    try first(in: bytes, from: start, limits).end - start
  }

  // MARK: - Items

  private mutating func item(depth: Int) throws(CBORError) -> CBORValue {
    items += 1
    guard depth <= limits.depth, items <= limits.items else { throw .tooComplex }
    let initial = try byte()
    let argument = try argument(initial & 0x1F, isSimple: initial >> 5 == 7)
    switch initial >> 5 {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes(Array(bytes[try content(argument)]))
    case 3:
      guard let text = String(validating: bytes[try content(argument)], as: UTF8.self) else { throw .badText }
      return .text(text)
    case 4: return .array(try array(argument, depth))
    case 5: return .map(try map(argument, depth))
    case 7: return try simple(argument)
    default: throw .unsupported
    }
  }

  private mutating func array(_ count: UInt64, _ depth: Int) throws(CBORError) -> [CBORValue] {
    var elements: [CBORValue] = []
    for _ in 0..<(try claimed(count)) { elements.append(try item(depth: depth + 1)) }
    return elements
  }

  private mutating func map(_ count: UInt64, _ depth: Int) throws(CBORError) -> CBORMap {
    var entries: [CBORMap.Entry] = []
    for _ in 0..<(try claimed(count)) {
      let key = try item(depth: depth + 1)
      entries.append(CBORMap.Entry(key, try item(depth: depth + 1)))
    }
    return try CBORMap(entries: entries)
  }

  private func simple(_ value: UInt64) throws(CBORError) -> CBORValue {
    switch value {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    default: throw .unsupported
    }
  }

  // MARK: - Bytes

  private mutating func byte() throws(CBORError) -> UInt8 {
    guard offset < end else { throw end < bytes.count ? .tooLarge : .short }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func argument(_ information: UInt8, isSimple: Bool) throws(CBORError) -> UInt64 {
    guard information >= 24 else { return UInt64(information) }
    guard information <= 27 else { throw information == 31 ? .indefiniteLength : .unsupported }
    // With more than the initial byte, these are floating-point numbers and unassigned values.
    guard !isSimple else { throw .unsupported }
    let count = 1 << Int(information - 24)
    var argument: UInt64 = 0
    for _ in 0..<count { argument = argument << 8 | UInt64(try byte()) }
    let least: UInt64 = count == 1 ? 24 : 1 << UInt64(4 * count)
    guard argument >= least else { throw .notShortest }
    return argument
  }

  private mutating func content(_ count: UInt64) throws(CBORError) -> Range<Int> {
    let count = try claimed(count)
    defer { offset += count }
    return offset..<offset + count
  }

  /// A count of bytes or items, which cannot be more than there are bytes left.
  private func claimed(_ count: UInt64) throws(CBORError) -> Int {
    guard count <= UInt64(bytes.count - offset) else { throw .short }
    guard count <= UInt64(end - offset) else { throw .tooLarge }
    return Int(count)
  }
}
