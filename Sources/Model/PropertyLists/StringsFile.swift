// SPDX-License-Identifier: Apache-2.0

/// `InfoPlist.strings` and the like: what texts are called in one language.
///
/// Either a property list that is a dictionary of strings, or Apple's older text: `key = "value";`, with comments, in UTF-8 or
/// UTF-16 with a mark of its order. A text for a key that stands twice is refused.
package enum StringsFile {
  package static func read(_ bytes: Span<UInt8>) throws(PropertyListError) -> [String: String] {
    guard bytes.count <= PropertyListLimits.bytes else { throw PropertyListError(line: 1, problem: .tooLarge) }
    let all = (0..<bytes.count).map { bytes[$0] }
    if all.starts(with: Array("bplist".utf8)) || isXML(all) {
      guard let values = try PropertyList.read(bytes).dictionary else {
        throw PropertyListError(line: 1, problem: .expected(.key))
      }
      return values.compactMapValues(\.string)
    }
    var reader = StringsReader(try text(all))
    return try reader.read()
  }

  private static func isXML(_ bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    return start.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "<")
  }

  private static func text(_ bytes: [UInt8]) throws(PropertyListError) -> [Unicode.Scalar] {
    let text: String?
    switch bytes.prefix(2) {
    case [0xFE, 0xFF]: text = String(validating: units(bytes.dropFirst(2), high: 0), as: UTF16.self)
    case [0xFF, 0xFE]: text = String(validating: units(bytes.dropFirst(2), high: 1), as: UTF16.self)
    default: text = String(validating: bytes, as: UTF8.self)
    }
    guard let text,
      bytes.count.isMultiple(of: 2) || bytes.prefix(2) != [0xFE, 0xFF] && bytes.prefix(2) != [0xFF, 0xFE]
    else { throw PropertyListError(line: 1, problem: .notUTF8) }
    return Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
  }

  private static func units(_ bytes: ArraySlice<UInt8>, high: Int) -> [UInt16] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + 1 - high])
    }
  }
}

private struct StringsReader {
  private let text: [Unicode.Scalar]
  private var position = 0
  private var line = 1

  init(_ text: [Unicode.Scalar]) { self.text = text }

  mutating func read() throws(PropertyListError) -> [String: String] {
    var strings: [String: String] = [:]
    while true {
      try skip()
      guard position < text.count else { return strings }
      guard strings.count < PropertyListLimits.values else { throw error(.tooComplex) }
      let key = try word(.key)
      try skip()
      var value = key
      if next == "=" {
        advance()
        try skip()
        value = try word(.value)
        try skip()
      }
      guard next == ";" else { throw error(position < text.count ? .expected(.end) : .endsEarly) }
      advance()
      guard strings.updateValue(value, forKey: key) == nil else { throw error(.repeatedKey(key)) }
    }
  }

  // MARK: - Parts

  private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  private func error(_ problem: PropertyListError.Problem) -> PropertyListError {
    PropertyListError(line: line, problem: problem)
  }

  private mutating func advance() {
    if text[position] == "\n" { line += 1 }
    position += 1
  }

  /// Blanks and comments.
  private mutating func skip() throws(PropertyListError) {
    while let scalar = next {
      let follows = position + 1 < text.count ? text[position + 1] : " "
      if scalar == "/", follows == "/" {
        while let scalar = next, scalar != "\n" { advance() }
      } else if scalar == "/", follows == "*" {
        advance()
        advance()
        while next != "*" || position + 1 >= text.count || text[position + 1] != "/" {
          guard position < text.count else { throw error(.endsEarly) }
          advance()
        }
        advance()
        advance()
      } else if scalar.properties.isWhitespace {
        advance()
      } else {
        return
      }
    }
  }

  private mutating func word(_ expected: PropertyListError.Expectation) throws(PropertyListError) -> String {
    if next == "\"" { return try quoted() }
    var scalars = String.UnicodeScalarView()
    while let scalar = next, Self.isPlain(scalar) {
      scalars.append(scalar)
      advance()
    }
    guard !scalars.isEmpty else { throw error(.expected(expected)) }
    return String(scalars)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_.-:$/".unicodeScalars.contains(scalar))
  }

  private mutating func quoted() throws(PropertyListError) -> String {
    advance()
    var scalars = String.UnicodeScalarView()
    while let scalar = next {
      advance()
      switch scalar {
      case "\"": return String(scalars)
      case "\\": scalars.append(contentsOf: try escaped())
      default: scalars.append(scalar)
      }
    }
    throw error(.endsEarly)
  }

  private mutating func escaped() throws(PropertyListError) -> [Unicode.Scalar] {
    guard let scalar = next else { throw error(.endsEarly) }
    advance()
    switch scalar {
    case "n": return ["\n"]
    case "t": return ["\t"]
    case "r": return ["\r"]
    case "U", "u":
      let digits = String(String.UnicodeScalarView(text[position..<min(position + 4, text.count)]))
      guard digits.utf8.count == 4, let number = UInt32(digits, radix: 16), let unit = Unicode.Scalar(number) else {
        throw error(.expected(.value))
      }
      position += 4
      return [unit]
    default: return [scalar]
    }
  }
}
