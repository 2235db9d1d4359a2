// SPDX-License-Identifier: Apache-2.0
import BundleResources
import Foundation

/// The inline styles of Markdown: emphasis, strikethrough and code.
enum MarkdownText {
  /// The styled parts of a text. `value` formats an interpolated value by its placeholder.
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
    guard let part = InlineMarkdown(firstIn: string) else { return plain(string, values) }
    let inside = Text(parts: parts(of: part.inside, values))
    return parts(of: part.before, values) + [.text(changed(inside, part.look))] + parts(of: part.after, values)
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

  private static func changed(_ text: Text, _ look: InlineMarkdown.Look) -> Text {
    switch look {
    case .bold: text.bold()
    case .italic: text.italic()
    case .struck: text.strikethrough()
    case .code: text.monospaced()
    case .link: text.foregroundStyle(TintShapeStyle())
    case .inflected: text
    }
  }

  static func parts(of text: AttributedString) -> [Text.Part] {
    text.runs.map { run -> Text.Part in
      let string = String(text[run.range].characters)
      var part = Text(parts: [.string { _ in string }])
      let intent = run.inlinePresentationIntent ?? []
      if intent.contains(.stronglyEmphasized) { part = part.bold() }
      if intent.contains(.emphasized) { part = part.italic() }
      if intent.contains(.strikethrough) { part = part.strikethrough() }
      if intent.contains(.code) { part = part.monospaced() }
      if let font = run.font { part = part.font(font) }
      if let color = run.foregroundColor { part = part.foregroundStyle(color) }
      if let kern = run.kern { part = part.kerning(kern) }
      return .text(run.link == nil ? part : part.foregroundStyle(TintShapeStyle()))
    }
  }
}
