// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Threads

/// Texts of languages in a bundle: `LANGUAGE.lproj/TABLE.strings` and `TABLE.stringsdict`, or a catalogue, `TABLE.xcstrings`.
package enum LocalizedTexts {
  /// A text of the bundle in the locale's language, with places for values.
  ///
  /// - Parameters:
  ///   - key: The text's name.
  ///   - standard: The text where there is none in the bundle: the name itself, unless given.
  ///   - table: The file's name; nil is `Localizable`.
  ///   - bundle: The bundle.
  ///   - locale: Of the language, and of the language's plural forms.
  ///   - numbers: The values that are put in, as far as they are numbers.
  /// - Returns: Words and places of values.
  package static func pieces(
    of key: String, else standard: String? = nil, _ table: String?, _ bundle: Bundle, _ locale: Locale,
    numbers: [Double?] = []
  ) -> [TextPiece] {
    let text = texts(table ?? "Localizable", bundle, locale)[key] ?? LocalizedText(standard ?? key)
    return text.pieces(numbers, locale)
  }

  private static let known = Locked<[String: [String: LocalizedText]]>([:])

  private static func texts(_ table: String, _ bundle: Bundle, _ locale: Locale) -> [String: LocalizedText] {
    let languages = languages(locale, of: bundle)
    let name = bundle.bundlePath + "/" + table + " " + languages[0]
    if let texts = known.withLock({ $0[name] }) { return texts }
    let catalogue = TextCatalogue.texts(table, bundle, languages)
    let found = catalogue.merging(TextTables.texts(table, bundle, languages)) { $1 }
    known.withLock { $0[name] = found }
    return found
  }

  /// The language as it is named, then with less and less beside it, then the developer's.
  static func languages(_ locale: Locale, of bundle: Bundle) -> [String] {
    let name = locale.identifier.prefix { $0 != "@" }.replacing("_", with: "-")
    var parts = name.split(separator: "-").map(String.init)
    var names: [String] = []
    while !parts.isEmpty {
      names.append(parts.joined(separator: "-"))
      if parts.count == 2, parts[0] == "zh", parts[1].count == 2 {
        names.append(["TW", "HK", "MO"].contains(parts[1]) ? "zh-Hant" : "zh-Hans")
      }
      parts.removeLast()
    }
    if ["nb", "nn"].contains(names.last) { names.append("no") }
    if names.last == "no" { names.append("nb") }
    // Foundation's own `developmentLocalization` ends the process on Linux where the bundle names none (6.3).
    names += [bundle.object(forInfoDictionaryKey: "CFBundleDevelopmentRegion") as? String, "en", "Base"]
      .compactMap(\.self)
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
