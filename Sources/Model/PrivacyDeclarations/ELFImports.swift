// SPDX-License-Identifier: Apache-2.0

/// The symbols that a program or a library takes from others, as its dynamic section lists them.
///
/// Of untrusted bytes: each offset is checked against the file, and no count is trusted beyond what the file could hold.
package struct ELFImports: Sendable {
  package let symbols: [String]

  package static let largestFile = 256 << 20
  private static let mostSymbols = 1_000_000
  private static let mostHeaders = 4096
  private static let longestName = 4096

  package enum Problem: Error, Sendable, Equatable { case notELF, malformed }

  package static func isELF(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 64 && bytes[0] == 0x7F && bytes[1] == 0x45 && bytes[2] == 0x4C && bytes[3] == 0x46
  }

  package init(_ bytes: Span<UInt8>) throws(Problem) {
    guard Self.isELF(bytes) else { throw .notELF }
    let reader = try Reader(bytes)
    var found: [String] = []
    if let table = try reader.table(bytes) {
      for index in 1..<max(1, table.count) {
        let entry = try reader.symbol(index, of: table, bytes)
        guard entry.section == 0, entry.name > 0 else { continue }
        found.append(try reader.name(at: entry.name, of: table, bytes))
      }
    }
    symbols = found
  }

  struct Table {
    let symbols: Int
    let names: Int
    let namesEnd: Int
    let count: Int
  }

  private struct Segment {
    let address: UInt64
    let offset: UInt64
    let size: UInt64
  }

  private struct Reader {
    let isWide: Bool
    let isBigEndian: Bool

    init(_ bytes: Span<UInt8>) throws(Problem) {
      switch (bytes[4], bytes[5]) {
      case (1, 1): (isWide, isBigEndian) = (false, false)
      case (1, 2): (isWide, isBigEndian) = (false, true)
      case (2, 1): (isWide, isBigEndian) = (true, false)
      case (2, 2): (isWide, isBigEndian) = (true, true)
      default: throw .malformed
      }
    }

    private var symbolSize: Int { isWide ? 24 : 16 }
    private var wordSize: Int { isWide ? 8 : 4 }

    func number(_ size: Int, at offset: Int, _ bytes: Span<UInt8>) throws(Problem) -> UInt64 {
      guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { throw .malformed }
      var value: UInt64 = 0
      for index in 0..<size {
        value |= UInt64(bytes[offset + index]) << UInt64(8 * (isBigEndian ? size - 1 - index : index))
      }
      return value
    }

    private func offset(_ value: UInt64) throws(Problem) -> Int {
      guard value <= UInt64(ELFImports.largestFile) else { throw .malformed }
      return Int(value)
    }

    /// The table of imports; nil for a file that is linked to nothing.
    func table(_ bytes: Span<UInt8>) throws(Problem) -> Table? {
      let headers = try offset(number(wordSize, at: isWide ? 32 : 28, bytes))
      let size = Int(try number(2, at: isWide ? 54 : 42, bytes))
      let count = Int(try number(2, at: isWide ? 56 : 44, bytes))
      guard count <= ELFImports.mostHeaders, count == 0 || size >= (isWide ? 56 : 32) else { throw .malformed }
      var segments: [Segment] = []
      var dynamic: Segment?
      for index in 0..<count {
        let at = headers + index * size
        let type = try number(4, at: at, bytes)
        let segment = Segment(
          address: try number(wordSize, at: at + (isWide ? 16 : 8), bytes),
          offset: try number(wordSize, at: at + (isWide ? 8 : 4), bytes),
          size: try number(wordSize, at: at + (isWide ? 32 : 16), bytes))
        if type == 1 { segments.append(segment) }
        if type == 2 { dynamic = segment }
      }
      guard let dynamic else { return nil }
      return try table(dynamic, segments, bytes)
    }

    private func table(_ dynamic: Segment, _ segments: [Segment], _ bytes: Span<UInt8>) throws(Problem) -> Table? {
      var values: [UInt64: UInt64] = [:]
      let start = try offset(dynamic.offset)
      let entries = try offset(dynamic.size) / (2 * wordSize)
      for index in 0..<min(entries, ELFImports.mostHeaders) {
        let at = start + index * 2 * wordSize
        let tag = try number(wordSize, at: at, bytes)
        if tag == 0 { break }
        values[tag] = try number(wordSize, at: at + wordSize, bytes)
      }
      guard let symbols = values[6], let names = values[5], let size = values[10] else { return nil }
      let symbolsAt = try place(symbols, segments)
      let namesAt = try place(names, segments)
      let namesSize = try offset(size)
      guard namesAt <= bytes.count, namesSize <= bytes.count - namesAt else { throw .malformed }
      let count = try count(values, segments, symbolsAt, bytes)
      guard count <= ELFImports.mostSymbols else { throw .malformed }
      return Table(symbols: symbolsAt, names: namesAt, namesEnd: namesAt + namesSize, count: count)
    }

    /// The number of symbols: of the old hash table the number of chains; of the new one the first symbol that it has,
    /// as imported symbols lie before.
    private func count(
      _ values: [UInt64: UInt64], _ segments: [Segment], _ symbols: Int, _ bytes: Span<UInt8>
    ) throws(Problem) -> Int {
      if let hash = values[4] { return Int(try number(4, at: try place(hash, segments) + 4, bytes)) }
      if let hash = values[0x6FFF_FEF5] {
        let at = try place(hash, segments)
        let first = Int(try number(4, at: at + 4, bytes))
        // A table without entries has 1 there in the place of a count.
        return first
      }
      return 0
    }

    private func place(_ address: UInt64, _ segments: [Segment]) throws(Problem) -> Int {
      for segment in segments where address >= segment.address && address - segment.address < segment.size {
        let (sum, isTooLarge) = segment.offset.addingReportingOverflow(address - segment.address)
        guard !isTooLarge else { throw .malformed }
        return try offset(sum)
      }
      throw .malformed
    }

    func symbol(_ index: Int, of table: Table, _ bytes: Span<UInt8>) throws(Problem) -> (name: Int, section: UInt64) {
      let at = table.symbols + index * symbolSize
      let name = Int(try number(4, at: at, bytes))
      return (name, try number(2, at: at + (isWide ? 6 : 14), bytes))
    }

    func name(at offset: Int, of table: Table, _ bytes: Span<UInt8>) throws(Problem) -> String {
      guard offset < table.namesEnd - table.names else { throw .malformed }
      var name: [UInt8] = []
      var at = table.names + offset
      while at < table.namesEnd, bytes[at] != 0, name.count < ELFImports.longestName {
        name.append(bytes[at])
        at += 1
      }
      return String(decoding: name, as: UTF8.self)
    }
  }
}
