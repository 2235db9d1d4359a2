// SPDX-License-Identifier: Apache-2.0
import OwnProcess

/// The languages in which the person is asked.
package enum PromptLanguage: Sendable, Equatable {
  case english, italian, chinese

  /// The variables in the order in which programs look: what holds for everything, for words, and else.
  private static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

  /// The person's, as this process was started: English where they read none of the others.
  package static let current = PromptLanguage(
    environment: variables.lazy.compactMap { Environment.value($0) }.first ?? "")

  /// The language of a locale such as `it_IT.UTF-8`.
  package init(environment value: String) {
    switch value.prefix(while: { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }) {
    case "it": self = .italian
    case "zh": self = .chinese
    default: self = .english
    }
  }

  /// The one of three texts that say the same.
  package func says(_ english: String, it italian: String, zh chinese: String) -> String {
    switch self {
    case .english: english
    case .italian: italian
    case .chinese: chinese
    }
  }

  /// What is typed for yes.
  package var yes: String { says("yes", it: "sì", zh: "是") }

  /// Whether a line means yes. What is not understood is a no.
  package func isYes(_ line: String) -> Bool { line == yes || line == "yes" || (self == .italian && line == "si") }
}
