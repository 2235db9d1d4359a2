// SPDX-License-Identifier: Apache-2.0

/// Goes through a text line by line. Lines end with a line feed, and with a carriage return before it where there is one.
struct LineCursor {
  private var place = 0
  /// The number of the line that was given last, counted from 1.
  private(set) var number = 0

  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    guard place < bytes.count else { return nil }
    let end = bytes.first(UInt8(ascii: "\n"), in: place..<bytes.count) ?? bytes.count
    let start = place
    (place, number) = (end + 1, number + 1)
    return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }

  /// The next line that is neither empty nor a comment, without blanks around it.
  mutating func nextStatement(in bytes: Span<UInt8>) -> Range<Int>? {
    while let line = next(in: bytes) {
      let line = bytes.trimmed(line)
      if let first = line.first, bytes[first] != UInt8(ascii: "#"), bytes[first] != UInt8(ascii: ";") { return line }
    }
    return nil
  }
}
