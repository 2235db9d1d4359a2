// SPDX-License-Identifier: Apache-2.0
package import Foundation
import Threads

/// Texts of languages in a bundle: `LANGUAGE.lproj/TABLE.strings`, or a catalogue, `TABLE.xcstrings`.
package enum LocalizedTexts {
  package static func text(_ key: String, _ table: String?, _ bundle: Bundle, _ locale: Locale) -> String {
    let table = table ?? "Localizable"
    let names = languages(locale)
    let tables = known.withLock { $0[bundle.bundlePath + "/" + table + " " + names[0]] }
    if let tables { return tables[key] ?? key }
    let found = read(table, bundle, names)
    known.withLock { $0[bundle.bundlePath + "/" + table + " " + names[0]] = found }
    return found[key] ?? key
  }

  private static let known = Locked<[String: [String: String]]>([:])

  /// The language with its region, then without, then the developer's.
  private static func languages(_ locale: Locale) -> [String] {
    let name = locale.identifier.replacing("_", with: "-")
    let parts = name.split(separator: "-").map(String.init)
    let language = parts.first ?? "en"
    return [name, language] + (language == "en" ? [] : ["en"]) + ["Base"]
  }

  private static func read(_ table: String, _ bundle: Bundle, _ names: [String]) -> [String: String] {
    for name in names {
      if let path = bundle.path(forResource: table, ofType: "strings", inDirectory: name + ".lproj"),
        let data = FileManager.default.contents(atPath: path),
        let list = try? PropertyListDecoder().decode([String: String].self, from: data)
      {
        return list
      }
    }
    guard let path = bundle.path(forResource: table, ofType: "xcstrings"),
      let data = FileManager.default.contents(atPath: path),
      let catalogue = try? JSONDecoder().decode(Catalogue.self, from: data)
    else { return [:] }
    return catalogue.strings.compactMapValues { entry in
      names.lazy.compactMap { entry.localizations?[$0]?.stringUnit?.value }.first
    }
  }

  /// What a catalogue of Xcode's says of texts without plural forms.
  private struct Catalogue: Decodable {
    let strings: [String: Entry]
    struct Entry: Decodable { let localizations: [String: Localization]? }
    struct Localization: Decodable { let stringUnit: Unit? }
    struct Unit: Decodable { let value: String }
  }
}
