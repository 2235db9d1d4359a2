// SPDX-License-Identifier: Apache-2.0
import AppModel

/// Reads JSON (RFC 8259), held to the limits of property lists. `{"base64": …}`, `{"hex": …}` and `{"date": …}` are data
/// and dates, which JSON has not.
struct JSONText {
  private let bytes: [UInt8]
  private var offset = 0
  private var values = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func read(_ bytes: [UInt8]) throws(WrittenTextError) -> WrittenValue {
    guard bytes.count <= PropertyListLimits.bytes else { throw .tooLarge }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .json(line: 1) }
    var text = JSONText(bytes)
    let value = try text.value(depth: 0)
    text.skipSpace()
    guard text.offset == bytes.count else { throw text.error }
    return value
  }

  private var error: WrittenTextError {
    .json(line: 1 + bytes[..<min(offset, bytes.count)].count { $0 == UInt8(ascii: "\n") })
  }

  // MARK: - Values

  private mutating func value(depth: Int) throws(WrittenTextError) -> WrittenValue {
    values += 1
    guard depth <= PropertyListLimits.depth, values <= PropertyListLimits.values else { throw .tooComplex }
    skipSpace()
    guard offset < bytes.count else { throw error }
    switch bytes[offset] {
    case UInt8(ascii: "{"):
      guard let value = Self.special(try dictionary(depth)) else { throw error }
      return value
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: return try word()
    }
  }

  private mutating func word() throws(WrittenTextError) -> WrittenValue {
    for (word, value) in [("true", WrittenValue.boolean(true)), ("false", .boolean(false)), ("null", .null)]
    where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return value
    }
    throw error
  }

  private mutating func array(_ depth: Int) throws(WrittenTextError) -> WrittenValue {
    offset += 1
    var elements: [WrittenValue] = []
    if skip("]") { return .array([]) }
    repeat { elements.append(try value(depth: depth + 1)) } while skip(",")
    guard skip("]") else { throw error }
    return .array(elements)
  }

  /// A key that stands twice is refused: which one counts would be a guess.
  private mutating func dictionary(_ depth: Int) throws(WrittenTextError) -> [WrittenValue.Member] {
    offset += 1
    var members: [WrittenValue.Member] = []
    var names: Set<String> = []
    if skip("}") { return [] }
    repeat {
      skipSpace()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { throw error }
      let name = try string()
      guard names.insert(name).inserted else { throw .repeatedKey(name) }
      guard skip(":") else { throw error }
      members.append(WrittenValue.Member(name, try value(depth: depth + 1)))
    } while skip(",")
    guard skip("}") else { throw error }
    return members
  }

  /// Nil where a date or data is not written as one.
  private static func special(_ members: [WrittenValue.Member]) -> WrittenValue? {
    guard members.count == 1, let member = members.first, let text = member.value.string else {
      return .dictionary(members)
    }
    switch member.name {
    case "base64": return [UInt8](base64: text).map { .data($0) }
    case "hex": return [UInt8](hexadecimalDigits: text).map { .data($0) }
    case "date": return DateInUTC.seconds(text).map { .date($0) }
    default: return .dictionary(members)
    }
  }

  private mutating func number() throws(WrittenTextError) -> WrittenValue {
    let start = offset
    while offset < bytes.count, Self.isOfNumber(bytes[offset]) { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let isLeadingZero = digits.utf8.count > 1 && digits.hasPrefix("0") && digits.utf8.dropFirst().first != 0x2E
    guard let first = digits.utf8.first, (0x30...0x39).contains(first), !isLeadingZero || digits.contains("e") else {
      throw error
    }
    if let number = Int64(text) { return .number(number) }
    guard let number = Double(text), number.isFinite else { throw error }
    return .fraction(number)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  // MARK: - Strings

  private mutating func string() throws(WrittenTextError) -> String {
    offset += 1
    var text: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape().utf8
      case 0..<0x20: throw error
      default: text.append(byte)
      }
    }
    throw error
  }

  private mutating func escape() throws(WrittenTextError) -> String {
    guard offset < bytes.count else { throw error }
    let byte = bytes[offset]
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return String(try scalar())
    default: throw error
    }
  }

  /// Four digits, or the two halves of a surrogate pair.
  private mutating func scalar() throws(WrittenTextError) -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes[offset...].starts(with: "\\u".utf8) else { throw error }
    offset += 2
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error }
    return scalar
  }

  private mutating func unit() throws(WrittenTextError) -> UInt32 {
    guard let digits = [UInt8](hexadecimalDigits: String(decoding: bytes[offset...].prefix(4), as: UTF8.self)),
      digits.count == 2
    else { throw error }
    offset += 4
    return UInt32(digits[0]) << 8 | UInt32(digits[1])
  }

  // MARK: - Steps

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
  }
}

extension [UInt8] {
  /// Pairs of hexadecimal digits.
  fileprivate init?(hexadecimalDigits text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
