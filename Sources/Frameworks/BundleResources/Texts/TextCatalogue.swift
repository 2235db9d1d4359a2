// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A catalogue of Xcode's, `TABLE.xcstrings`: the texts of all languages.
struct TextCatalogue: Decodable {
  let sourceLanguage: String?
  let strings: [String: Entry]

  struct Entry: Decodable { let localizations: [String: Localization]? }

  struct Localization: Decodable {
    let stringUnit: Unit?
    let variations: Variations?
    let substitutions: [String: Substitution]?

    var form: LocalizedText.Form? { stringUnit.map { .text($0.value) } ?? variations?.form }
  }

  struct Unit: Decodable { let value: String }

  /// The variations of a text by number or by device; each may vary once more.
  struct Variations: Decodable {
    let plural: [String: Localization]?
    let device: [String: Localization]?

    var form: LocalizedText.Form? {
      if let device { return .device(device.compactMapValues(\.form)) }
      guard let plural else { return nil }
      let forms = plural.compactMap { name, variation in
        PluralCategory(rawValue: name).flatMap { name in variation.form.map { (name, $0) } }
      }
      return .plural(Dictionary(forms) { $1 })
    }
  }

  struct Substitution: Decodable {
    let argNum: Int?
    let formatSpecifier: String?
    let stringUnit: Unit?
    let variations: Variations?
  }

  static func texts(_ table: String, _ bundle: Bundle, _ languages: [String]) -> [String: LocalizedText] {
    guard let path = bundle.path(forResource: table, ofType: "xcstrings"),
      let data = FileManager.default.contents(atPath: path),
      let catalogue = try? JSONDecoder().decode(TextCatalogue.self, from: data)
    else { return [:] }
    let names = languages + [catalogue.sourceLanguage].compactMap(\.self)
    return catalogue.strings.compactMapValues { entry in
      names.lazy.compactMap { entry.localizations?[$0] }.compactMap(text).first
    }
  }

  private static func text(_ localization: Localization) -> LocalizedText? {
    let substitutions = (localization.substitutions ?? [:]).compactMapValues { substitution in
      (substitution.stringUnit.map { .text($0.value) } ?? substitution.variations?.form).map {
        LocalizedText.Substitution(
          place: substitution.argNum, specifier: substitution.formatSpecifier.map { "%" + $0 }, form: $0)
      }
    }
    return localization.form.map { LocalizedText($0, substitutions) }
  }
}
