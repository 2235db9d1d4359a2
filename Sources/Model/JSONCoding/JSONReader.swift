// SPDX-License-Identifier: Apache-2.0

/// Reads a JSON text (RFC 8259) within limits. Of what the RFC leaves to a reader it takes the strict choice: no byte
/// order mark, no name twice in an object, no number beyond the range of `Double`, no surrogate without its other half.
package struct JSONReader {
  private let bytes: [UInt8]
  private let limits: JSONLimits
  private var offset = 0
  private var values = 0

  private init(_ bytes: [UInt8], _ limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The one value that the bytes are the text of.
  package static func read(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONError) -> JSONValue {
    guard bytes.count <= limits.bytes else { throw .tooLarge }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed(line: 1) }
    var reader = JSONReader(bytes, limits)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.offset == bytes.count else { throw reader.error }
    return value
  }

  private var error: JSONError { .malformed(line: 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }) }

  // MARK: - Values

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    values += 1
    guard depth <= limits.depth, values <= limits.values else { throw .tooComplex }
    skipSpace()
    guard offset < bytes.count else { throw error }
    switch bytes[offset] {
    case UInt8(ascii: "{"): return .object(try object(depth))
    case UInt8(ascii: "["): return .array(try array(depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: return try word()
    }
  }

  private mutating func word() throws(JSONError) -> JSONValue {
    for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
    where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return value
    }
    throw error
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> [JSONValue] {
    offset += 1
    var elements: [JSONValue] = []
    if takeToken("]") { return [] }
    repeat { elements.append(try value(depth: depth + 1)) } while takeToken(",")
    guard takeToken("]") else { throw error }
    return elements
  }

  /// Readers differ in which member of a repeated name they take, so a repeated name is refused.
  private mutating func object(_ depth: Int) throws(JSONError) -> [JSONValue.Member] {
    offset += 1
    var members: [JSONValue.Member] = []
    var names = JSONNames()
    if takeToken("}") { return [] }
    repeat {
      skipSpace()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { throw error }
      let name = try string()
      guard names.insert(name) else { throw .repeatedName(name) }
      guard takeToken(":") else { throw error }
      members.append(JSONValue.Member(name, try value(depth: depth + 1)))
    } while takeToken(",")
    guard takeToken("}") else { throw error }
    return members
  }

  // MARK: - Numbers

  /// `[ minus ] int [ frac ] [ exp ]` (RFC 8259, section 6).
  private mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    var isWhole = true
    _ = take("-")
    if !take("0") { try takeDigits() }
    if take(".") {
      try takeDigits()
      isWhole = false
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try takeDigits()
      isWhole = false
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let number = Int(text) { return .number(number) }
    guard let number = Double(text), number.isFinite else { throw error }
    return .fraction(number)
  }

  private mutating func takeDigits() throws(JSONError) {
    let start = offset
    while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) { offset += 1 }
    guard offset > start else { throw error }
  }

  // MARK: - Strings

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    var start = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let rest = bytes[start..<offset]
        offset += 1
        return String(decoding: text.isEmpty ? rest : (text + rest)[...], as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[start..<offset]
        offset += 1
        text += try escaped().utf8
        start = offset
      case 0..<0x20: throw error
      default: offset += 1
      }
    }
    throw error
  }

  private mutating func escaped() throws(JSONError) -> String {
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

  /// Four digits, or the two halves of a surrogate pair (RFC 8259, section 7).
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\"), take("u") else { throw error }
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error }
    return scalar
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard offset < bytes.count, let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
        throw error
      }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }

  // MARK: - Steps

  private mutating func takeToken(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    return take(character)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
  }
}
