// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A language's own files: `TABLE.strings`, and `TABLE.stringsdict`, whose texts come first.
enum TextTables {
  static func texts(_ table: String, _ bundle: Bundle, _ languages: [String]) -> [String: LocalizedText] {
    for language in languages {
      func content(_ kind: String) -> Data? {
        bundle.path(forResource: table, ofType: kind, inDirectory: language + ".lproj")
          .flatMap { FileManager.default.contents(atPath: $0) }
      }
      let plain = content("strings").flatMap { try? PropertyListDecoder().decode([String: String].self, from: $0) }
      let ruled = content("stringsdict").flatMap { try? PropertyListDecoder().decode([String: Entry].self, from: $0) }
      guard plain != nil || ruled != nil else { continue }
      let rules = (ruled ?? [:]).compactMapValues { text($0.values) }
      return (plain ?? [:]).mapValues { LocalizedText($0) }.merging(rules) { $1 }
    }
    return [:]
  }

  /// The text of an entry of a stringsdict file. Source: Apple, "Stringsdict File Format".
  private static func text(_ entry: [String: Value]) -> LocalizedText? {
    if case .words(let forms) = entry["NSStringDeviceSpecificRuleType"] {
      return LocalizedText(.device(forms.mapValues { .text($0) }))
    }
    if case .words(let forms) = entry["NSStringVariableWidthRuleType"] {
      // The widest: texts are cut where they are drawn.
      return forms.max { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }.map { LocalizedText($0.value) }
    }
    guard case .word(let template) = entry["NSStringLocalizedFormatKey"] else { return nil }
    let variables = entry.compactMapValues { if case .words(let words) = $0 { words } else { nil } }
    return LocalizedText(
      .text(template),
      variables.mapValues { variable in
        let forms = variable.map { (PluralCategory(rawValue: $0.key), LocalizedText.Form.text($0.value)) }
        return LocalizedText.Substitution(
          form: .plural(Dictionary(forms.compactMap { name, form in name.map { ($0, form) } }) { $1 }))
      })
  }

  private struct Entry: Decodable {
    let values: [String: Value]
    init(from decoder: any Decoder) throws { values = try decoder.singleValueContainer().decode([String: Value].self) }
  }

  /// The value of a rule: a word, or words by their names.
  private enum Value: Decodable {
    case word(String)
    case words([String: String])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let word = try? container.decode(String.self) {
        self = .word(word)
      } else if let words = try? container.decode([String: String].self) {
        self = .words(words)
      } else {
        self = .other
      }
    }
  }
}
