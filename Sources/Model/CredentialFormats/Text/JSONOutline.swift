// SPDX-License-Identifier: Apache-2.0

/// An object of a JSON text (RFC 8259), as the places of its members: what they hold stays where it is.
package struct JSONOutline {
  package struct Member: Equatable, Sendable {
    /// The range of the name with its quotation marks.
    package let name: Range<Int>
    package let value: Range<Int>
    package var all: Range<Int> { name.lowerBound..<value.upperBound }
  }

  package let members: [Member]
  package let range: Range<Int>

  private static let deepest = 32
  private static let most = 10_000

  /// The object that the text is; nil where it is another value, or no JSON.
  package init?(of text: Range<Int>, in bytes: Span<UInt8>) {
    var reader = OutlineReader(place: text.lowerBound, end: text.upperBound)
    reader.skipSpace(bytes)
    let start = reader.place
    guard let members = reader.object(bytes, depth: Self.deepest, most: Self.most) else { return nil }
    range = start..<reader.place
    reader.skipSpace(bytes)
    guard reader.place == text.upperBound else { return nil }
    self.members = members
  }

  /// The last member of this name, as most readers take it; nil where it is written with escapes.
  package func member(_ name: StaticString, in bytes: Span<UInt8>) -> Member? {
    members.last { bytes.equals($0.name.lowerBound + 1..<$0.name.upperBound - 1, name) }
  }

  /// The range between the quotation marks of a text, which has escapes yet; nil of other values.
  package static func text(_ value: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard value.count > 1, bytes[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return value.lowerBound + 1..<value.upperBound - 1
  }
}

private struct OutlineReader {
  private(set) var place: Int
  let end: Int
  private var values = 0

  init(place: Int, end: Int) { (self.place, self.end) = (place, end) }

  mutating func skipSpace(_ bytes: Span<UInt8>) {
    while place < end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  mutating func object(_ bytes: Span<UInt8>, depth: Int, most: Int) -> [JSONOutline.Member]? {
    guard depth > 0, take("{", bytes) else { return nil }
    var members: [JSONOutline.Member] = []
    if take("}", bytes) { return [] }
    repeat {
      skipSpace(bytes)
      let start = place
      guard string(bytes) else { return nil }
      let name = start..<place
      guard take(":", bytes) else { return nil }
      skipSpace(bytes)
      let value = place
      guard self.value(bytes, depth: depth - 1, most: most) else { return nil }
      members.append(JSONOutline.Member(name: name, value: value..<place))
    } while take(",", bytes)
    return take("}", bytes) ? members : nil
  }

  private mutating func value(_ bytes: Span<UInt8>, depth: Int, most: Int) -> Bool {
    values += 1
    guard depth > 0, values <= most, place < end else { return false }
    switch bytes[place] {
    case UInt8(ascii: "{"): return object(bytes, depth: depth, most: most) != nil
    case UInt8(ascii: "["): return array(bytes, depth: depth, most: most)
    case UInt8(ascii: "\""): return string(bytes)
    default: return word(bytes)
    }
  }

  private mutating func array(_ bytes: Span<UInt8>, depth: Int, most: Int) -> Bool {
    guard take("[", bytes) else { return false }
    if take("]", bytes) { return true }
    repeat {
      skipSpace(bytes)
      guard value(bytes, depth: depth - 1, most: most) else { return false }
    } while take(",", bytes)
    return take("]", bytes)
  }

  /// Numbers and `true`, `false`, `null`, which are not told apart here.
  private mutating func word(_ bytes: Span<UInt8>) -> Bool {
    let start = place
    while place < end, bytes[place].isWord || bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: "+") {
      place += 1
    }
    return place > start
  }

  private mutating func string(_ bytes: Span<UInt8>) -> Bool {
    guard place < end, bytes[place] == UInt8(ascii: "\"") else { return false }
    place += 1
    while place < end {
      let byte = bytes[place]
      place += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return place <= end }
      if byte < 0x20 { return false }
    }
    return false
  }

  private mutating func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    skipSpace(bytes)
    guard place < end, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }
}
