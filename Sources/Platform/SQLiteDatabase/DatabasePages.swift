// SPDX-License-Identifier: Apache-2.0

/// The rows on the pages of a database, read without the trees that link the pages: a page gives its rows even if no
/// other page leads to it any more. https://sqlite.org/fileformat2.html, sections 1.6 and 2.1.
///
/// Any bytes give some rows or none. The caller decides what rows mean and whether they are genuine.
package struct DatabasePages {
  package static let pageSize = 4096
  /// SQLite has the same limit (`SQLITE_LIMIT_LENGTH`).
  private static let longestRow = 8 << 20

  package enum Value: Equatable, Sendable {
    case null
    case integer(Int64)
    case text([UInt8])
    case blob([UInt8])
  }

  package struct Row: Equatable, Sendable {
    package let number: Int64
    package let values: [Value]
  }

  package let count: Int
  private let page: (Int) -> [UInt8]?

  /// `page` returns the page with a number from 1 to `count`, or nil if it cannot be read.
  package init(count: Int, page: @escaping (Int) -> [UInt8]?) {
    self.count = count
    self.page = page
  }

  package func forEachRow(_ body: (Row) -> Void) {
    for number in stride(from: 1, through: count, by: 1) {
      for row in rows(onPage: number) { body(row) }
    }
  }

  // MARK: - A page

  private enum Kind {
    static let inner: Set<UInt8> = [2, 5]
    static let leafOfIndex: UInt8 = 10
  }

  /// A page with an unknown first byte may be a leaf on which that byte was damaged, so its cells are read as well.
  func rows(onPage number: Int) -> [Row] {
    guard let bytes = page(number), bytes.count == Self.pageSize else { return [] }
    let head = number == 1 ? 100 : 0
    guard !Kind.inner.contains(bytes[head]), bytes[head] != Kind.leafOfIndex else { return [] }
    let cells = Int(bytes[head + 3]) << 8 | Int(bytes[head + 4])
    let first = head + 8
    guard cells > 0, first + 2 * cells <= bytes.count else { return [] }
    return (0..<cells).compactMap { index in
      let start = Int(bytes[first + 2 * index]) << 8 | Int(bytes[first + 2 * index + 1])
      return start >= first + 2 * cells ? row(at: start, in: bytes) : nil
    }
  }

  private func row(at start: Int, in bytes: [UInt8]) -> Row? {
    var reader = RecordReader(bytes, at: start)
    guard let length = reader.varint(), let number = reader.varint(), length > 0, length <= Self.longestRow,
      let record = payload(Int(length), at: reader.position, in: bytes)
    else { return nil }
    return RecordReader.values(of: record).map { Row(number: number, values: $0) }
  }

  /// The bytes of a record, with those that continue on overflow pages.
  private func payload(_ length: Int, at start: Int, in bytes: [UInt8]) -> [UInt8]? {
    let maximum = Self.pageSize - 35
    guard length > maximum else { return bytes.slice(start, length) }
    let least = (Self.pageSize - 12) * 32 / 255 - 23
    let wanted = least + (length - least) % (Self.pageSize - 4)
    let local = wanted <= maximum ? wanted : least
    guard var record = bytes.slice(start, local), let link = bytes.slice(start + local, 4) else { return nil }
    var next = link.bigEndianNumber
    while record.count < length {
      guard next > 1, next <= count, let page = page(next), page.count == Self.pageSize else { return nil }
      record += page[4..<min(Self.pageSize, 4 + length - record.count)]
      next = page[..<4].bigEndianNumber
    }
    return record
  }
}

/// Reads the parts of a record: https://sqlite.org/fileformat2.html, section 2.1.
private struct RecordReader {
  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// A number of one to nine bytes: seven bits in each, eight in the ninth.
  mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      guard index < 8 else { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    return nil
  }

  static func values(of record: [UInt8]) -> [DatabasePages.Value]? {
    var head = RecordReader(record)
    guard let length = head.varint(), length > 0, length <= record.count else { return nil }
    var body = RecordReader(record, at: Int(length))
    var values: [DatabasePages.Value] = []
    while head.position < length {
      guard let type = head.varint(), let value = body.value(of: type) else { return nil }
      values.append(value)
    }
    return head.position == length ? values : nil
  }

  private mutating func value(of type: Int64) -> DatabasePages.Value? {
    switch type {
    case 0: return .null
    case 1...4: return integer(Int(type))
    case 5: return integer(6)
    case 6: return integer(8)
    case 8: return .integer(0)
    case 9: return .integer(1)
    case 12...:
      guard let part = take(Int((type - 12) / 2)) else { return nil }
      return type.isMultiple(of: 2) ? .blob(part) : .text(part)
    // Floating-point numbers and reserved types do not occur in this program's rows.
    default: return nil
    }
  }

  private mutating func integer(_ size: Int) -> DatabasePages.Value? {
    guard let part = take(size), let first = part.first else { return nil }
    let sign: Int64 = first & 0x80 == 0 ? 0 : -1
    return .integer(part.reduce(sign) { $0 << 8 | Int64($1) })
  }

  private mutating func take(_ count: Int) -> [UInt8]? {
    guard let part = bytes.slice(position, count) else { return nil }
    position += count
    return part
  }
}

extension [UInt8] {
  fileprivate func slice(_ start: Int, _ count: Int) -> [UInt8]? {
    guard count >= 0, count <= self.count, start <= self.count - count else { return nil }
    return Array(self[start..<start + count])
  }
}

extension Collection<UInt8> {
  fileprivate var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }
}
