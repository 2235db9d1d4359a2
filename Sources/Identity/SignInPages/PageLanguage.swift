// SPDX-License-Identifier: Apache-2.0

/// The languages that pages are written in.
package enum PageLanguage: String, Sendable, CaseIterable {
  case english = "en"
  case italian = "it"
  case chinese = "zh-Hans"

  /// The first that a browser names and pages have (RFC 9110, section 12.5.4); what it likes less comes later.
  package init(accepting header: String?) {
    let wishes = (header ?? "").prefix(500).split(separator: ",").prefix(20).enumerated().map { place, part in
      let words = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return (language: words.first ?? "", weight: weight, place: place)
    }
    let ordered = wishes.filter { $0.weight > 0 }.sorted { ($0.weight, -$0.place) > ($1.weight, -$1.place) }
    self = ordered.lazy.compactMap { Self.named($0.language) }.first ?? .english
  }

  private static func named(_ tag: String) -> PageLanguage? {
    switch tag.split(separator: "-").first {
    case "en": .english
    case "it": .italian
    case "zh": .chinese
    default: nil
    }
  }

  var texts: PageTexts {
    switch self {
    case .english: .english
    case .italian: .italian
    case .chinese: .chinese
    }
  }
}
