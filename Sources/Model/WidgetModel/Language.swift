// SPDX-License-Identifier: Apache-2.0

/// A language and region, as Foundation's locales are called: `de`, `pt_BR`, `zh-Hant_TW`.
package struct Language: Sendable, Equatable {
  package let identifier: String

  private static let longest = 40
  /// The languages, or scripts where a language has several, that are written from right to left.
  private static let fromRight: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
    "arab", "hebr", "thaa",
  ]

  /// The platform's usual one.
  package static let english = Language(identifier: "en_US")

  private init(identifier: String) { self.identifier = identifier }

  /// Reads the name of a language; nil where it cannot be one.
  package init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) }
    }
    guard isPlain, text.utf8.count <= Self.longest, let first = parts.first, (2...3).contains(first.count) else {
      return nil
    }
    identifier = text
  }

  /// The language of a locale variable of the environment: `de_DE.UTF-8`, `ca_ES@valencia`. `C` and `POSIX` say no
  /// language.
  package init?(environment value: String) {
    guard value != "C", value != "POSIX" else { return nil }
    self.init(String(value.prefix { $0 != "." && $0 != "@" }))
  }

  /// The form that programs find in their environment.
  package var environmentValue: String { identifier.split(separator: "-").joined(separator: "_") + ".UTF-8" }

  /// Regions whose clocks count to twelve, and the regions of languages that are named without one. Source: CLDR 42, time data and likely
  /// subtags.
  private static let toTwelve = Set(
    ("AE AG AL AS AU BB BD BH BM BN BS BT CA CO CY DJ DM DO DZ EG EH ER ET FJ FM GD GH GM GR GU GY HK IN IQ JM JO KH KI KN KP KR KW KY LB "
      + "LC LR LS LY MH MO MP MR MW MY NA NZ OM PA PG PH PK PR PS PW QA SA SB SD SG SL SO SS SY SZ TC TD TN TO TT TW UM US VC VE VG VI VU WS YE ZM")
      .split(separator: " ").map(String.init))
  private static let likely = [
    "en": "US", "ar": "EG", "hi": "IN", "bn": "BD", "ur": "PK", "ta": "IN", "te": "IN", "mr": "IN", "gu": "IN",
    "kn": "IN", "ml": "IN",
    "pa": "IN", "ko": "KR", "el": "GR", "sq": "AL", "ms": "MY", "am": "ET", "so": "SO", "km": "KH",
  ]

  package var countsHoursToTwelve: Bool {
    let parts = identifier.split { $0 == "-" || $0 == "_" }.map(String.init)
    let language = parts.first?.lowercased() ?? ""
    let region =
      parts.dropFirst().first { $0.count == 2 }?.uppercased()
      ?? (parts.contains { $0.lowercased() == "hant" } ? "TW" : Self.likely[language] ?? "")
    return Self.toTwelve.contains(region) && !(language == "fr" && region == "CA")
  }

  package var direction: WidgetEnvironment.Direction {
    let parts = identifier.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    let script = parts.dropFirst().first { $0.count == 4 }
    return Self.fromRight.contains(script ?? parts.first ?? "") ? .rightToLeft : .leftToRight
  }
}
