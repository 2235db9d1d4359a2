// SPDX-License-Identifier: Apache-2.0

/// Words and bytes of the older text, one after the other.
struct OldStyleText {
  private let text: [Unicode.Scalar]
  private var position = 0
  private var line = 1

  init(_ text: [Unicode.Scalar]) { self.text = text }

  var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  func error(_ problem: PropertyListError.Problem) -> PropertyListError {
    PropertyListError(line: line, problem: problem)
  }

  mutating func advance() {
    if text[position] == "\n" { line += 1 }
    position += 1
  }

  mutating func pass(_ mark: Unicode.Scalar) throws(PropertyListError) {
    guard let next else { throw error(.endsEarly) }
    guard next == mark else { throw error(.expected(.character(Character(mark)))) }
    advance()
  }

  /// Blanks and comments.
  mutating func skip() throws(PropertyListError) {
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

  /// Reads a word: in quotes of either kind, or letters, digits and some marks without.
  mutating func word(_ expected: PropertyListError.Expectation) throws(PropertyListError) -> String {
    guard let first = next else { throw error(.endsEarly) }
    if first == "\"" || first == "'" { return try quoted(first) }
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

  /// Pairs of hexadecimal digits up to the closing bracket.
  mutating func bytes() throws(PropertyListError) -> [UInt8] {
    var digits: [UInt8] = []
    while let scalar = next, scalar != ">" {
      if !scalar.properties.isWhitespace {
        guard let digit = Self.digit(scalar, 16) else { throw error(.badBytes) }
        digits.append(UInt8(digit))
      }
      advance()
    }
    try pass(">")
    guard digits.count.isMultiple(of: 2) else { throw error(.badBytes) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  // MARK: - Quotes

  /// The text as UTF-16, because two escapes may be the halves of one character.
  private mutating func quoted(_ quote: Unicode.Scalar) throws(PropertyListError) -> String {
    advance()
    var units: [UInt16] = []
    while let scalar = next {
      advance()
      switch scalar {
      case quote: return String(decoding: units, as: UTF16.self)
      case "\\": units.append(contentsOf: try escaped())
      default: units.append(contentsOf: String(scalar).utf16)
      }
    }
    throw error(.endsEarly)
  }

  private mutating func escaped() throws(PropertyListError) -> [UInt16] {
    guard let scalar = next else { throw error(.endsEarly) }
    if ("0"..."7").contains(scalar) {
      return String(Self.nextStep(number(radix: 8, digits: 3) & 0xFF)).utf16.map { $0 }
    }
    advance()
    switch scalar {
    case "a": return [0x07]
    case "b": return [0x08]
    case "t": return [0x09]
    case "n": return [0x0A]
    case "v": return [0x0B]
    case "f": return [0x0C]
    case "r": return [0x0D]
    case "U", "u":
      guard let next, Self.digit(next, 16) != nil else { throw error(.badEscape) }
      return [UInt16(number(radix: 16, digits: 4))]
    default: return Array(String(scalar).utf16)
    }
  }

  /// Reads as many digits as there are, up to so many.
  private mutating func number(radix: UInt32, digits: Int) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<digits {
      guard let scalar = next, let digit = Self.digit(scalar, radix) else { break }
      number = number * radix + digit
      advance()
    }
    return number
  }

  private static func digit(_ scalar: Unicode.Scalar, _ radix: UInt32) -> UInt32? {
    guard scalar.isASCII, let digit = Character(scalar).hexDigitValue, digit < radix else { return nil }
    return UInt32(digit)
  }

  /// Octal escapes are of NeXTSTEP's own character set.
  private static func nextStep(_ number: UInt32) -> Character {
    number < 0x80 ? Character(Unicode.Scalar(UInt8(number))) : Character(upperHalf[Int(number) - 0x80])
  }

  private static let upperHalf = Array(
    ("\u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ"
      + "\u{FFFD}\u{FFFD}").unicodeScalars)
}
