// SPDX-License-Identifier: Apache-2.0

// MARK: - Text looked at where it lies

/// Secrets are looked at in the memory they were read into: places are passed on, and bytes are not.
extension Span where Element == UInt8 {
  func isSpace(_ place: Int) -> Bool { self[place] == UInt8(ascii: " ") || self[place] == UInt8(ascii: "\t") }

  /// The range without blanks at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(start) { start += 1 }
    while end > start, isSpace(end - 1) { end -= 1 }
    return start..<end
  }

  /// The range without blanks, and without a pair of quotation marks around it.
  func unquoted(_ range: Range<Int>) -> Range<Int> {
    let range = trimmed(range)
    guard range.count > 1,
      let mark = [UInt8(ascii: "\""), UInt8(ascii: "'")].first(where: { self[range.lowerBound] == $0 }),
      self[range.upperBound - 1] == mark
    else { return range }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  func first(_ byte: UInt8, in range: Range<Int>) -> Int? { range.first { self[$0] == byte } }

  func last(_ byte: UInt8, in range: Range<Int>) -> Int? { range.last { self[$0] == byte } }

  func starts(_ range: Range<Int>, with text: StaticString) -> Bool {
    guard range.count >= text.utf8CodeUnitCount else { return false }
    return String(describing: text).utf8.enumerated().allSatisfy { self[range.lowerBound + $0] == $1 }
  }

  func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
    range.count == text.utf8CodeUnitCount && starts(range, with: text)
  }

  /// The first position of a text.
  func find(_ text: StaticString, in range: Range<Int>) -> Int? {
    guard range.count >= text.utf8CodeUnitCount else { return nil }
    return (range.lowerBound...range.upperBound - text.utf8CodeUnitCount).first {
      starts($0..<range.upperBound, with: text)
    }
  }

  /// The text of a name, which is no secret; nil where it is longer than any that is known.
  func name(_ range: Range<Int>) -> String? {
    guard range.count <= 256 else { return nil }
    return String(decoding: range.map { self[$0] }, as: UTF8.self)
  }

  func all(_ range: Range<Int>, _ isAllowed: (UInt8) -> Bool) -> Bool { range.allSatisfy { isAllowed(self[$0]) } }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var isWord: Bool { isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}
