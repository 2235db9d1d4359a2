// SPDX-License-Identifier: Apache-2.0

/// Reads the older text of property lists, in which `.strings` files are mostly written: `key = "value";`, lists in
/// parentheses, bytes in angle brackets, comments. The outermost braces may be missing. Of a key that stands twice the last
/// counts, as Foundation has it.
enum OldStylePropertyList {
  /// `text` is what `TextEncoding` gives.
  static func read(text: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    var reader = OldStyleReader(Array(String(decoding: text, as: UTF8.self).unicodeScalars))
    return try reader.document()
  }
}

private struct OldStyleReader {
  private var text: OldStyleText
  private var values = 0

  init(_ scalars: [Unicode.Scalar]) { text = OldStyleText(scalars) }

  mutating func document() throws(PropertyListError) -> PropertyListValue {
    try text.skip()
    guard let first = text.next, first == "{" || first == "(" else { return .dictionary(try members(end: nil, 1)) }
    let value = try value(0)
    try text.skip()
    guard text.next == nil else { throw text.error(.expected(.end)) }
    return value
  }

  private mutating func value(_ depth: Int) throws(PropertyListError) -> PropertyListValue {
    values += 1
    guard values <= PropertyListLimits.values, depth < PropertyListLimits.depth else { throw text.error(.tooComplex) }
    switch text.next {
    case "{":
      text.advance()
      return .dictionary(try members(end: "}", depth + 1))
    case "(":
      text.advance()
      return .array(try elements(depth + 1))
    case "<":
      text.advance()
      return .data(try text.bytes())
    default: return .string(try text.word(.value))
    }
  }

  /// Reads the members up to the closing brace, or to the end of the text.
  private mutating func members(
    end: Unicode.Scalar?, _ depth: Int
  ) throws(PropertyListError) -> [String: PropertyListValue] {
    var members: [String: PropertyListValue] = [:]
    while true {
      try text.skip()
      if text.next == end {
        if end != nil { text.advance() }
        return members
      }
      let key = try text.word(.key)
      try text.skip()
      var value = PropertyListValue.string(key)
      if text.next == "=" {
        text.advance()
        try text.skip()
        value = try self.value(depth)
        try text.skip()
      }
      try text.pass(";")
      values += 1
      guard values <= PropertyListLimits.values else { throw text.error(.tooComplex) }
      members[key] = value
    }
  }

  private mutating func elements(_ depth: Int) throws(PropertyListError) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    while true {
      try text.skip()
      if text.next == ")" { break }
      elements.append(try value(depth))
      try text.skip()
      if text.next == ")" { break }
      try text.pass(",")
    }
    text.advance()
    return elements
  }
}
