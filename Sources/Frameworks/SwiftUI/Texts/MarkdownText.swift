// SPDX-License-Identifier: Apache-2.0
import BundleResources
import Foundation

/// Bold, leaning and struck words of Markdown, and code.
enum MarkdownText {
  private static let marks: [(String, @Sendable (Text) -> Text)] = [
    ("**", { $0.bold() }), ("__", { $0.bold() }), ("~~", { $0.strikethrough() }), ("*", { $0.italic() }),
    ("_", { $0.italic() }), ("`", { $0.monospaced() }),
  ]

  /// `value` makes a value of the text, written as its place says.
  static func parts(of pieces: [TextPiece], _ value: (Int, String) -> Text.Part) -> [Text.Part] {
    // Marks may stand around a value: each is a sign of its own until they were found.
    var values: [Text.Part] = []
    let text = pieces.map { piece in
      switch piece {
      case .words(let words): return words
      case .value(let index, let specifier):
        values.append(value(index, specifier))
        return sign(ofValue: values.count - 1)
      }
    }.joined()
    return parts(of: text, values)
  }

  static func parts(of string: String, _ values: [Text.Part] = []) -> [Text.Part] {
    guard !string.isEmpty else { return [] }
    guard let (before, inside, after, change) = first(in: string) else { return plain(string, values) }
    return parts(of: before, values) + [.text(change(Text(parts: parts(of: inside, values))))]
      + parts(of: after, values)
  }

  // Of a private plane of Unicode: nobody writes them.
  private static let signs: UInt32 = 0xF0000
  static func sign(ofValue index: Int) -> String {
    UnicodeScalar(signs + UInt32(min(index, 0xFFFD))).map { String(Character($0)) } ?? ""
  }

  private static func plain(_ string: String, _ values: [Text.Part]) -> [Text.Part] {
    var parts: [Text.Part] = []
    var text = ""
    func end() {
      let own = text
      if !own.isEmpty { parts.append(.string { _ in own }) }
      text = ""
    }
    for scalar in string.unicodeScalars {
      guard scalar.value >= signs, values.indices.contains(Int(scalar.value - signs)) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      end()
      parts.append(values[Int(scalar.value - signs)])
    }
    end()
    return parts
  }

  /// `[words](address)` is drawn as a link is, and `^[words](inflect: true)` as it is written.
  private static func link(
    in string: String, at start: String.Index
  ) -> (String, String, String, @Sendable (Text) -> Text)? {
    let isInflected = string[start] == "^"
    let rest = string[start...].dropFirst(isInflected ? 1 : 0)
    guard rest.first == "[", let middle = rest.range(of: "]("), let end = rest[middle.upperBound...].firstIndex(of: ")")
    else { return nil }
    let inside = rest[..<middle.lowerBound].dropFirst()
    return (
      String(string[..<start]), String(inside), String(string[end...].dropFirst()),
      { isInflected ? $0 : $0.foregroundStyle(TintShapeStyle()) }
    )
  }

  static func parts(of text: AttributedString) -> [Text.Part] {
    text.runs.map { run -> Text.Part in
      let string = String(text[run.range].characters)
      let part = Text(parts: [.string { _ in string }])
      return .text(run.link == nil ? part : part.foregroundStyle(TintShapeStyle()))
    }
  }

  /// The first word between two equal marks, which touch it.
  private static func first(in string: String) -> (String, String, String, @Sendable (Text) -> Text)? {
    var start = string.startIndex
    while start < string.endIndex {
      if string[start] == "[" || string[start] == "^", let link = link(in: string, at: start) { return link }
      for (mark, change) in marks where string[start...].hasPrefix(mark) {
        let opened = string.index(start, offsetBy: mark.count)
        guard opened < string.endIndex, !string[opened].isWhitespace,
          start == string.startIndex || mark != "_" || !string[string.index(before: start)].isLetter,
          let end = string[opened...].range(of: mark), end.lowerBound > opened,
          !string[string.index(before: end.lowerBound)].isWhitespace
        else { continue }
        return (
          String(string[..<start]), String(string[opened..<end.lowerBound]), String(string[end.upperBound...]), change
        )
      }
      start = string.index(after: start)
    }
    return nil
  }
}
