// SPDX-License-Identifier: Apache-2.0

/// Swift's text, which the compiler has parsed before.
struct SourceText {
  private var rest: Substring
  private var kept = ""

  init(_ text: String) { rest = text[...] }

  /// A blank stands where a comment was. What looks like one in a string is none.
  var withoutComments: String {
    var reader = self
    reader.readCode(until: nil)
    return reader.kept
  }

  /// Up to the parenthesis that closes an interpolation, or to the end.
  private mutating func readCode(until end: Character?) {
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        skipBlock()
      } else if character == "\"" || character == "#", let marks = stringMarks {
        readString(marks)
      } else {
        if character == end, depth == 0 { return }
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        take(1)
      }
    }
  }

  private mutating func take(_ count: Int) {
    kept += rest.prefix(count)
    rest = rest.dropFirst(count)
  }

  /// Blocks may stand in blocks.
  private mutating func skipBlock() {
    var depth = 0
    repeat {
      let (opens, closes) = (rest.hasPrefix("/*"), rest.hasPrefix("*/"))
      depth += opens ? 1 : closes ? -1 : 0
      rest = rest.dropFirst(opens || closes ? 2 : 1)
    } while depth > 0 && !rest.isEmpty
    kept += " "
  }

  /// The signs that begin a string here: `#` as often as there are, and one or three quotes.
  private var stringMarks: (hashes: Int, quotes: Int)? {
    let hashes = rest.prefix { $0 == "#" }.count
    let quoted = rest.dropFirst(hashes)
    guard quoted.first == "\"" else { return nil }
    return (hashes, quoted.hasPrefix("\"\"\"") ? 3 : 1)
  }

  private mutating func readString(_ marks: (hashes: Int, quotes: Int)) {
    let hashes = String(repeating: "#", count: marks.hashes)
    let end = String(repeating: "\"", count: marks.quotes) + hashes
    take(marks.hashes + marks.quotes)
    while !rest.isEmpty, !rest.hasPrefix(end) {
      if rest.hasPrefix("\\" + hashes + "(") {
        take(2 + marks.hashes)
        readCode(until: ")")
      } else if rest.hasPrefix("\\" + hashes) {
        take(2 + marks.hashes)
      } else {
        take(1)
      }
    }
    take(end.count)
  }
}
