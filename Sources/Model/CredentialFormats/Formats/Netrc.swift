// SPDX-License-Identifier: Apache-2.0

/// `.netrc`: words between blanks and line ends, as the manual page netrc(5) of ftp and curl's documentation have it.
enum Netrc {
  static func find(in bytes: Span<UInt8>) -> [PlainSecret] {
    var words = WordCursor()
    var found: [PlainSecret] = []
    var isEntry = false
    while let word = words.keyword(in: bytes) {
      if bytes.equals(word, "default") {
        isEntry = true
      } else if bytes.equals(word, "macdef") {
        words.skipMacro(in: bytes)
      } else if bytes.equals(word, "machine") {
        guard words.next(in: bytes) != nil else { return [] }
        isEntry = true
      } else if bytes.equals(word, "login") || bytes.equals(word, "account") {
        guard words.next(in: bytes) != nil else { return [] }
      } else if bytes.equals(word, "password") {
        guard isEntry, let value = words.next(in: bytes) else { return [] }
        if !SecretPlaceholder.isAt(bytes.unquoted(value), in: bytes) {
          found.append(PlainSecret(.password, .netrc, line: words.line))
        }
      } else {
        return []
      }
    }
    return found
  }
}

/// Goes from word to word.
private struct WordCursor {
  private var place = 0
  /// The line of the word given last, counted from 1.
  private(set) var line = 1

  /// The next keyword, before which a comment may stand.
  mutating func keyword(in bytes: Span<UInt8>) -> Range<Int>? {
    while let word = next(in: bytes) {
      guard bytes[word.lowerBound] == UInt8(ascii: "#") else { return word }
      place = bytes.first(UInt8(ascii: "\n"), in: word.lowerBound..<bytes.count) ?? bytes.count
    }
    return nil
  }

  /// A word in quotation marks may have blanks in it.
  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    while place < bytes.count, bytes[place] <= 0x20 {
      if bytes[place] == UInt8(ascii: "\n") { line += 1 }
      place += 1
    }
    guard place < bytes.count else { return nil }
    let start = place
    let isQuoted = bytes[place] == UInt8(ascii: "\"")
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") {
      if isQuoted {
        if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count, bytes[place + 1] != UInt8(ascii: "\n") {
          place += 1
        } else if bytes[place] == UInt8(ascii: "\"") {
          place += 1
          break
        }
      } else if bytes[place] <= 0x20 {
        break
      }
      place += 1
    }
    return start..<place
  }

  /// A macro ends with an empty line.
  mutating func skipMacro(in bytes: Span<UInt8>) {
    while place < bytes.count {
      let end = bytes.first(UInt8(ascii: "\n"), in: place..<bytes.count) ?? bytes.count
      let isLast = end + 1 >= bytes.count || bytes[end + 1] == UInt8(ascii: "\n")
      if end < bytes.count { line += 1 }
      place = min(end + 1, bytes.count)
      if isLast { return }
    }
  }
}
