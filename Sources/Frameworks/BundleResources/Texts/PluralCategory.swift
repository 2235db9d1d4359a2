// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The form that a number gives to the words beside it. Source: Unicode CLDR, "Language Plural Rules", cardinals.
enum PluralCategory: String, Sendable {
  case zero, one, two, few, many, other

  static func category(of number: Double, in locale: Locale) -> PluralCategory {
    let size = abs(number)
    guard size < 1e15 else { return .other }
    let whole = Int(size)
    let digits = Digits(number: size, whole: whole, isWhole: size == Double(whole))
    let language = locale.language.languageCode?.identifier ?? "en"
    let rule = language == "pt" && locale.language.region?.identifier == "PT" ? single : rules[language] ?? single
    return rule(digits)
  }

  struct Digits {
    let number: Double
    let whole: Int
    let isWhole: Bool
    var tens: Int { whole % 100 }
    var ones: Int { whole % 10 }
    /// Whether the number is in millions, which take another form in some languages.
    var isMillions: Bool { isWhole && whole != 0 && whole % 1_000_000 == 0 }
    var isTeen: Bool { (11...19).contains(tens) }
  }

  private typealias Rule = @Sendable (Digits) -> PluralCategory

  private static let rules: [String: Rule] = {
    let all: [(String, Rule)] = [
      ("ja zh ko vi th id ms my lo km yue jv su bo dz ig wo yo to", { _ in .other }),
      ("it ca", { $0.isMillions ? .many : single($0) }),
      ("es", { $0.number == 1 ? .one : $0.isMillions ? .many : .other }),
      ("fr pt", { $0.whole < 2 ? .one : $0.isMillions ? .many : .other }),
      ("hy ff kab", { $0.whole < 2 ? .one : .other }),
      ("hi bn gu kn fa am as zu", { $0.whole == 0 || $0.number == 1 ? .one : .other }),
      ("da", { $0.number == 1 || !$0.isWhole && $0.whole < 2 ? .one : .other }),
      ("is mk", { !$0.isWhole || $0.ones == 1 && $0.tens != 11 ? .one : .other }),
      ("ru uk be", eastern), ("sr hr bs sh", { (eastern($0) == .many) ? .other : eastern($0) }),
      ("pl", { $0.number == 1 ? .one : eastern($0) == .one ? .many : eastern($0) }),
      ("cs sk", { !$0.isWhole ? .many : $0.whole == 1 ? .one : (2...4).contains($0.whole) ? .few : .other }),
      ("sl", { !$0.isWhole ? .few : [1: .one, 2: .two, 3: .few, 4: .few][$0.tens] ?? .other }),
      ("lv", { $0.isTeen || $0.isWhole && $0.ones == 0 ? .zero : $0.isWhole && $0.ones == 1 ? .one : .other }),
      ("lt", { !$0.isWhole ? .many : $0.isTeen || $0.ones == 0 ? .other : $0.ones == 1 ? .one : .few }),
      ("ro", { $0.number == 1 ? .one : !$0.isWhole || $0.whole == 0 || (1...19).contains($0.tens) ? .few : .other }),
      ("ar", arabic),
      ("he iw", { !$0.isWhole && $0.whole == 0 || $0.number == 1 ? .one : $0.number == 2 ? .two : .other }),
      (
        "ga",
        {
          [1: .one, 2: .two, 3: .few, 4: .few, 5: .few, 6: .few, 7: .many, 8: .many, 9: .many, 10: .many][$0.number]
            ?? .other
        }
      ),
      ("cy", { [0: .zero, 1: .one, 2: .two, 3: .few, 6: .many][$0.number] ?? .other }),
      ("gd", { [1: .one, 11: .one, 2: .two, 12: .two][$0.number] ?? ((3...19).contains($0.whole) ? .few : .other) }),
      ("fil tl", { !$0.isWhole || [4, 6, 9].contains($0.ones) ? .other : .one }),
    ]
    let pairs = all.flatMap { names, rule in names.split(separator: " ").map { (String($0), rule) } }
    return Dictionary(pairs) { $1 }
  }()

  private static let single: Rule = { $0.number == 1 ? .one : .other }

  private static let eastern: Rule = {
    if !$0.isWhole { return .other }
    if $0.ones == 1, $0.tens != 11 { return .one }
    return (2...4).contains($0.ones) && !(12...14).contains($0.tens) ? .few : .many
  }

  private static let arabic: Rule = {
    guard $0.isWhole else { return .other }
    if let own: PluralCategory = [0: .zero, 1: .one, 2: .two][$0.whole] { return own }
    return (3...10).contains($0.tens) ? .few : (11...99).contains($0.tens) ? .many : .other
  }
}
