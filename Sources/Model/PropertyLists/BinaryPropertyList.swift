// SPDX-License-Identifier: Apache-2.0

/// Reads Apple's binary form of property lists (`bplist00`).
///
/// Every offset is checked before it is followed. An object that is named in several places is read in each of them, and
/// counts each time: a small text cannot stand for a large value.
package enum BinaryPropertyList {
  package static func read(_ bytes: Span<UInt8>) throws(PropertyListError) -> PropertyListValue {
    guard bytes.count <= PropertyListLimits.bytes else { throw PropertyListError(line: 1, problem: .tooLarge) }
    var reader = try BinaryReader(bytes.indices.map { bytes[$0] })
    return try reader.top()
  }
}

/// The bytes of a list, and where its objects are.
private struct BinaryReader {
  private static let headSize = 8
  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let topObject: Int
  private let table: Int
  private var values = 0

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.count >= Self.headSize + Self.trailerSize, bytes.starts(with: "bplist00".utf8) else {
      throw Self.damaged
    }
    let trailer = bytes.suffix(Self.trailerSize)
    let start = trailer.startIndex
    func number(_ offset: Int) -> UInt64 {
      trailer[start + offset..<start + offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    offsetSize = Int(trailer[start + 6])
    referenceSize = Int(trailer[start + 7])
    let (count, top, table) = (number(8), number(16), number(24))
    let end = UInt64(bytes.count - Self.trailerSize)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0,
      count <= UInt64(PropertyListLimits.bytes), top < count, table >= UInt64(Self.headSize), table <= end,
      count * UInt64(offsetSize) <= end - table
    else { throw Self.damaged }
    self.bytes = bytes
    self.count = Int(count)
    topObject = Int(top)
    self.table = Int(table)
  }

  private static var damaged: PropertyListError { PropertyListError(line: 1, problem: .damagedBinary) }

  mutating func top() throws(PropertyListError) -> PropertyListValue { try object(topObject, depth: 1) }

  private mutating func object(_ index: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
    values += 1
    guard values <= PropertyListLimits.values, depth <= PropertyListLimits.depth else {
      throw PropertyListError(line: 1, problem: .tooComplex)
    }
    guard index < count else { throw Self.damaged }
    let offset = try integer(at: table + index * offsetSize, size: offsetSize)
    guard offset >= UInt64(Self.headSize), offset < UInt64(table) else { throw Self.damaged }
    return try object(at: Int(offset), depth: depth)
  }

  private mutating func object(at offset: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0x0 where low == 8 || low == 9: return .boolean(low == 9)
    case 0x1 where low <= 3: return .integer(Int64(bitPattern: try integer(at: offset + 1, size: 1 << low)))
    case 0x2 where low == 2:
      let number = Float(bitPattern: UInt32(try integer(at: offset + 1, size: 4)))
      guard number.isFinite else { throw Self.damaged }
      return .fraction(Double(number))
    case 0x2 where low == 3: return .fraction(try double(at: offset + 1))
    case 0x3 where low == 3: return .date(try double(at: offset + 1))
    case 0x4:
      let range = try contents(at: offset, low, size: 1)
      return .data(Array(bytes[range]))
    case 0x5:
      let range = try contents(at: offset, low, size: 1)
      guard bytes[range].allSatisfy({ $0 < 0x80 }) else { throw Self.damaged }
      return .string(String(decoding: bytes[range], as: UTF8.self))
    case 0x6: return .string(try wideString(contents(at: offset, low, size: 2)))
    case 0xA: return .array(try elements(contents(at: offset, low, size: referenceSize), depth))
    case 0xD: return .dictionary(try members(contents(at: offset, low, size: 2 * referenceSize), depth))
    default: throw Self.damaged
    }
  }

  private mutating func elements(
    _ range: Range<Int>, _ depth: Int
  ) throws(PropertyListError) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
      elements.append(try object(try reference(at: offset), depth: depth + 1))
    }
    return elements
  }

  /// First all keys, then all values. Of a key that stands twice the first counts, as Foundation has it in this form.
  private mutating func members(
    _ range: Range<Int>, _ depth: Int
  ) throws(PropertyListError) -> [String: PropertyListValue] {
    let half = range.count / 2
    var members: [String: PropertyListValue] = [:]
    for offset in stride(from: range.lowerBound, to: range.lowerBound + half, by: referenceSize) {
      guard case .string(let key) = try object(try reference(at: offset), depth: depth + 1) else { throw Self.damaged }
      let value = try object(try reference(at: offset + half), depth: depth + 1)
      if members[key] == nil { members[key] = value }
    }
    return members
  }

  // MARK: - Parts

  /// Finds the contents of an object: so many parts of that size.
  private func contents(at offset: Int, _ low: Int, size: Int) throws(PropertyListError) -> Range<Int> {
    var (start, count) = (offset + 1, UInt64(low))
    if low == 15 {
      guard start < table, bytes[start] >> 4 == 1, bytes[start] & 15 <= 3 else { throw Self.damaged }
      let width = 1 << Int(bytes[start] & 15)
      count = try integer(at: start + 1, size: width)
      start += 1 + width
    }
    guard start <= table, count <= UInt64(table - start) / UInt64(size) else { throw Self.damaged }
    return start..<start + Int(count) * size
  }

  private func reference(at offset: Int) throws(PropertyListError) -> Int {
    let reference = try integer(at: offset, size: referenceSize)
    guard reference < UInt64(count) else { throw Self.damaged }
    return Int(reference)
  }

  private func integer(at offset: Int, size: Int) throws(PropertyListError) -> UInt64 {
    guard offset + size <= bytes.count else { throw Self.damaged }
    return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func double(at offset: Int) throws(PropertyListError) -> Double {
    let number = Double(bitPattern: try integer(at: offset, size: 8))
    guard number.isFinite else { throw Self.damaged }
    return number
  }

  /// UTF-16, big-endian; half a pair of surrogates is no text.
  private func wideString(_ range: Range<Int>) throws(PropertyListError) -> String {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw Self.damaged }
    return text
  }
}
