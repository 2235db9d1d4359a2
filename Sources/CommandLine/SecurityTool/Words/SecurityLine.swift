// SPDX-License-Identifier: Apache-2.0

/// Splits a line of the interactive mode into words: at blanks that are not quoted or after a backslash.
package enum SecurityLine {
  /// The words of a line; nil where a quote does not end.
  package static func words(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var escapes = false
    for character in line {
      switch character {
      case _ where escapes:
        word = (word ?? "") + String(character)
        escapes = false
      case "\\" where quote != "'": escapes = true
      case _ where character == quote: quote = nil
      case "\"" where quote == nil, "'" where quote == nil:
        quote = character
        word = word ?? ""
      case " " where quote == nil, "\t" where quote == nil:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
