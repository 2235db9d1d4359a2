// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Words between two marks of Markdown, and what is around them.
package struct InlineMarkdown {
  /// The style that marks give to words.
  package enum Look { case bold, italic, struck, code, link(String), inflected }

  package let before: String
  package let inside: String
  package let after: String
  package let look: Look

  private static let marks: [(String, Look)] = [
    ("**", .bold), ("__", .bold), ("~~", .struck), ("*", .italic), ("_", .italic), ("`", .code),
  ]

  /// The first words between two equal marks, which touch them; nil where there are none.
  package init?(firstIn string: String) {
    var start = string.startIndex
    while start < string.endIndex {
      if string[start] == "[" || string[start] == "^", let link = InlineMarkdown(linkIn: string, at: start) {
        self = link
        return
      }
      for (mark, look) in Self.marks where string[start...].hasPrefix(mark) {
        let opened = string.index(start, offsetBy: mark.count)
        guard opened < string.endIndex, !string[opened].isWhitespace,
          start == string.startIndex || mark != "_" || !string[string.index(before: start)].isLetter,
          let end = string[opened...].range(of: mark), end.lowerBound > opened,
          !string[string.index(before: end.lowerBound)].isWhitespace
        else { continue }
        (before, inside) = (String(string[..<start]), String(string[opened..<end.lowerBound]))
        (after, self.look) = (String(string[end.upperBound...]), look)
        return
      }
      start = string.index(after: start)
    }
    return nil
  }

  /// `[words](address)`, and `^[words](inflect: true)`, whose words stay as they are written.
  private init?(linkIn string: String, at start: String.Index) {
    let isInflected = string[start] == "^"
    let rest = string[start...].dropFirst(isInflected ? 1 : 0)
    guard rest.first == "[", let middle = rest.range(of: "]("), let end = rest[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    (before, inside) = (String(string[..<start]), String(rest[..<middle.lowerBound].dropFirst()))
    after = String(string[end...].dropFirst())
    look = isInflected ? .inflected : .link(String(rest[middle.upperBound..<end]))
  }
}
