// SPDX-License-Identifier: Apache-2.0

/// How a person wants widgets to be drawn. What is nil is as the place and the device have it.
package struct WidgetLook: Sendable, Hashable {
  package var appearance: WidgetEnvironment.Appearance?
  package var rendering: WidgetEnvironment.Rendering?
  package var typeSize: WidgetEnvironment.TypeSize?
  package var language: LanguageTag?
  package var direction: WidgetEnvironment.Direction?

  package init() {}

  package func apply(to environment: inout WidgetEnvironment) {
    if let appearance { environment.appearance = appearance }
    if let rendering { environment.rendering = rendering }
    if let typeSize { environment.typeSize = typeSize }
    if let language { environment.speak(language) }
    if let direction { environment.direction = direction }
  }
}

extension WidgetEnvironment {
  /// Texts in a language run in its direction.
  package mutating func speak(_ language: LanguageTag) {
    (locale, direction) = (language.identifier, language.direction)
  }
}

/// A language, with a script and a region where they matter: `it`, `pt-BR`, `zh_Hans_CN` (BCP 47, with either mark between).
package struct LanguageTag: Sendable, Hashable {
  /// As Foundation's `Locale` takes it.
  package let identifier: String

  private static let longest = 35
  /// Languages that are written from right to left, where no script says otherwise.
  private static let rightToLeft: Set = [
    "ar", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
  private static let rightToLeftScripts: Set = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]

  /// Nil where that is no language's name.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard text.utf8.count <= Self.longest, let language = parts.first, (2...3).contains(language.count),
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }),
      language.allSatisfy(\.isLetter)
    else { return nil }
    identifier = parts.joined(separator: "_")
  }

  /// As variables of the environment name it, with a set of characters after it: `it_IT.UTF-8`. `C` and `POSIX` name none.
  package init?(variable: String) { self.init(variable.prefix { $0 != "." && $0 != "@" }) }

  package var direction: WidgetEnvironment.Direction {
    let parts = identifier.split(separator: "_")
    if let script = parts.dropFirst().first(where: { $0.count == 4 }).map(String.init) {
      return Self.rightToLeftScripts.contains(script.prefix(1).uppercased() + script.dropFirst().lowercased())
        ? .rightToLeft : .leftToRight
    }
    return Self.rightToLeft.contains(parts[0].lowercased()) ? .rightToLeft : .leftToRight
  }
}

/// Values that a person chooses by their names in SwiftUI.
package protocol NamedValue: CaseIterable {}

extension NamedValue {
  package static var names: [String] { allCases.map { "\($0)" } }

  package init?(named name: String) {
    guard let found = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
    self = found
  }
}

extension WidgetEnvironment.Rendering: NamedValue {}
extension WidgetEnvironment.TypeSize: NamedValue {}
extension WidgetEnvironment.Direction: NamedValue {}
