// SPDX-License-Identifier: Apache-2.0

/// Tags and characters of an XML text, one after the other; valid UTF-8 without zero bytes.
struct XMLText {
  enum Tag: Equatable {
    case opening(String), closing(String)
    /// An element without contents: `<true/>`.
    case empty(String)
  }

  private let bytes: [UInt8]
  private var offset = 0
  private var lastTag = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  func error(_ problem: PropertyListError.Problem) -> PropertyListError {
    PropertyListError(line: 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }, problem: problem)
  }

  /// Goes back to before the tag just read.
  mutating func unread() { offset = lastTag }

  // MARK: - What is passed over

  /// A byte order mark, the XML declaration, comments, and one document type without declarations of its own.
  mutating func skipProlog() throws(PropertyListError) {
    _ = skip("\u{FEFF}")
    try skipMisc()
    guard skip("<!DOCTYPE") else { return }
    while let byte = next() {
      switch byte {
      case UInt8(ascii: ">"): return try skipMisc()
      case UInt8(ascii: "["): throw error(.internalSubset)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skip(past: [byte])
      default: break
      }
    }
    throw error(.endsEarly)
  }

  /// White space, comments and processing instructions.
  mutating func skipMisc() throws(PropertyListError) {
    while true {
      skipSpace()
      if skip("<!--") {
        try skip(past: Array("-->".utf8))
      } else if skip("<?") {
        try skip(past: Array("?>".utf8))
      } else {
        return
      }
    }
  }

  // MARK: - Tags

  mutating func tag() throws(PropertyListError) -> Tag {
    lastTag = offset
    guard next() == UInt8(ascii: "<") else { throw isAtEnd ? error(.endsEarly) : error(.expected(.value)) }
    let isClosing = skip("/")
    let name = self.name()
    guard !name.isEmpty else { throw error(.expected(.value)) }
    let isEmpty = try skipAttributes()
    guard isClosing else { return isEmpty ? .empty(name) : .opening(name) }
    guard !isEmpty else { throw error(.expected(.closingTag(name))) }
    return .closing(name)
  }

  private mutating func name() -> String {
    let start = offset
    while offset < bytes.count, Self.isName(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Skips to the end of the tag; whether it ends in a slash.
  private mutating func skipAttributes() throws(PropertyListError) -> Bool {
    while let byte = next() {
      switch byte {
      case UInt8(ascii: ">"): return false
      case UInt8(ascii: "/"):
        guard skip(">") else { throw error(.expected(.value)) }
        return true
      case UInt8(ascii: "\""), UInt8(ascii: "'"): try skip(past: [byte])
      case UInt8(ascii: "<"): throw error(.expected(.value))
      default: break
      }
    }
    throw error(.endsEarly)
  }

  // MARK: - Characters

  /// Reads up to the next tag, with entities and character data sections resolved.
  mutating func characters() throws(PropertyListError) -> String {
    var result: [UInt8] = []
    while offset < bytes.count {
      if skip("<![CDATA[") {
        let start = offset
        try skip(past: Array("]]>".utf8))
        result += bytes[start..<offset - 3]
      } else if skip("<!--") {
        try skip(past: Array("-->".utf8))
      } else if bytes[offset] == UInt8(ascii: "<") {
        return String(decoding: result, as: UTF8.self)
      } else if skip("&") {
        result += try entity().utf8
      } else {
        result.append(bytes[offset])
        offset += 1
      }
    }
    throw error(.endsEarly)
  }

  private mutating func entity() throws(PropertyListError) -> String {
    let start = offset
    guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw error(.unknownEntity(String(decoding: bytes[start...].prefix(8), as: UTF8.self)))
    }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    offset = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard let scalar = Self.scalar(named: name) else { throw error(.unknownEntity(name)) }
      return String(Character(scalar))
    }
  }

  /// `#65` or `#x41`.
  private static func scalar(named name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.utf8.first != UInt8(ascii: "+"), let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      number > 0
    else { return nil }
    return Unicode.Scalar(number)
  }

  // MARK: - Steps

  private mutating func next() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func skip(_ word: String) -> Bool {
    guard bytes[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  private mutating func skip(past word: [UInt8]) throws(PropertyListError) {
    while offset < bytes.count {
      if bytes[offset...].starts(with: word) {
        offset += word.count
        return
      }
      offset += 1
    }
    throw error(.endsEarly)
  }

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
