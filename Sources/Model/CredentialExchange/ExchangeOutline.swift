// SPDX-License-Identifier: Apache-2.0

/// The ranges of the values of a JSON text (RFC 8259), without any of them: a text may hold secrets, which whoever
/// reads them takes out of it one by one. Names of members are read.
///
/// Bounded in depth and in values. Strict as `JSONReader` is: no name twice in an object, nothing after the value.
enum ExchangeOutline: Sendable, Equatable {
  case object([Member])
  case array([ExchangeOutline])
  /// The range between the quotation marks, escapes and all.
  case string(Range<Int>)
  case number(Range<Int>)
  case bool(Bool)
  case null

  struct Member: Sendable, Equatable {
    let name: String
    let value: ExchangeOutline
  }

  static let deepest = 32
  static let mostValues = 400_000

  init(_ text: Span<UInt8>) throws(ExchangeError) {
    var scanner = JSONScanner()
    self = try scanner.value(in: text, depth: 0)
    scanner.skipSpace(in: text)
    guard scanner.offset == text.count else { throw scanner.error }
  }

  /// The member of an object; nil where it is no object, or has no such member.
  subscript(name: String) -> ExchangeOutline? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var elements: [ExchangeOutline]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}

/// Goes over a JSON text once.
struct JSONScanner {
  private(set) var offset = 0
  private var values = 0

  var error: ExchangeError { .malformed(offset: offset) }

  mutating func value(in text: Span<UInt8>, depth: Int) throws(ExchangeError) -> ExchangeOutline {
    values += 1
    guard depth <= ExchangeOutline.deepest, values <= ExchangeOutline.mostValues else { throw .tooComplex }
    skipSpace(in: text)
    guard offset < text.count else { throw error }
    switch text[offset] {
    case UInt8(ascii: "{"): return .object(try members(in: text, depth))
    case UInt8(ascii: "["): return .array(try elements(in: text, depth))
    case UInt8(ascii: "\""): return .string(try string(in: text))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number(in: text))
    default: return try word(in: text)
    }
  }

  mutating func skipSpace(in text: Span<UInt8>) {
    while offset < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[offset]) { offset += 1 }
  }

  private mutating func word(in text: Span<UInt8>) throws(ExchangeError) -> ExchangeOutline {
    for (word, value) in [("true", ExchangeOutline.bool(true)), ("false", .bool(false)), ("null", .null)] {
      let letters = Array(word.utf8)
      guard text.count - offset >= letters.count, letters.indices.allSatisfy({ text[offset + $0] == letters[$0] })
      else { continue }
      offset += letters.count
      return value
    }
    throw error
  }

  private mutating func elements(in text: Span<UInt8>, _ depth: Int) throws(ExchangeError) -> [ExchangeOutline] {
    offset += 1
    var elements: [ExchangeOutline] = []
    if takeToken("]", in: text) { return [] }
    repeat { elements.append(try value(in: text, depth: depth + 1)) } while takeToken(",", in: text)
    guard takeToken("]", in: text) else { throw error }
    return elements
  }

  private mutating func members(in text: Span<UInt8>, _ depth: Int) throws(ExchangeError) -> [ExchangeOutline.Member] {
    offset += 1
    var members: [ExchangeOutline.Member] = []
    var names: Set<[UInt8]> = []
    if takeToken("}", in: text) { return [] }
    repeat {
      skipSpace(in: text)
      guard offset < text.count, text[offset] == UInt8(ascii: "\"") else { throw error }
      let range = try string(in: text)
      guard let name = JSONText.string(text.extracting(range)), names.insert(Array(name.utf8)).inserted,
        takeToken(":", in: text)
      else { throw error }
      members.append(ExchangeOutline.Member(name: name, value: try value(in: text, depth: depth + 1)))
    } while takeToken(",", in: text)
    guard takeToken("}", in: text) else { throw error }
    return members
  }

  /// `[ minus ] int [ frac ] [ exp ]` (RFC 8259, section 6).
  private mutating func number(in text: Span<UInt8>) throws(ExchangeError) -> Range<Int> {
    let start = offset
    _ = take("-", in: text)
    if !take("0", in: text) { try takeDigits(in: text) }
    if take(".", in: text) { try takeDigits(in: text) }
    if take("e", in: text) || take("E", in: text) {
      if !take("+", in: text) { _ = take("-", in: text) }
      try takeDigits(in: text)
    }
    return start..<offset
  }

  private mutating func takeDigits(in text: Span<UInt8>) throws(ExchangeError) {
    let start = offset
    while offset < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[offset]) { offset += 1 }
    guard offset > start else { throw error }
  }

  /// Escapes are passed over here, and looked at by whoever reads the string.
  private mutating func string(in text: Span<UInt8>) throws(ExchangeError) -> Range<Int> {
    offset += 1
    let start = offset
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return start..<offset - 1
      case UInt8(ascii: "\\"): offset += 2
      case 0..<0x20: throw error
      default: offset += 1
      }
    }
    throw error
  }

  private mutating func takeToken(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    skipSpace(in: text)
    return take(character, in: text)
  }

  private mutating func take(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard offset < text.count, text[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }
}
